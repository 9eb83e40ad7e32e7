import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll } from "vitest";
import { type Files, fault, nodeFiles } from "../../src/brain/files.js";
import { findPlace, type Place } from "../../src/brain/place.js";
import type { Session } from "../../src/brain/schema/session.js";
import type { Mode } from "../../src/policy/mode.js";

/** 2026-01-02 03:04:05 UTC. */
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
export const HOUR = 3_600_000;

const made: string[] = [];
afterAll(() => {
  for (const each of made.splice(0)) rmSync(each, { recursive: true, force: true });
});

/** A fresh directory that is removed after the test file. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "bailiff-brain-"));
  made.push(dir);
  return dir;
}

/** A project nobody initialised, and a home, in a fresh directory. */
export function freshPlace(mode: Mode = "FULL", files?: Files): Place {
  const dir = tempDir();
  nodeFiles.makeDirectory(join(dir, "project"));
  return findPlace({ project: join(dir, "project"), home: join(dir, "home"), mode, stateHome: undefined }, files);
}

/** Bundles a worker beside this file, so that plain node can run it. */
export function bundleWorker(name: string): Promise<string> {
  return bundleFile(join(import.meta.dirname, `${name}.ts`));
}

/** Bundles any worker. */
export async function bundleFile(entry: string): Promise<string> {
  const outfile = join(tempDir(), "worker.mjs");
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return outfile;
}

/** Starts a worker; `output` settles when it ends. */
export function startWorker(script: string, args: readonly string[]): { child: ChildProcess; output: Promise<string> } {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const output = new Promise<string>((resolve) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.on("close", () => resolve(text));
  });
  return { child, output };
}

/** A file system whose k-th changing call (from 0) fails, and all after it too: as if the process died there. */
export function dyingFiles(k: number, code = "EIO", base: Files = nodeFiles): Files & { readonly count: () => number } {
  let calls = 0;
  const step = (): void => {
    if (calls++ >= k) throw fault(code, "injected");
  };
  return {
    ...base,
    create(path, text, durable) {
      if (calls >= k) {
        calls++;
        // What a full disk or a kill leaves: the beginning.
        base.create(path, text.slice(0, text.length / 2), durable);
        throw fault(code, "injected");
      }
      step();
      base.create(path, text, durable);
    },
    rename(from, to) {
      step();
      base.rename(from, to);
    },
    link(from, to) {
      step();
      base.link(from, to);
    },
    remove(path) {
      step();
      base.remove(path);
    },
    makeDirectory(path) {
      step();
      base.makeDirectory(path);
    },
    syncDirectory(path) {
      step();
      base.syncDirectory(path);
    },
    count: () => calls,
  };
}

/** A session's record, complete. */
export function sessionRecord(id: string, change: Partial<Session> = {}): Session {
  return {
    version: 1,
    id,
    host: "opencode",
    project: "/home/dev/app",
    parent: null,
    root: id,
    confirmed: true,
    agent: null,
    scope: null,
    level: 0,
    control: "full",
    created: NOW,
    lastSeen: NOW,
    sessionState: "new",
    previousState: null,
    stateHistory: [{ state: "new", time: NOW, event: "created" }],
    ended: false,
    spawns: [],
    spawned: [],
    compactions: 0,
    messages: 0,
    firstTool: null,
    told: { standing: null, resumed: null, pause: null, compacted: null },
    ...change,
  };
}
