import { byImportance } from "../brain/anchors.js";
import type { Brain, Done } from "../brain/brain.js";
import { createCheckpoint, deleteCheckpoint, listCheckpoints, readCheckpoint } from "../brain/checkpoints.js";
import { ANCHOR_KINDS, ANCHOR_PRIORITIES, TODO_PRIORITIES, TODO_STATUSES } from "../brain/limits.js";
import { staleness } from "../brain/staleness.js";
import { addTodo, changeTodo, openTodos, removeTodo } from "../brain/todos.js";
import { safeLine } from "../text/safe.js";
import { brainHere, type Here } from "./here.js";
import { EXIT, print, type Streams, standard, UsageError } from "./output.js";

export interface BrainOptions extends Here {
  readonly json?: boolean;
  readonly kind?: string;
  readonly priority?: string;
  readonly status?: string;
  readonly parent?: string;
  readonly text?: string;
  readonly communication?: string;
  readonly documents?: string;
}

/** What one form of the command says and gives. */
interface Answer {
  readonly value: unknown;
  readonly lines: readonly string[];
}

type Form = (brain: Brain, words: readonly string[], options: BrainOptions, now: number) => Answer;

/** By the words that begin it. */
const FORMS: Readonly<Record<string, Form>> = {
  show: (brain, _, __, now) => show(brain, now),
  "anchor add": (brain, words, options, now) => {
    const anchor = {
      kind: oneOf("kind", options.kind ?? "decision", ANCHOR_KINDS),
      priority: oneOf("priority", options.priority ?? "normal", ANCHOR_PRIORITIES),
      text: needed(words, "the anchor's text"),
    };
    const added = must(brain.addAnchor(anchor, now));
    return { value: added, lines: [`${added.id} added`] };
  },
  "anchor remove": (brain, [id = ""], _, now) => {
    must(brain.removeAnchor(id, now));
    return { value: { removed: id }, lines: [`${id} removed; it stays in the history`] };
  },
  "todo add": (brain, words, options, now) => {
    const todo = {
      text: needed(words, "the todo's text"),
      status: oneOf("status", options.status ?? "pending", TODO_STATUSES),
      priority: oneOf("priority", options.priority ?? "normal", TODO_PRIORITIES),
      ...(options.parent === undefined ? {} : { parent: options.parent }),
      created: now,
      updated: now,
    };
    let id = "";
    must(
      brain.changeTodos((todos, fresh) => {
        id = fresh;
        return addTodo(todos, { id: fresh, ...todo });
      }, now),
    );
    return { value: { id, ...todo }, lines: [`${id} added`] };
  },
  "todo set": (brain, [id = ""], options, now) => {
    const change = {
      ...(options.status === undefined ? {} : { status: oneOf("status", options.status, TODO_STATUSES) }),
      ...(options.priority === undefined ? {} : { priority: oneOf("priority", options.priority, TODO_PRIORITIES) }),
      ...(options.text === undefined ? {} : { text: options.text }),
      ...(options.parent === undefined ? {} : { parent: options.parent }),
    };
    if (Object.keys(change).length === 0)
      throw new UsageError("say what to set: --status, --priority, --text, --parent");
    const { todos } = must(brain.changeTodos((all) => changeTodo(all, id, change, now), now));
    return { value: todos.find((each) => each.id === id), lines: [`${id} set`] };
  },
  "todo remove": (brain, [id = ""], _, now) => {
    must(brain.changeTodos((all) => removeTodo(all, id, now), now));
    return { value: { removed: id }, lines: [`${id} removed`] };
  },
  phase: (brain, words, _, now) => {
    const phase = words.join(" ").trim();
    must(brain.setPhase(phase === "" ? null : phase, now));
    return { value: { phase: phase === "" ? null : phase }, lines: [phase === "" ? "no phase" : "phase set"] };
  },
  framework: (brain, words, _, now) => {
    const framework = words.join(" ").trim();
    must(brain.setFramework(framework === "" ? null : framework, now));
    return { value: { framework: framework === "" ? null : framework }, lines: ["framework set"] };
  },
  language: (brain, _, { communication, documents }, now) => {
    if (communication === undefined && documents === undefined)
      throw new UsageError("say which: --communication, --documents");
    const config = must(
      brain.setConfig(
        (old) => ({
          ...old,
          language: {
            communication: communication ?? old.language.communication,
            documents: documents ?? old.language.documents,
          },
        }),
        now,
      ),
    );
    return { value: config.language, lines: ["language set"] };
  },
  "checkpoint add": (brain, words, _, now) => {
    const { phase, anchors } = brain.state(now);
    const todos = openTodos(brain.todos()).slice(0, 50);
    const what = {
      kind: "manual" as const,
      reason: needed(words, "the reason"),
      session: null,
      agent: null,
      level: null,
    };
    const made = createCheckpoint(brain.store, brain.place, { ...what, phase, anchors, todos }, now);
    if (!made.ok) throw new Refused(made.message);
    return { value: made.value, lines: [`${made.value.id} written`] };
  },
  "checkpoint list": (brain, _, __, now) => {
    const all = listCheckpoints(brain.store, brain.place, now);
    return {
      value: all.map(({ checkpoint, stale }) => ({ ...checkpoint, stale })),
      lines: all.map(({ checkpoint: c, stale }) => `${c.id}${stale ? " (stale)" : ""}: ${safeLine(c.reason, 120)}`),
    };
  },
  "checkpoint show": (brain, [id = ""]) => {
    const found = readCheckpoint(brain.store, brain.place, id);
    if (!found) throw new Refused(`There is no checkpoint ${safeLine(id, 60)}.`);
    return { value: found, lines: JSON.stringify(found, null, 2).split("\n") };
  },
  "checkpoint remove": (brain, [id = ""]) => {
    const gone = deleteCheckpoint(brain.store, brain.place, id);
    if (!gone.ok) throw new Refused(gone.message);
    return { value: { removed: id }, lines: [`${id} removed`] };
  },
};

