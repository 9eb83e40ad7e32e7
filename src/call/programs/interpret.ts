import type { EffectiveCommand } from "../effect.js";
import { baseName } from "../path.js";
import type { Emitter, Handler } from "./emit.js";
import { applies } from "./forms.js";
import { Invocation } from "./invocation.js";
import type { GivenOption } from "./options.js";
import type { Prepared } from "./prepared.js";
import { operandRoles, optionRoles, unknownOptions, workingDirectory } from "./roles.js";
import type { CommandSpec } from "./spec.js";
import { readsCodeFromStdin, stdinCode } from "./stdin.js";
import { strangeSql } from "./strange-sql.js";
import { strangerRuns } from "./strangers.js";

/** Finds entries and the code that some of them name. */
export interface ProgramTable {
  lookUp(name: string): CommandSpec | undefined;
  /** The entry as commands are divided and judged by it. */
  entry(name: string): Prepared | undefined;
  handler(name: string): Handler | undefined;
}

/** A value that switches a dry run off (`--dry-run=none`). */
const OFF = /^(?:none|false|no|off|0)$/;

/** It asks for help, or for a run that does nothing. */
function onlyShows(option: GivenOption, dry: readonly string[], command: EffectiveCommand): boolean {
  const { name, value } = option;
  if (value === undefined && (name === "--help" || (name === "--version" && !namesVersion(command)))) return true;
  return dry.includes(name) && !(value && OFF.test(value.text));
}

/** `az artifacts universal publish --version 1.0.0`: which version is meant, not which this program is. */
function namesVersion({ argv }: EffectiveCommand): boolean {
  const at = argv.findIndex((w) => w.text === "--version");
  return /^v?\d+(?:\.|$)|^latest$/.test(argv[at + 1]?.text ?? "");
}

/**
 * Writes down what one command does, as far as its program's entry and handler know.
 *
 * Inner commands and code go to `out`, which analyses them in turn.
 */
export function interpret(command: EffectiveCommand, table: ProgramTable, home: string, out: Emitter): void {
  const program = baseName(command.argv[0]?.text ?? "");
  const known = table.entry(program);
  if (!known) {
    out.effect({ kind: "run", program, cataloged: false, mutates: "unknown", network: false });
    strangerRuns(command, out);
    strangeSql(command.argv, out);
    return;
  }
  const inv = new Invocation(known, command, home, out);
  const { entry } = inv;
  let harmless = false;
  let mutates: boolean | undefined;
  let network: boolean | undefined;
  let acts: string[] | undefined;
  for (const option of inv.options) if (onlyShows(option, entry.dry, command)) harmless = true;
  for (const form of entry.forms) {
    if (!applies(form, inv)) continue;
    if (form.harmless) harmless = true;
    mutates ??= form.mutates;
    network ??= form.network;
    if (form.act !== undefined) {
      acts ??= [];
      acts.push(form.act);
    }
  }
  out.effect({
    kind: "run",
    program,
    cataloged: true,
    mutates: harmless ? false : (mutates ?? entry.mutates),
    network: network ?? entry.network,
  });
  if (harmless) return;
  if (acts) {
    const target = inv.operands.map((word) => word.text).join(" ");
    for (const act of acts) out.act(act, target);
  }
  const place = workingDirectory(inv, out);
  for (const file of entry.executes) {
    if (file.text.includes("*"))
      for (const found of out.written?.(file.text) ?? [])
        out.effect({ kind: "read", path: out.path(found), how: "execute" });
    else if (out.wrote?.(file, place)) out.effect({ kind: "read", path: out.path(file, place), how: "execute" });
  }
  if (entry.takesCommand) unknownOptions(inv, table, out, place);
  optionRoles(inv, out, place);
  operandRoles(inv, out, place);
  if (entry.stdin && readsCodeFromStdin(inv)) stdinCode(entry.stdin, inv, out);
  entry.handlerOf(table)?.(inv, out);
}
