import type Type from "typebox";
import { CheckpointSchema } from "./checkpoint.js";
import { ConfigSchema } from "./config.js";
import { HistorySchema } from "./history.js";
import { ManifestSchema } from "./manifest.js";
import { MetricsSchema } from "./metrics.js";
import { QuotaSchema } from "./quota.js";
import { SessionSchema } from "./session.js";
import { StateSchema } from "./state.js";
import { TodosSchema } from "./todos.js";

/** Every kind of file of the brain; `governance/brain-{name}.schema.json` says the same to editors. */
export const brainSchemas = {
  state: StateSchema,
  config: ConfigSchema,
  todos: TodosSchema,
  metrics: MetricsSchema,
  session: SessionSchema,
  checkpoint: CheckpointSchema,
  history: HistorySchema,
  manifest: ManifestSchema,
  quota: QuotaSchema,
} as const satisfies Record<string, Type.TSchema>;

export type SchemaName = keyof typeof brainSchemas;
