import Type from "typebox";
import { closed, Id, Time, text, Version } from "./common.js";

/** `quotas/{hash}.json`: the use of one limit, shared by every process on the project. */
export const QuotaSchema = closed(
  {
    version: Version,
    key: text(300),
    starts: Type.Array(Time, { maxItems: 10_000, description: "Starts inside the window, oldest first." }),
    slots: Type.Array(closed({ id: Id, since: Time }), { maxItems: 1000 }),
  },
  "The use of one limit.",
);
export type Quota = Type.Static<typeof QuotaSchema>;