class Refused extends Error {}

/**
 * `bailiff brain`: shows what is remembered about the project, and edits anchors, todos, phase,
 * language and checkpoints.
 *
 * @param words the form (`show` unless told) and its operands
 * @returns 0, or 1 when it was refused
 */
export async function brain(
  words: readonly string[],
  options: BrainOptions = {},
  streams: Streams = standard(),
): Promise<number> {
  const [first = "show", second = ""] = words;
  const two = `${first} ${second}`;
  const name = Object.hasOwn(FORMS, two) ? two : first;
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (!form) throw new UsageError(`no such form; there are: ${Object.keys(FORMS).join(", ")}`);
  const here = brainHere(options);
  try {
    const { value, lines } = form(here.brain, words.slice(name === two ? 2 : 1), options, here.now);
    if (options.json) await print(streams.output, JSON.stringify(value));
    else for (const line of lines) await print(streams.output, line);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (options.json) await print(streams.output, JSON.stringify({ error: error.message }));
    else await print(streams.errors, safeLine(error.message));
    return EXIT.failed;
  }
}

function show(brain: Brain, now: number): Answer {
  const [config, state, todos] = [brain.config(), brain.state(now), openTodos(brain.todos())];
  const age = brain.store.files.stat(brain.place.state) ? staleness(state.updated, now, config.stale) : "fresh";
  const problems = brain.problems(now);
  const value = {
    project: brain.place.project,
    initialised: brain.place.initialised,
    brain: brain.place.brain,
    language: config.language,
    phase: state.phase,
    framework: state.framework,
    staleness: age,
    anchors: byImportance(state.anchors),
    todos,
    metrics: brain.metrics(now),
    problems,
  };
  const lines = [
    `Brain: ${safeLine(brain.place.brain)}${brain.place.initialised ? "" : " (bailiff init was not run in this project)"}`,
    `Language: ${config.language.communication}; documents in ${config.language.documents}`,
    `Phase: ${state.phase === null ? "none" : safeLine(state.phase, 200)}${age === "fresh" ? "" : ` (stale: ${age})`}`,
    ...value.anchors.map((each) => `Anchor ${each.id} [${each.priority} ${each.kind}] ${safeLine(each.text, 200)}`),
    ...todos.map((each) => `Todo ${each.id} [${each.status} ${each.priority}] ${safeLine(each.text, 200)}`),
    ...problems.map((each) => `Problem: ${safeLine(each.file)}: ${safeLine(each.message)}`),
  ];
  return { value, lines };
}

function must<T>(done: Done<T>): T {
  if (!done.ok) throw new Refused(done.message);
  return done.value;
}

function needed(words: readonly string[], what: string): string {
  const text = words.join(" ").trim();
  if (text === "") throw new UsageError(`${what} is missing`);
  return text;
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new UsageError(`--${option} takes one of: ${allowed.join(", ")}`);
  return found;
}
