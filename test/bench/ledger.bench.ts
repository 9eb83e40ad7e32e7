import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, bench, describe } from "vitest";
import { nodeFiles } from "../../src/brain/files.js";
import { findPlace } from "../../src/brain/place.js";
import { makeKeeper } from "../../src/sessions/keeper.js";

// What a tool call pays for the ledger: npx vitest bench test/bench/ledger.bench.ts --run

const dir = mkdtempSync(join(tmpdir(), "bailiff-bench-"));
afterAll(() => rmSync(dir, { recursive: true }));
nodeFiles.makeDirectory(join(dir, "app"));
const place = findPlace({ project: join(dir, "app"), home: dir, mode: "FULL", stateHome: undefined });
const keeper = makeKeeper({ place, mode: "FULL" });
const about = { host: "claude-code", project: join(dir, "app") } as const;
keeper.on({ type: "created", session: "s1", time: 1e12, ...about });
keeper.on({ type: "seen", session: "s1", time: 1e12, tool: "read", ...about });
let time = 1e12;

describe("the ledger", () => {
  bench("level of a session", () => {
    keeper.levelOf("s1");
  });
  bench("a tool call that is seen, within the minute", () => {
    keeper.on({ type: "seen", session: "s1", time: 1e12, tool: "read", ...about });
  });
  bench("a tool call that is seen, a minute later", () => {
    time += 61_000;
    keeper.on({ type: "seen", session: "s1", time, tool: "read", ...about });
  });
  bench("a message", () => {
    time += 1000;
    keeper.on({ type: "message", session: "s1", time, ...about });
  });
  bench("where the project's brain is", () => {
    findPlace({ project: join(dir, "app"), home: dir, mode: "FULL", stateHome: undefined });
  });
});
