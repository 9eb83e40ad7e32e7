// Adds one forever and says after each that it is done: node worker-endless.mjs PATH
import { writeSync } from "node:fs";
import { emptyMetrics } from "../../src/brain/defaults.js";
import { metricsKind } from "../../src/brain/kinds.js";
import { countIteration } from "../../src/brain/metrics.js";
import { makeStore } from "../../src/brain/store.js";

const [path = ""] = process.argv.slice(2);
const store = makeStore({ wait: 10_000 });
for (;;) {
  const written = store.update(metricsKind, path, 0, emptyMetrics(null, 0), countIteration);
  // A write to a pipe is done when the call returns, so a kill cannot take an acknowledgement back.
  if (written.ok) writeSync(1, `${written.value.iterations}\n`);
  else writeSync(1, `! ${written.reason} ${written.message}\n`);
}
