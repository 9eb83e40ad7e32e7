import Type from "typebox";
import { closed, Id, Time, text, Version } from "./common.js";

export const TODO_STATUSES = ["pending", "active", "done", "cancelled"] as const;
/** Most important first. */
export const TODO_PRIORITIES = ["critical", "high", "normal", "low"] as const;
export const TODO_LIMIT = 500;

export const TodoSchema = closed(
  {
    id: Id,
    text: text(500),
    status: Type.Enum([...TODO_STATUSES]),
    priority: Type.Enum([...TODO_PRIORITIES]),
    parent: Type.Optional(Id),
    created: Time,
    updated: Time,
    session: Type.Optional(Id),
  },
  "Something to do.",
);
export type Todo = Type.Static<typeof TodoSchema>;

/** `brain/todos.json`. */
export const TodosSchema = closed(
  { version: Version, todos: Type.Array(TodoSchema, { maxItems: TODO_LIMIT }) },
  "What is to be done.",
);
export type Todos = Type.Static<typeof TodosSchema>;
