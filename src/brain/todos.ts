import { TODO_LIMIT, TODO_PRIORITIES } from "./limits.js";
import type { Todo, Todos } from "./schema/todos.js";

export type TodoOutcome =
  | { readonly ok: true; readonly todos: Todos }
  | { readonly ok: false; readonly message: string };

/** Adds a todo. When all places are taken the oldest closed one without open children makes room. */
export function addTodo(all: Todos, todo: Todo): TodoOutcome {
  if (all.todos.some((each) => each.id === todo.id)) return { ok: true, todos: all };
  if (todo.parent !== undefined && !all.todos.some((each) => each.id === todo.parent))
    return { ok: false, message: `There is no todo ${todo.parent} to be the parent.` };
  let todos = all.todos;
  if (todos.length >= TODO_LIMIT) {
    const parents = new Set(todos.map((each) => each.parent));
    parents.add(todo.parent);
    const victim = todos
      .filter((each) => !isOpen(each) && !parents.has(each.id))
      .sort((a, b) => a.updated - b.updated)[0];
    if (!victim) return { ok: false, message: `There are already ${TODO_LIMIT} todos; close or remove some first.` };
    todos = todos.filter((each) => each !== victim);
  }
  return { ok: true, todos: { ...all, todos: [...todos, todo] } };
}

/** Changes a todo's status, text, priority or parent. A todo cannot become its own ancestor. */
export function changeTodo(
  all: Todos,
  id: string,
  change: Partial<Pick<Todo, "status" | "text" | "priority" | "parent">>,
  now: number,
): TodoOutcome {
  const before = all.todos.find((each) => each.id === id);
  if (!before) return { ok: false, message: `There is no todo ${id}.` };
  if (change.parent !== undefined) {
    const byId = new Map(all.todos.map((each) => [each.id, each]));
    if (!byId.has(change.parent)) return { ok: false, message: `There is no todo ${change.parent} to be the parent.` };
    const seen = new Set<string>();
    for (let at: string | undefined = change.parent; at !== undefined && !seen.has(at); at = byId.get(at)?.parent) {
      if (at === id) return { ok: false, message: `Todo ${id} cannot stand below itself.` };
      seen.add(at);
    }
  }
  const after: Todo = { ...before, ...change, updated: now };
  return { ok: true, todos: { ...all, todos: all.todos.map((each) => (each === before ? after : each)) } };
}

/** Removes a todo; its children move up to its parent. */
export function removeTodo(all: Todos, id: string, now: number): TodoOutcome {
  const gone = all.todos.find((each) => each.id === id);
  if (!gone) return { ok: false, message: `There is no todo ${id}.` };
  const todos = all.todos
    .filter((each) => each !== gone)
    .map((each) => {
      if (each.parent !== id) return each;
      const { parent: _, ...orphan } = each;
      return { ...orphan, ...(gone.parent === undefined ? {} : { parent: gone.parent }), updated: now };
    });
  return { ok: true, todos: { ...all, todos } };
}

function isOpen(todo: Todo): boolean {
  return todo.status === "pending" || todo.status === "active";
}

/** What is left to do: active before pending, then by priority, then oldest first. */
export function openTodos(all: Todos): readonly Todo[] {
  return all.todos
    .filter(isOpen)
    .sort(
      (a, b) =>
        Number(b.status === "active") - Number(a.status === "active") ||
        TODO_PRIORITIES.indexOf(a.priority) - TODO_PRIORITIES.indexOf(b.priority) ||
        a.created - b.created,
    );
}
