import Type from "typebox";
import { closed, Id, Time, text } from "./common.js";

export const ANCHOR_KINDS = ["decision", "context", "checkpoint", "completion"] as const;
/** Most important first. */
export const ANCHOR_PRIORITIES = ["critical", "high", "normal"] as const;
export const ANCHOR_LIMIT = 20;
export const ANCHOR_TEXT_LIMIT = 1000;

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
