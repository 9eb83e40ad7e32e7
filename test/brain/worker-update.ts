// Adds to one counter file and one todo list: node worker-update.mjs PATH COUNT NAME

import { emptyMetrics } from "../../src/brain/defaults.js";
import { metricsKind } from "../../src/brain/kinds.js";
import { countIteration, countSpawn } from "../../src/brain/metrics.js";
import { makeStore } from "../../src/brain/store.js";

const [path = "", count = "0", name = ""] = process.argv.slice(2);
const store = makeStore({ wait: 120_000 });
let done = 0;
for (let n = 0; n < Number(count); n++) {
  const written = store.update(metricsKind, path, n, emptyMetrics(null, 0), (metrics) =>
    countSpawn(countIteration(metrics), name),
  );
  if (written.ok) done++;
}
process.stdout.write(String(done));
