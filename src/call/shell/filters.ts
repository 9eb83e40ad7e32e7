import type { Evaluation } from "./evaluators.js";

// What filters of text make of a known input, in the forms that people write on one line.

type Filter = (e: Evaluation) => string | undefined;

/** Longer inputs are not worked through. */
const LONGEST = 8192;

function known({ input, shell }: Evaluation): string[] | undefined {
  if (input === undefined || input.length > LONGEST || shell.holes.in(input)) return undefined;
  return (input.endsWith("\n") ? input.slice(0, -1) : input).split("\n");
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
const plain = (words: readonly string[], options: RegExp): boolean => words.every((word) => options.test(word));

/** Leaves every line as it is, in these forms. */
const same =
  (options: RegExp): Filter =>
  (e) => {
    const lines = plain(e.words, options) ? known(e) : undefined;
    return lines && joined(lines);
  };

const sort: Filter = (e) => {
  const lines = plain(e.words, /^-[rufnbdi]+$/) ? known(e) : undefined;
  if (!lines) return undefined;
  const flags = e.words.join("");
  const sorted = [...(flags.includes("u") ? new Set(lines) : lines)].sort();
  return joined(flags.includes("r") ? sorted.reverse() : sorted);
};

const uniq: Filter = (e) => {
  const lines = e.words.length === 0 ? known(e) : undefined;
  return lines && joined(lines.filter((line, i) => i === 0 || line !== lines[i - 1]));
};

/** `cut -c4-`, `cut -d';' -f2`. */
const cut: Filter = (e) => {
  const words = e.words.flatMap((word) => (/^-[cdf]./s.test(word) ? [word.slice(0, 2), word.slice(2)] : [word]));
  const given = new Map<string, string>();
  for (let i = 0; i < words.length; i += 2) given.set(words[i] as string, words[i + 1] ?? "");
  const list = given.get("-c") ?? given.get("-f") ?? "";
  const lines =
    /^\d+(?:,\d+)*$|^\d*-\d*$/.test(list) && words.every((w, i) => i % 2 === 1 || /^-[cdf]$/.test(w))
      ? known(e)
      : undefined;
  if (!lines) return undefined;
  const border = given.has("-f") ? (given.get("-d") ?? "\t") : "";
  return joined(
    lines.map((line) => {
      if (border !== "" && !line.includes(border)) return line;
      const parts = border === "" ? [...line] : line.split(border);
      return parts.filter((_, i) => within(i + 1, list)).join(border);
    }),
  );
};

function within(n: number, list: string): boolean {
  const range = /^(\d*)-(\d*)$/.exec(list);
  if (!range) return list.split(",").includes(String(n));
  return n >= Number(range[1] || 1) && n <= Number(range[2] || Number.MAX_SAFE_INTEGER);
}

const paste: Filter = (e) => {
  const given = e.words.join(" ");
  const match = /^-s(?: -)?$|^(?:-sd ?|-s -d ?)(.)(?: -)?$/s.exec(given);
  const lines = match ? known(e) : undefined;
  return lines && `${lines.join(match?.[1] || "\t")}\n`;
};

/** `grep` for a text without anything special in it. */
const grep: Filter = (e) => {
  const words = e.words.filter((word) => !/^-[FEhsi]+$|^-v$/.test(word));
  const [pattern] = words;
  const lines =
    words.length === 1 && pattern !== undefined && !/[-*+?()[\]{}|\\^$]/.test(pattern) ? known(e) : undefined;
  if (!lines || pattern === undefined) return undefined;
  const fold = e.words.some((word) => /^-[A-Za-z]*i/.test(word));
  const text = (of: string): string => (fold ? of.toLowerCase() : of);
  // A dot stands for any character.
  const found = (line: string): boolean =>
    text(pattern)
      .split(".")
      .every((part) => text(line).includes(part)) && line !== "";
  return joined(lines.filter((line) => found(line) !== e.words.includes("-v")));
};

const SUBSTITUTION = /^s(.)((?:(?!\1)[^\\]|\\.)*)\1((?:(?!\1)[^\\]|\\.)*)\1(g?)$/s;

/** One `s` command whose pattern is a text, an end of the line or the whole line. */
const sed: Filter = (e) => {
  const words = e.words.filter((word) => !/^(?:-[Ere]|--expression|--regexp-extended)$/.test(word));
  const match = words.length === 1 ? SUBSTITUTION.exec(words[0] as string) : null;
  if (!match || e.input === undefined || e.input.length > LONGEST) return undefined;
  const [, border = "/", raw = "", by = "", all] = match;
  const pattern = raw.replaceAll(`\\${border}`, border);
  if (/\\[^&n/]/.test(by)) return undefined;
  const change = replacement(pattern, all === "g");
  if (!change) return undefined;
  // Of what is not known only the ends can be told.
  if (e.shell.holes.in(e.input) && !/^(?:\^|\$|\^?\.\*\$?)$/.test(pattern)) return undefined;
  const lines = (e.input.endsWith("\n") ? e.input.slice(0, -1) : e.input).split("\n");
  const fill = (whole: string): string =>
    by.replace(/\\(.)|&/gs, (mark, escaped?: string) =>
      escaped === undefined ? whole : escaped === "n" ? "\n" : escaped === border || escaped === "&" ? escaped : mark,
    );
  return joined(lines.map((line) => change(line, fill)));
};

function replacement(
  pattern: string,
  all: boolean,
): ((line: string, fill: (whole: string) => string) => string) | undefined {
  if (pattern === "^") return (line, fill) => fill("") + line;
  if (pattern === "$") return (line, fill) => line + fill("");
  if (/^\^?\.\*\$?$/.test(pattern)) return (line, fill) => fill(line);
  if (pattern === "" || /[\\^$.*+?()[\]{}|]/.test(pattern)) return undefined;
  return (line, fill) =>
    all ? line.replaceAll(pattern, () => fill(pattern)) : line.replace(pattern, () => fill(pattern));
}

const PRINT = /^\s*(BEGIN|END)?\s*\{\s*print\s*\(?((?:\s*(?:"(?:[^"\\]|\\.)*"|\$(?:\d+|NF)|,))+)\s*\)?\s*;?\s*\}\s*$/;

/** `awk '{print "text" $1}'`. */
const awk: Filter = (e) => {
  const match = e.words.length === 1 ? PRINT.exec(e.words[0] as string) : null;
  if (!match) return undefined;
  const parts = [...(match[2] as string).matchAll(/"((?:[^"\\]|\\.)*)"|\$(\d+|NF)|,/g)];
  const fields = parts.some((part) => part[2] !== undefined);
  const print = (line: string): string =>
    parts
      .map(([whole, text, field]) => {
        if (whole === ",") return " ";
        if (text !== undefined)
          return text.replace(/\\(.)/g, (_, c: string) => (c === "n" ? "\n" : c === "t" ? "\t" : c));
        if (field === "0") return line;
        const all = line.split(/\s+/).filter((each) => each !== "");
        return (field === "NF" ? all.at(-1) : all[Number(field) - 1]) ?? "";
      })
      .join("");
  if (match[1] !== undefined) return fields ? undefined : `${print("")}\n`;
  if (e.input === undefined || e.input.length > LONGEST) return undefined;
  // Of a line that is not known only the whole can be told.
  const open = e.shell.holes.in(e.input);
  if (open && (parts.length < 2 || parts.some((part) => part[2] !== undefined && part[2] !== "0"))) return undefined;
  return joined((e.input.endsWith("\n") ? e.input.slice(0, -1) : e.input).split("\n").map(print));
};

/** A text and nothing else for a program: `jq -rn '"text"'`. */
const jq: Filter = ({ words }) => {
  const [text] = words.filter((word) => !/^-[rncjM]+$/.test(word));
  const literal = /^\s*"([^"\\]*)"\s*$/.exec(text ?? "")?.[1];
  return literal !== undefined && words.some((word) => /^-[a-zA-Z]*n/.test(word)) ? `${literal}\n` : undefined;
};

const yes: Filter = ({ words }) => `${words.join(" ") || "y"}\n`.repeat(16);

export const filters: Readonly<Record<string, Filter>> = {
  sort,
  gsort: sort,
  uniq,
  cut,
  paste,
  grep,
  egrep: grep,
  fgrep: grep,
  sed,
  gsed: sed,
  awk,
  gawk: awk,
  mawk: awk,
  jq,
  yes,
  column: same(/^-t$/),
  fold: same(/^-|^\d+$/),
  iconv: same(/^-|^[\w-]+$/),
  dd: same(/^(?:status|bs|count|ibs|obs)=/),
  envsubst: same(/^$/),
  m4: same(/^$/),
  pv: same(/^-/),
  sponge: same(/^$/),
  ts: same(/^$/),
  nl: (e) => {
    const lines = known(e);
    return (
      lines &&
      joined(
        lines.map(
          (line, i) => `${i + 1}${/^-s(.)$/s.exec(e.words.find((w) => w.startsWith("-s")) ?? "")?.[1] ?? "\t"}${line}`,
        ),
      )
    );
  },
};
