import type { Effect, Remote } from "../effect.js";
import { baseName } from "../path.js";
import type { Word } from "../word.js";
import type { Emitter, Invocation } from "./emit.js";
import { inputWords } from "./input.js";
import type { ProgramTable } from "./interpret.js";
import { joinWords } from "./join.js";
import type { Role } from "./spec.js";

/** The directory in which a command works, as its options say. */
export function workingDirectory(inv: Invocation, out: Emitter): string | null {
  let cwd = inv.cwd;
  for (const option of inv.options) {
    if (option.role !== "cwd" || !option.value) continue;
    const path = out.path(option.value, cwd);
    // Whatever the command does there, it is there.
    out.effect({ kind: "list", path });
    cwd = path.abs;
  }
  return cwd;
}

/** What the values of its options are for. */
export function optionRoles(inv: Invocation, out: Emitter, cwd: string | null): void {
  for (const option of inv.options) if (option.value && option.role) role(option.role, option.value, inv, out, cwd);
}

/** `NAME=value` in front of a command. */
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** What its operands are for. */
export function operandRoles(inv: Invocation, out: Emitter, cwd: string | null): void {
  const words = inv.operands;
  const { first, rest, last, join } = inv.entry.operands;
  let at = 0;
  let env = inv.env;
  if (inv.entry.assignments) {
    while (ASSIGNMENT.test(words[at]?.text ?? "")) at++;
    if (at > 0) env = { ...env, ...assigned(words.slice(0, at)) };
  }
  let remote: Remote | undefined;
  for (const each of first) {
    const word = words[at++];
    if (!word) return;
    if (inv.entry.remote && remote === undefined) remote = { kind: inv.entry.remote, name: word.text };
    role(each, word, inv, out, cwd);
  }
  if (rest === "command") {
    if (words[at]?.text === "--") at++;
    if (at >= words.length) return;
    const inner = words.slice(at);
    if (inv.entry.appendsInput) inner.push(...inputWords(inv, "words"));
    out.command(inner, { cwd, env, remote });
    return;
  }
  if (join && at < words.length) {
    out.code("sh", joinWords(words.slice(at)), { cwd, env, remote });
    return;
  }
  let end = words.length;
  if (last !== undefined && end - at > (rest === undefined ? 0 : 1)) role(last, words[--end] as Word, inv, out, cwd);
  if (rest !== undefined) for (; at < end; at++) role(rest, words[at] as Word, inv, out, cwd);
}

function assigned(words: readonly Word[]): Record<string, Word> {
  const env: Record<string, Word> = {};
  for (const word of words) {
    const equals = word.text.indexOf("=");
    env[word.text.slice(0, equals)] = { ...word, text: word.text.slice(equals + 1) };
  }
  return env;
}

const MOST_CANDIDATES = 8;

/**
 * An option that a wrapper's entry does not list may take the next word or not, so the inner command
 * may begin at any later word: each known program there is a candidate, and the whole is opaque.
 */
export function unknownOptions(inv: Invocation, table: ProgramTable, out: Emitter, cwd: string | null): void {
  if (!inv.options.some((option) => !option.known && option.value === undefined)) return;
  const source = inv.words.map((w) => w.text).join(" ");
  out.effect({ kind: "opaque", class: "arguments", origin: "unknown", source });
  const skipped = inv.entry.operands.first.length;
  const words = inv.operands;
  let left = MOST_CANDIDATES;
  for (let i = 0; i < words.length && left > 0; i++) {
    if (i === skipped || !table.lookUp(baseName(words[i]?.text ?? ""))) continue;
    left--;
    out.command(words.slice(i), { cwd, certainty: "possible" });
  }
}

function role(role: Role, word: Word, inv: Invocation, out: Emitter, cwd: string | null): void {
  switch (role) {
    case "text":
    case "cwd":
      return;
    case "read":
      if (word.text !== "-") out.effect({ kind: "read", path: out.path(word, cwd) });
      return;
    case "list":
      out.effect({ kind: "list", path: out.path(word, cwd) });
      return;
    case "write":
      if (word.text !== "-") out.effect({ kind: "write", path: out.path(word, cwd), how: "overwrite" });
      return;
    case "append":
    case "inplace":
    case "mkdir":
    case "touch":
    case "extract":
      out.effect({ kind: "write", path: out.path(word, cwd), how: role });
      return;
    case "delete":
    case "delete-tree":
      out.effect({ kind: "delete", path: out.path(word, cwd), recursive: role === "delete-tree" });
      return;
    case "destroy":
      out.effect({ kind: "destroy", path: out.path(word, cwd), how: "truncate" });
      return;
    case "script":
    case "source":
      runFile(word, out, cwd);
      return;
    case "sh":
      out.code("sh", word, { cwd });
      return;
    case "program":
      out.code("sh", word, { cwd, certainty: "possible" });
      return;
    case "code":
      out.code(inv.entry.language, word, { cwd });
      return;
    case "sql":
      out.code("sql", word, { cwd });
      return;
    case "command":
      out.command([word], { cwd });
      return;
    case "url": {
      // A file by its address is no page: it is read.
      const file = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(word.text)?.[1];
      if (file === undefined) out.effect({ kind: "reach", url: word.text });
      else out.effect({ kind: "read", path: out.path({ ...word, text: file }) });
      return;
    }
    case "host":
      out.effect({ kind: "reach", url: word.text });
      return;
    case "remote-read":
    case "remote-write":
      remotePath(role, word, inv.entry.remote ?? "host", out, cwd);
      return;
    case "upload":
      out.effect({ kind: "send", what: "file", path: out.path(word, cwd), to: "" });
      return;
    case "upload-at":
      if (word.text.startsWith("@") && word.text !== "@-") {
        const file = { ...word, text: word.text.slice(1) };
        out.effect({ kind: "send", what: "file", path: out.path(file, cwd), to: "" });
      }
      return;
    default:
      role satisfies never;
  }
}

function runFile(word: Word, out: Emitter, cwd: string | null): void {
  if (word.text === "-" || word.text === "/dev/stdin") return;
  if (!word.known && word.text.startsWith("⟦")) {
    out.effect({ kind: "opaque", class: "script-file", origin: word.taint ?? "unknown", source: word.text });
    return;
  }
  out.effect({ kind: "read", path: out.path(word, cwd), how: "execute" });
}

function remotePath(
  role: "remote-read" | "remote-write",
  word: Word,
  kind: Remote["kind"],
  out: Emitter,
  cwd: string | null,
): void {
  const match = /^(?:[a-z]+:\/\/)?([^/:]+(?:@[^/:]+)?):(?!\/\/)(.*)$/.exec(word.text);
  if (!match) {
    const effect: Effect =
      role === "remote-read"
        ? { kind: "read", path: out.path(word, cwd) }
        : { kind: "write", path: out.path(word, cwd), how: "overwrite" };
    out.effect(effect);
    return;
  }
  const [, name = "", there = ""] = match;
  const remote: Remote = { kind, name };
  out.effect({ kind: "reach", url: name });
  const ref = { text: word.text, abs: there.startsWith("/") ? there : null, glob: word.glob, known: word.known };
  out.effect(
    role === "remote-read"
      ? { kind: "read", path: ref, remote }
      : { kind: "write", path: ref, how: "overwrite", remote },
  );
}
