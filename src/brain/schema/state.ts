import Type from "typebox";
import { ACTION_LIMIT, ANCHOR_LIMIT } from "../limits.js";
import { AnchorSchema } from "./anchor.js";
import { AgentName, closed, Id, nullable, Time, text, Version } from "./common.js";

export const ActionSchema = closed(
  { id: Id, time: Time, text: text(300), session: Type.Optional(Id), agent: Type.Optional(AgentName) },
  "Something that was done.",
);
export type Action = Type.Static<typeof ActionSchema>;

/** `brain/state.json`: where the project stands. */
export const StateSchema = closed(
  {
    version: Version,
    created: Time,
    updated: Time,
    phase: nullable(text(200)),
    framework: nullable(text(80)),
    anchors: Type.Array(AnchorSchema, { maxItems: ANCHOR_LIMIT }),
    history: Type.Array(ActionSchema, { maxItems: ACTION_LIMIT, description: "Oldest first." }),
  },
  "Where the project stands.",
);
export type State = Type.Static<typeof StateSchema>;
