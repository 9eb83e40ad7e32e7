import Type from "typebox";
import { ANCHOR_KINDS, ANCHOR_PRIORITIES, ANCHOR_TEXT_LIMIT } from "../limits.js";
import { closed, Id, Time, text } from "./common.js";

export const AnchorSchema = closed(
  {
    id: Id,
    kind: Type.Enum([...ANCHOR_KINDS]),
    priority: Type.Enum([...ANCHOR_PRIORITIES]),
    text: text(ANCHOR_TEXT_LIMIT),
    created: Time,
    demoted: Type.Optional(Time),
    session: Type.Optional(Id),
  },
  "Something that must outlive a compaction.",
);
export type Anchor = Type.Static<typeof AnchorSchema>;
