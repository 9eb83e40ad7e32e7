import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { emptyMetrics } from "../../src/brain/defaults.js";
import { nodeFiles } from "../../src/brain/files.js";
import { metricsKind } from "../../src/brain/kinds.js";
import { load } from "../../src/brain/load.js";
import { countIteration } from "../../src/brain/metrics.js";
import { makeStore } from "../../src/brain/store.js";
import { bundleWorker, startWorker, tempDir } from "./support.js";

// Many more rounds by hand: KILLS=1000 npx vitest run test/brain/processes.test.ts
const KILLS = Number(process.env.KILLS ?? 25);

let update = "";
let endless = "";
beforeAll(async () => {
  update = await bundleWorker("worker-update");
  endless = await bundleWorker("worker-endless");
});

describe("many processes", () => {
  it("50 processes with 100 updates each lose nothing", { timeout: 300_000 }, async () => {
    const path = join(tempDir(), "metrics.json");
    const workers = Array.from({ length: 50 }, (_, n) => startWorker(update, [path, "100", `worker-${n}`]));
    const done = await Promise.all(workers.map((each) => each.output));
    expect(done).toEqual(Array(50).fill("100"));
    const found = load(nodeFiles, metricsKind, path);
    if (found.state !== "valid") throw new Error(found.state);
    expect(found.value.iterations).toBe(5000);
    expect(found.value.spawns.byAgent.map((each) => each.count)).toEqual(Array(50).fill(100));
    // Neither locks nor temporary files are left.
    expect(readdirSync(dirname(path)).sort()).toEqual([`.${basename(path)}.good`, basename(path)]);
  });

  it(`a writer killed at ${KILLS} random moments leaves a valid file and every acknowledged update`, {
    timeout: 10_000 + KILLS * 2000,
  }, async () => {
    const path = join(tempDir(), "metrics.json");
    const store = makeStore({ wait: 20_000 });
    let acknowledged = 0;
    for (let round = 0; round < KILLS; round++) {
      const { child, output } = startWorker(endless, [path]);
      let killed = false;
      // From its first sign of life on, somewhere within the next fifteen milliseconds.
      child.stdout?.once("data", () => setTimeout(() => (killed = child.kill("SIGKILL")), (round * 7919) % 15));
      const lines = (await output).split("\n").filter((line) => line !== "");
      expect(killed).toBe(true);
      expect(lines.filter((line) => line.startsWith("!"))).toEqual([]);
      const last = Number(lines.at(-1));
      const found = load(nodeFiles, metricsKind, path);
      if (found.state !== "valid") throw new Error(`round ${round}: ${JSON.stringify(found)}`);
      // One more may have been written than could be said.
      expect(found.value.iterations - last).toBeGreaterThanOrEqual(0);
      expect(found.value.iterations - last).toBeLessThanOrEqual(1);
      expect(last).toBeGreaterThan(acknowledged);
      acknowledged = found.value.iterations;
    }
    // The lock of the last victim does not hold anybody up.
    const started = performance.now();
    const written = store.update(metricsKind, path, 0, emptyMetrics(null, 0), countIteration);
    expect(written.ok && written.value.iterations).toBe(acknowledged + 1);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
