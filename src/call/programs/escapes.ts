import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Programs with a language of their own of which some commands go to a shell: m4(1), dc(1), kak(1), mlr(1).

export const programs: readonly ProgramSpec[] = [
  // Code that a hook of the repository will run.
  {
    names: ["husky"],
    subcommands: { "add set": { operands: { first: ["text", "sh"] }, mutates: true } },
    mutates: true,
  },
  {
    names: ["m4", "gm4"],
    flags: ["-P --prefix-builtins", "-E --fatal-warnings", "-s --synclines", "-G --traditional", "-Q --quiet"],
    values: taking("-D --define, -U --undefine, -I --include, -F --freeze-state, -R --reload-state, -t --trace, -d"),
    handler: "m4",
    mutates: "unknown",
  },
  {
    names: ["dc"],
    values: { "-e --expression": "text", "-f --file": "read" },
    handler: "bang-lines",
    mutates: false,
  },
  {
    names: ["kak"],
    flags: ["-n", "-q", "-ro", "-clear", "-l"],
    style: "single-dash",
    values: taking("-e, -E, -p, -f, -c, -s, -d, -ui, -debug"),
    handler: "kak",
    mutates: "unknown",
  },
  {
    names: ["mlr"],
    style: "words",
    handler: "miller",
    mutates: false,
  },
];

/** What stands on the input, and in the files given that the call itself wrote. */
function texts(inv: Invocation, out: Emitter, words: readonly Word[]): readonly string[] {
  const written = words.flatMap((word) => {
    const text = out.wrote?.(word);
    return text?.known ? [text.text] : [];
  });
  return inv.stdin?.kind === "text" ? [...written, inv.stdin.text] : written;
}

const calls = (text: string, pattern: RegExp, inv: Invocation, out: Emitter): void => {
  for (const match of text.matchAll(pattern)) {
    const code = match.slice(1).find((each) => each !== undefined && each.trim() !== "");
    if (code !== undefined) out.code("sh", plainWord(code.replace(/\\(["\\])/g, "$1")), { via: inv.name });
  }
};

export const handlers: Readonly<Record<string, Handler>> = {
  m4(inv, out) {
    for (const text of texts(inv, out, inv.operands))
      calls(text, /\b(?:m4_)?e?syscmd\(\s*(?:`([^']*)'|\[([^\]]*)\]|([^)]*))/g, inv, out);
  },
  "bang-lines"(inv, out) {
    for (const text of [...texts(inv, out, inv.values("-f")), ...inv.values("-e").map((w) => w.text)])
      calls(text, /(?:^|[\n;])[^\S\n]*!(?![<>=])(.*)/g, inv, out);
  },
  kak(inv, out) {
    for (const word of [...inv.values("-e"), ...inv.values("-E")])
      calls(word.text, /%sh\{((?:[^{}]|\{[^{}]*\})*)\}|%sh\(([^)]*)\)/g, inv, out);
  },
  miller(inv, out) {
    for (const { text } of inv.words) {
      calls(text, /\bsystem\(\s*"((?:[^"\\]|\\.)*)"/g, inv, out);
      for (const match of text.matchAll(/\bexec\(\s*"([^"]*)"\s*(?:,\s*\[([^\]]*)\])?/g)) {
        const words = [...(match[2] ?? "").matchAll(/"([^"]*)"/g)].map((each) => each[1] ?? "");
        out.command([match[1] ?? "", ...words].map(plainWord), { via: "mlr" });
      }
    }
  },
};
