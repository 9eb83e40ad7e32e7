// One hook process: reports one event and ends. node worker-hooks.mjs PROJECT HOME EVENT
import { findPlace } from "../../src/brain/place.js";
import type { SessionEvent } from "../../src/sessions/event.js";
import { makeKeeper } from "../../src/sessions/keeper.js";

const [project = "", home = "", event = "{}"] = process.argv.slice(2);
const place = findPlace({ project, home, mode: "FULL", stateHome: undefined });
const told = makeKeeper({ place, mode: "FULL", wait: 60_000 }).on(JSON.parse(event) as SessionEvent);
process.stdout.write(JSON.stringify(told.problems));
