import Type from "typebox";
import { TODO_LIMIT, TODO_PRIORITIES, TODO_STATUSES } from "../limits.js";
import { closed, Id, Time, text, Version } from "./common.js";

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
