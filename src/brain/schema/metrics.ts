import Type from "typebox";
import { ERROR_LIMIT, SPAWN_AGENT_LIMIT } from "../limits.js";
import { AgentName, closed, Id, nullable, Time, text, Version } from "./common.js";

const Count = Type.Integer({ minimum: 0 });

const ErrorSchema = closed(
  { time: Time, text: text(300), session: Type.Optional(Id), tool: Type.Optional(text(120)) },
  "Something that failed.",
);
export type RecordedError = Type.Static<typeof ErrorSchema>;

/** `brain/execution-metrics.json`: what happened since the root session began. */
export const MetricsSchema = closed(
  {
    version: Version,
    session: nullable(Id),
    started: Time,
    iterations: Count,
    spawns: closed({
      total: Count,
      byAgent: Type.Array(closed({ agent: AgentName, count: Count }), { maxItems: SPAWN_AGENT_LIMIT }),
    }),
    errors: closed({ total: Count, recent: Type.Array(ErrorSchema, { maxItems: ERROR_LIMIT }) }),
  },
  "What happened since the root session began.",
);
export type Metrics = Type.Static<typeof MetricsSchema>;
