import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nodeFiles } from "../../src/brain/files.js";
import { findPlace } from "../../src/brain/place.js";
import type { SessionEvent } from "../../src/sessions/event.js";
import { makeKeeper } from "../../src/sessions/keeper.js";
import { bundleFile, NOW, startWorker, tempDir } from "../brain/support.js";

describe("hook processes that overlap", () => {
  it("lose no delegation, link every child, and free every slot once", { timeout: 120_000 }, async () => {
    const worker = await bundleFile(join(import.meta.dirname, "worker-hooks.ts"));
    const dir = tempDir();
    const [project, home] = [join(dir, "app"), join(dir, "home")];
    nodeFiles.makeDirectory(project);
    const about = { host: "claude-code", project } as const;
    const report = async (events: readonly SessionEvent[]): Promise<void> => {
      const outputs = events.map((event) => startWorker(worker, [project, home, JSON.stringify(event)]).output);
      expect(await Promise.all(outputs)).toEqual(events.map(() => "[]"));
    };
    const ten = Array.from({ length: 10 }, (_, n) => n);
    await report([{ type: "created", session: "root", time: NOW, ...about }]);
    // Ten siblings asked for at once, each reported twice.
    const requested = ten.map(
      (n): SessionEvent => ({
        type: "spawn-requested",
        session: "root",
        callId: `call-${n}`,
        agent: "general",
        time: NOW,
      }),
    );
    await report([...requested, ...requested]);
    await report(
      ten.map((n) => ({
        type: "spawn-started",
        session: `child-${n}`,
        callId: `call-${n}`,
        root: "root",
        time: NOW,
        ...about,
      })),
    );
    const place = findPlace({ project, home, mode: "FULL", stateHome: undefined });
    const keeper = makeKeeper({ place, mode: "FULL" });
    expect(keeper.openSpawns("root", NOW)).toBe(10);
    expect(ten.map((n) => keeper.levelOf(`child-${n}`))).toEqual(ten.map(() => 1));
    expect(
      keeper.ledger
        .read("root")
        ?.spawns.map((each) => each.child)
        .sort(),
    ).toEqual(ten.map((n) => `child-${n}`));
    await report(
      ten.map((n) => ({
        type: "spawn-finished",
        session: "root",
        callId: `call-${n}`,
        outcome: n % 2 ? "success" : "error",
        time: NOW,
      })),
    );
    expect(keeper.openSpawns("root", NOW)).toBe(0);
    expect(keeper.brain.metrics(NOW).spawns).toMatchObject({ total: 10 });
    expect(ten.map((n) => keeper.ledger.read(`child-${n}`)?.sessionState)).toEqual(ten.map(() => "idle"));
  });
});
