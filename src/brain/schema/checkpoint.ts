import Type from "typebox";
import { AnchorSchema } from "./anchor.js";
import { AgentName, closed, Id, nullable, Time, text, Version } from "./common.js";
import { TodoSchema } from "./todos.js";

/** `execution/{id}.json`: where the work stood when it was halted, or when somebody asked for it. */
export const CheckpointSchema = closed(
  {
    version: Version,
    id: Id,
    kind: Type.Enum(["halt", "manual"]),
    created: Time,
    reason: text(500),
    session: nullable(Id),
    agent: nullable(AgentName),
    level: nullable(Type.Integer({ minimum: 0 })),
    phase: nullable(text(200)),
    anchors: Type.Array(AnchorSchema, { maxItems: 20 }),
    todos: Type.Array(TodoSchema, { maxItems: 50 }),
  },
  "Where the work stood.",
);
export type Checkpoint = Type.Static<typeof CheckpointSchema>;
