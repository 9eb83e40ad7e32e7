import { analyse } from "../../../src/call/analyse.js";
import type { Analysis } from "../../../src/call/effect.js";
import { programTable } from "../../../src/call/programs/table.js";

const table = programTable();

export const CWD = "/home/dev/app";
export const HOME = "/home/dev";

/** The analysis of a command line in `/home/dev/app`. */
export function shell(command: string): Analysis {
  const input = { command };
  return analyse({ host: "cli", tool: "bash", rawTool: "bash", input, cwd: CWD, home: HOME, project: CWD }, table);
}

/** The listed commands, each as its words with a space between them. */
export function listed(command: string): string[] {
  return shell(command).commands.map((each) => each.argv.map((word) => word.text).join(" "));
}

/** The listed commands word by word. */
export function argv(command: string): string[][] {
  return shell(command).commands.map((each) => each.argv.map((word) => word.text));
}

/** Class and origin of what is opaque, without repetitions. */
export function opacity(command: string): string[] {
  const all = shell(command).effects.flatMap((e) => (e.kind === "opaque" ? [`${e.class}/${e.origin}`] : []));
  return [...new Set(all)];
}

/** Effects of one kind with their paths. */
export function paths(command: string, kind: string): (string | null)[] {
  return shell(command).effects.flatMap((e) => (e.kind === kind && "path" in e && e.path ? [e.path.abs] : []));
}
