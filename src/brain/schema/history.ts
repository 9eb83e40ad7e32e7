import Type from "typebox";
import { AnchorSchema } from "./anchor.js";
import { closed, Id, Time, Version } from "./common.js";
import { TransitionSchema } from "./session.js";
import { ActionSchema } from "./state.js";

/** `brain/history/*.json`: what no longer fits into the file it came from. Never changed once written. */
export const HistorySchema = closed(
  {
    version: Version,
    written: Time,
    anchors: Type.Optional(Type.Array(AnchorSchema, { maxItems: 1000 })),
    actions: Type.Optional(Type.Array(ActionSchema, { maxItems: 1000 })),
    session: Type.Optional(Id),
    transitions: Type.Optional(Type.Array(TransitionSchema, { maxItems: 1000 })),
  },
  "What no longer fits into the file it came from.",
);
export type History = Type.Static<typeof HistorySchema>;
