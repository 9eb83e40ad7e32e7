// Takes slots of one quota and frees every other: node worker-quota.mjs PROJECT HOME NAME COUNT [die]
import { findPlace } from "../../src/brain/place.js";
import { makeStore } from "../../src/brain/store.js";
import { makeQuotaStore } from "../../src/sessions/quota-store.js";

const [project = "", home = "", name = "", count = "0", die] = process.argv.slice(2);
const place = findPlace({ project, home, mode: "FULL", stateHome: undefined });
const store = makeQuotaStore(place, makeStore({ wait: 60_000 }));
let taken = 0;
let most = 0;
for (let n = 0; n < Number(count); n++) {
  if (store.take("k", { perMinute: null, concurrent: 3 }, `${name}-${n}`, 1_000_000).ok) {
    taken++;
    most = Math.max(most, store.look("k", 1_000_000).slots);
    if (die !== undefined) process.kill(process.pid, "SIGKILL");
    store.free("k", `${name}-${n}`, 1_000_000);
    store.free("k", `${name}-${n}`, 1_000_000);
  }
}
process.stdout.write(JSON.stringify({ taken, most }));
