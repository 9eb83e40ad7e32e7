import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shell } from "./harness.js";

const words = fc.array(fc.constantFrom("a", "b/c", "-rf", "/x y", "*z", "--all", "it's", "$", ""), { maxLength: 4 });
const commands = fc.tuple(fc.constantFrom("rm", "git", "p1", "cp"), words).map(([name, rest]) => [name, ...rest]);

const single = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
const line = (command: readonly string[]): string => command.map(single).join(" ");

/** Ways to write a word that all mean the same. */
const spellings: readonly ((word: string) => string)[] = [
  single,
  (word) => `"${word.replace(/[\\"$`]/g, "\\$&")}"`,
  (word) => `$'${word.replace(/[\\']/g, "\\$&")}'`,
  (word) => `$'${[...word].map((c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`).join("")}'`,
  (word) => [...word].map(single).join("") || "''",
  (word) => [...word].map((c) => (/[\w/-]/.test(c) ? c : `\\${c}`)).join("") || '""',
];

/** Ways to run a command line that all run it. */
const wrappings: Readonly<Record<string, (text: string) => string>> = {
  subshell: (text) => `( ${text} )`,
  group: (text) => `{ ${text}; }`,
  function: (text) => `f() { ${text}; }; f`,
  chain: (text) => `true && ${text}; :`,
  pipe: (text) => `: | ${text} | cat`,
  condition: (text) => `if ${text}; then :; fi`,
  loop: (text) => `for i in 1; do ${text}; done`,
  negation: (text) => `! ${text}`,
  background: (text) => `${text} &`,
  "bash -c": (text) => `bash -c ${single(text)}`,
  "nested bash -c": (text) => `sh -c ${single(`bash -c ${single(text)}`)}`,
  eval: (text) => `eval ${single(text)}`,
  heredoc: (text) => `bash <<'EOF'\n${text}\nEOF`,
  "pipe to a shell": (text) => `printf %s ${single(text)} | sh`,
  substitution: (text) => `echo "$( ${text} )"`,
  "process substitution": (text) => `p <( ${text} )`,
  variable: (text) => `X=${single(text)}; bash -c "$X"`,
  env: (text) => `env A=1 ${text}`,
  command: (text) => `command ${text}`,
  sudo: (text) => `sudo ${text}`,
  timeout: (text) => `timeout 5 ${text}`,
  trap: (text) => `trap ${single(text)} EXIT`,
  file: (text) => `echo ${single(text)} > /tmp/s.sh; sh /tmp/s.sh`,
};

function runs(text: string, command: readonly string[]): boolean {
  return shell(text).commands.some((each) => {
    const argv = each.argv.map((word) => word.text);
    return argv.length === command.length && argv.every((word, i) => word === command[i]);
  });
}

/** What it does to paths, whatever it was wrapped in. */
function deeds(text: string): string[] {
  const all = shell(text).effects.flatMap((e) =>
    e.kind === "delete" || e.kind === "move" ? [`${e.kind} ${e.path.abs}`] : [],
  );
  return [...new Set(all)].sort();
}

describe("equal spellings list equal commands", { timeout: 120_000 }, () => {
  it("of words", () => {
    const spelt = commands.chain((command) =>
      fc
        .tuple(...command.map(() => fc.constantFrom(...spellings)))
        .map((ways) => ({ command, text: command.map((word, i) => (ways[i] ?? single)(word)).join(" ") })),
    );
    fc.assert(
      fc.property(spelt, ({ command, text }) => {
        expect(shell(text).commands.map((each) => each.argv.map((w) => w.text))).toEqual([command]);
      }),
      { numRuns: 1500 },
    );
  });

  it.each(Object.entries(wrappings))("in %s", (_, wrap) => {
    fc.assert(
      fc.property(commands, (command) => {
        const text = line(command);
        expect(runs(wrap(text), command)).toBe(true);
        expect(deeds(wrap(text))).toEqual(expect.arrayContaining(deeds(text)));
      }),
      { numRuns: 60 },
    );
  });

  it("in wrappings of wrappings", () => {
    const all = Object.values(wrappings).filter((wrap) => wrap !== wrappings.heredoc);
    fc.assert(
      fc.property(
        commands,
        fc.constantFrom(...all),
        fc.constantFrom(wrappings["bash -c"], wrappings.eval, wrappings.subshell, wrappings.file),
        (command, inner, outer) => {
          const text = (outer ?? single)(inner(line(command)));
          expect(runs(text, command)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("leaves harmless commands harmless", () => {
    for (const harmless of ["ls -la", "git status", "npm test", "cat package.json"]) {
      for (const wrap of Object.values(wrappings)) {
        const kinds = shell(wrap(harmless)).effects.filter(
          (e) => e.kind === "delete" || e.kind === "destroy" || (e.kind === "opaque" && e.origin !== "unknown"),
        );
        expect(kinds).toEqual([]);
      }
    }
  });
});
