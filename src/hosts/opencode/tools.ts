import { byImportance } from "../../brain/anchors.js";
import type { Done } from "../../brain/brain.js";
import { ANCHOR_KINDS, ANCHOR_PRIORITIES, TODO_PRIORITIES, TODO_STATUSES } from "../../brain/limits.js";
import { addTodo, changeTodo, openTodos, removeTodo } from "../../brain/todos.js";
import { safeLine } from "../../text/safe.js";
import type { Sessions } from "../sessions.js";

/** A tool as OpenCode takes it from a plugin: each argument has a JSON Schema, and all are required. */
export interface OwnTool {
  readonly description: string;
  // biome-ignore lint/suspicious/noExplicitAny: the host's type asks for zod's, its code takes JSON Schema.
  readonly args: Record<string, any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above: arguments are not checked by the host.
  execute(args: any, context: { sessionID: string }): Promise<string>;
}

const UNUSED = 'Give "" where the action needs none.';
const words = (description: string) => ({ type: "string", description });
const oneOf = (values: readonly string[], description: string) => ({ type: "string", enum: [...values], description });

/** What agents can do with what is remembered about the project: anchors and todos of the user's own session. */
export function ownTools(open: () => Promise<Sessions>, now: () => Date): Record<string, OwnTool> {
  const on = (work: (sessions: Sessions, given: Given, time: number) => string): OwnTool["execute"] => {
    return async (args: unknown, context) => {
      try {
        const sessions = await open();
        const level = sessions.keeper.levelOf(context.sessionID) ?? 0;
        if (level > 0) return "Anchors and todos belong to the user's own session; report to the caller instead.";
        return work(sessions, new Given(args), now().getTime());
      } catch (error) {
        return `Nothing was changed: ${safeLine(error instanceof Error ? error.message : String(error), 300)}`;
      }
    };
  };
  return {
    bailiff_anchors: {
      description:
        "Remembers decisions, context, checkpoints and completions of this project beyond summaries and sessions. Add an anchor when something was decided that later work must not forget.",
      args: {
        action: oneOf(["list", "add", "remove"], "What to do."),
        text: words(`add: what is to be remembered, at most 1,000 characters. ${UNUSED}`),
        kind: oneOf([...ANCHOR_KINDS, ""], `add: what it is. ${UNUSED}`),
        priority: oneOf([...ANCHOR_PRIORITIES, ""], `add: critical is never dropped. ${UNUSED}`),
        id: words(`remove: the anchor's id. ${UNUSED}`),
      },
      execute: on(anchors),
    },
    bailiff_todos: {
      description:
        "Keeps the project's todo list beyond this session. For steps of the work at hand use the host's own list.",
      args: {
        action: oneOf(["list", "add", "set", "remove"], "What to do."),
        text: words(`add, set: what is to be done. ${UNUSED}`),
        status: oneOf([...TODO_STATUSES, ""], `add, set. ${UNUSED}`),
        priority: oneOf([...TODO_PRIORITIES, ""], `add, set. ${UNUSED}`),
        id: words(`set, remove: the todo's id. ${UNUSED}`),
      },
      execute: on(todos),
    },
  };
}

/** Arguments as a model gave them: of any type, wrong names among them. */
class Given {
  readonly #values: Record<string, unknown>;
  constructor(values: unknown) {
    this.#values = typeof values === "object" && values !== null ? (values as Record<string, unknown>) : {};
  }
  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  }
  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new Error(`${name} is missing`);
    return value;
  }
  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.text(name);
    const found = allowed.find((each) => each === value);
    if (value !== undefined && found === undefined) throw new Error(`${name} is one of: ${allowed.join(", ")}`);
    return found;
  }
}

function anchors({ keeper: { brain } }: Sessions, given: Given, time: number): string {
  switch (given.text("action")) {
    case "add": {
      const added = must(
        brain.addAnchor(
          {
            kind: given.oneOf("kind", ANCHOR_KINDS) ?? "decision",
            priority: given.oneOf("priority", ANCHOR_PRIORITIES) ?? "normal",
            text: given.needed("text"),
          },
          time,
        ),
      );
      return `${added.id} added`;
    }
    case "remove": {
      const id = given.needed("id");
      must(brain.removeAnchor(id, time));
      return `${id} removed; it stays in the history`;
    }
    default: {
      const all = byImportance(brain.state(time).anchors);
      if (all.length === 0) return "There are no anchors.";
      return all.map((each) => `${each.id} [${each.priority} ${each.kind}] ${safeLine(each.text, 1000)}`).join("\n");
    }
  }
}

function todos({ keeper: { brain } }: Sessions, given: Given, time: number): string {
  switch (given.text("action")) {
    case "add": {
      const todo = {
        text: given.needed("text"),
        status: given.oneOf("status", TODO_STATUSES) ?? "pending",
        priority: given.oneOf("priority", TODO_PRIORITIES) ?? "normal",
      };
      let id = "";
      must(
        brain.changeTodos((all, fresh) => {
          id = fresh;
          return addTodo(all, { id: fresh, ...todo, created: time, updated: time });
        }, time),
      );
      return `${id} added`;
    }
    case "set": {
      const id = given.needed("id");
      const [words, status] = [given.text("text"), given.oneOf("status", TODO_STATUSES)];
      const priority = given.oneOf("priority", TODO_PRIORITIES);
      const change = {
        ...(words === undefined ? {} : { text: words }),
        ...(status === undefined ? {} : { status }),
        ...(priority === undefined ? {} : { priority }),
      };
      must(brain.changeTodos((all) => changeTodo(all, id, change, time), time));
      return `${id} set`;
    }
    case "remove": {
      const id = given.needed("id");
      must(brain.changeTodos((all) => removeTodo(all, id, time), time));
      return `${id} removed`;
    }
    default: {
      const open = openTodos(brain.todos());
      if (open.length === 0) return "There are no open todos.";
      return open.map((each) => `${each.id} [${each.status} ${each.priority}] ${safeLine(each.text, 500)}`).join("\n");
    }
  }
}

function must<T>(done: Done<T>): T {
  if (!done.ok) throw new Error(done.message);
  return done.value;
}
