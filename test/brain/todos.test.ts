import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyTodos } from "../../src/brain/defaults.js";
import { TODO_LIMIT, TODO_STATUSES } from "../../src/brain/limits.js";
import type { Todo, Todos } from "../../src/brain/schema/todos.js";
import { addTodo, changeTodo, openTodos, removeTodo } from "../../src/brain/todos.js";
import { invalid } from "../../src/brain/validate.js";
import { NOW } from "./support.js";

const todo = (id: string, change: Partial<Todo> = {}): Todo => ({
  id,
  text: `text of ${id}`,
  status: "pending",
  priority: "normal",
  created: NOW,
  updated: NOW,
  ...change,
});
const list = (...todos: readonly Todo[]): Todos => ({ version: 1, todos: [...todos] });

describe("todos", () => {
  it.each([
    ["a missing parent", addTodo(emptyTodos(), todo("a", { parent: "b" })), /no todo b/],
    ["changing a missing one", changeTodo(emptyTodos(), "a", { status: "done" }, NOW), /no todo a/],
    ["removing a missing one", removeTodo(emptyTodos(), "a", NOW), /no todo a/],
    ["itself as parent", changeTodo(list(todo("a")), "a", { parent: "a" }, NOW), /below itself/],
    [
      "its own child as parent",
      changeTodo(list(todo("a"), todo("b", { parent: "a" })), "a", { parent: "b" }, NOW),
      /below itself/,
    ],
    [
      "more open ones than there are places",
      addTodo(list(...Array.from({ length: TODO_LIMIT }, (_, n) => todo(`t${n}`))), todo("x")),
      /500 todos/,
    ],
  ] as const)("refuse %s", (_, outcome, message) => {
    expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(message) });
  });

  it("make room by dropping the closed one that was left alone longest", () => {
    const full = list(
      ...Array.from({ length: TODO_LIMIT }, (_, n) =>
        todo(`t${n}`, n === 7 || n === 9 ? { status: "done", updated: NOW - n } : {}),
      ),
    );
    const outcome = addTodo(full, todo("x"));
    if (!outcome.ok) throw new Error(outcome.message);
    const ids = outcome.todos.todos.map((each) => each.id);
    expect([ids.includes("t9"), ids.includes("t7"), ids.at(-1)]).toEqual([false, true, "x"]);
  });

  it("give a removed one's children to its parent", () => {
    const outcome = removeTodo(list(todo("a"), todo("b", { parent: "a" }), todo("c", { parent: "b" })), "b", NOW + 1);
    expect(outcome).toMatchObject({ ok: true, todos: list(todo("a"), todo("c", { parent: "a", updated: NOW + 1 })) });
    const top = removeTodo(list(todo("a"), todo("b", { parent: "a" })), "a", NOW);
    expect(top).toEqual({ ok: true, todos: list(todo("b")) });
  });

  it("are listed active first, then by priority, then by age, without closed ones", () => {
    const all = list(
      todo("low", { priority: "low" }),
      todo("done", { status: "done", priority: "critical" }),
      todo("new", { created: NOW + 1 }),
      todo("old"),
      todo("critical", { priority: "critical" }),
      todo("active", { status: "active", priority: "low" }),
      todo("cancelled", { status: "cancelled" }),
    );
    expect(openTodos(all).map((each) => each.id)).toEqual(["active", "critical", "old", "new", "low"]);
  });

  it("stay a valid forest under any changes", () => {
    const id = fc.integer({ min: 0, max: 8 }).map((n) => `t${n}`);
    const step = fc.oneof(
      fc.record({ add: id, parent: fc.option(id, { nil: undefined }) }),
      fc.record({ move: id, under: id }),
      fc.record({ remove: id }),
      fc.record({ set: id, status: fc.constantFrom(...TODO_STATUSES) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let all = emptyTodos();
        for (const each of steps) {
          const outcome =
            "add" in each
              ? addTodo(all, todo(each.add, each.parent === undefined ? {} : { parent: each.parent }))
              : "move" in each
                ? changeTodo(all, each.move, { parent: each.under }, NOW)
                : "remove" in each
                  ? removeTodo(all, each.remove, NOW)
                  : changeTodo(all, each.set, { status: each.status }, NOW);
          if (outcome.ok) all = outcome.todos;
        }
        expect(invalid("todos", all)).toBeUndefined();
        const parents = new Map(all.todos.map((each) => [each.id, each.parent]));
        for (const each of all.todos) {
          let steps = 0;
          for (let at: string | undefined = each.id; at !== undefined; at = parents.get(at)) {
            expect(parents.has(at)).toBe(true);
            expect(steps++).toBeLessThan(20);
          }
        }
      }),
    );
  });
});
