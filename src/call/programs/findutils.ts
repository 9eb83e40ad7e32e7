import { plainWord, reworded, type Word } from "../word.js";
import type { Handler } from "./emit.js";
import { EVERYTHING, foundFrom, readFind, SOME } from "./find-expression.js";
import type { ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";
import { replaced } from "./wrappers-input.js";

// Programs that search: find(1) and locate(1) of findutils 4.9, fd(1) 10, grep(1) 3.11, rg(1) 14, ag, ack.

export const programs: readonly ProgramSpec[] = [
  {
    names: ["find", "gfind", "bfs"],
    style: "words",
    handler: "find",
    // What -exec runs counts by itself.
    forms: [{ when: { operand: ["-delete", "-fprint*", "-fls"] }, mutates: true }],
    mutates: false,
  },
  {
    names: ["fd", "fdfind"],
    flags:
      "-H --hidden, -I --no-ignore, -u --unrestricted, -s --case-sensitive, -i --ignore-case, -g --glob, --regex, -F --fixed-strings, -a --absolute-path, -l --list-details, -L --follow, -p --full-path, -0 --print0, -1, -q --quiet, --no-ignore-vcs, --no-ignore-parent, --no-require-git, --show-errors, --one-file-system, --prune, --strip-cwd-prefix, --no-follow".split(
        ", ",
      ),
    values: {
      ...taking(
        "-d --max-depth, --min-depth, --exact-depth, -E --exclude, -t --type, -e --extension, -S --size, --changed-within --newer, --changed-before --older, -o --owner, --format, --batch-size, --ignore-file, -c --color, -j --threads, --max-buffer-time, --max-results, --path-separator, --and, --hyperlink",
      ),
      "-C --base-directory": "cwd",
      "--search-path": "list",
    },
    optional: {},
    handler: "fd",
    mutates: false,
  },
  {
    names: [
      "grep",
      "egrep",
      "fgrep",
      "zgrep",
      "ggrep",
      "pcregrep",
      "pcre2grep",
      "rgrep",
      "ugrep",
      "ug",
      "bzgrep",
      "xzgrep",
    ],
    flags: [..."EFGPivwxcLlqsobHhnTUzaIrRyZ"]
      .map((c) => `-${c}`)
      .concat([
        "--recursive",
        "--ignore-case",
        "--invert-match",
        "--quiet",
        "--count",
        "--line-number",
        "--only-matching",
        "--files-with-matches",
      ]),
    values: {
      "-e --regexp": "text",
      "-f --file": "read",
      ...taking(
        "-m --max-count, -A --after-context, -B --before-context, -C --context, -d --directories, -D --devices, --include, --exclude, --exclude-dir, --label, --binary-files, --group-separator",
      ),
      "--exclude-from": "read",
      "--pager": "program",
      "--filter": "program",
    },
    optional: { "--color --colour": "text" },
    handler: "grep",
    mutates: false,
  },
  {
    names: ["rg", "ripgrep", "rga"],
    flags: [..."FivSsUwxclLnNhHoapqz0PIbu."]
      .map((c) => `-${c}`)
      .concat([
        "--files",
        "--hidden",
        "--no-ignore",
        "--files-with-matches",
        "--type-list",
        "--json",
        "--stats",
        "--multiline",
        "--pcre2",
      ]),
    values: {
      "-e --regexp": "text",
      "-f --file": "read",
      "--pre": "program",
      "--hostname-bin": "program",
      "--ignore-file": "read",
      ...taking(
        "-m --max-count, -A --after-context, -B --before-context, -C --context, -g --glob, --iglob, -t --type, -T --type-not, --type-add, --type-clear, -r --replace, -d --max-depth --maxdepth, -E --encoding, -j --threads, -M --max-columns, --max-filesize, --sort, --sortr, --color, --colors, --context-separator, --dfa-size-limit, --engine, --field-context-separator, --field-match-separator, --path-separator, --pre-glob, --regex-size-limit, --generate, --hyperlink-format",
      ),
    },
    handler: "grep",
    mutates: false,
  },
  {
    names: ["ag", "ack", "ack-grep", "pt", "sift"],
    values: {
      "--pager": "program",
      "-f": "read",
      ...taking(
        "-A --after, -B --before, -C --context, -G --file-search-regex, -g, --ignore, --ignore-dir, -m --max-count, -p --path-to-ignore, --depth, -W --width, --type, --output",
      ),
    },
    handler: "grep",
    mutates: false,
  },
  {
    names: ["locate", "plocate", "mlocate", "mdfind"],
    values: taking("-d --database, -l -n --limit, -onlyin, -name"),
    operands: "text",
    mutates: false,
  },
  { names: ["updatedb"], operands: "text", mutates: true },
];

/** More actions on more starting points than this are not looked into one by one. */
const MOST = 1024;

const find: Handler = (inv, out) => {
  const reading = readFind(inv.words);
  for (const start of reading.starts) out.effect({ kind: "list", path: out.path(start) });
  if (reading.starts.length * reading.actions.length > MOST) {
    out.effect({ kind: "opaque", class: "bounds", origin: "unknown", source: inv.name });
    return;
  }
  for (const { kind, words, narrowing } of reading.actions) {
    const [file] = words;
    if (kind === "write") {
      if (file) out.effect({ kind: "write", path: out.path(file), how: "overwrite" });
      continue;
    }
    for (const start of reading.starts) {
      const met = foundFrom(start, narrowing);
      if (kind === "delete") {
        const path = out.path(met);
        out.effect({ kind: "delete", path, recursive: !narrowing.narrowed });
      } else if (file) {
        const place = kind === "execdir" ? out.path(start).abs : undefined;
        const inner =
          place === undefined
            ? {}
            : { cwd: place === null || !narrowing.narrowed ? place : `${place === "/" ? "" : place}/⟦found⟧` };
        out.command(
          words.map((word) => replaced(word, "{}", met.text.startsWith("/") ? met : absolute(met, inv.cwd))),
          { via: `find -${kind}`, ...inner },
        );
      }
    }
  }
};

/** A word that means the same whatever directory it is read in. */
function absolute(word: Word, cwd: string | null): Word {
  return cwd === null || word.tilde || word.text.startsWith("⟦")
    ? word
    : reworded(word, `${cwd}/${word.text}`.replace("/./", "/"));
}

/** fd(1): a pattern, then directories; what follows -x is run for each match, what follows -X for all. */
const fd: Handler = (inv, out) => {
  const at = inv.words.findIndex((w) => /^(?:-x|--exec|-X|--exec-batch)$|^--exec(?:-batch)?=/.test(w.text));
  const before = at < 0 ? inv.words.length : at;
  const [pattern, ...roots] = inv.operands.filter((w) => inv.words.indexOf(w) < before);
  const starts = [...roots, ...inv.values("--search-path")];
  if (starts.length === 0) starts.push({ text: ".", known: true, glob: false, tilde: false });
  for (const start of starts) out.effect({ kind: "list", path: out.path(start) });
  if (at < 0) return;
  const words = inv.words.slice(at + 1).filter((w, i, all) => !(w.text === ";" && i === all.length - 1));
  const narrowed =
    (pattern !== undefined && !/^[.*^$?]*$/.test(pattern.text)) ||
    inv.has("-e", "-S", "--changed-within", "--changed-before", "-o");
  if (words.length === 0) return;
  const placeholder = /\{(?:\/\/|\/\.|\/|\.)?\}/;
  for (const start of starts) {
    const met = foundFrom(start, narrowed ? SOME : EVERYTHING);
    const placed = words.map((w) =>
      placeholder.test(w.text) ? replaced({ ...w, text: w.text.replace(placeholder, "{}") }, "{}", met) : w,
    );
    out.command(words.some((w) => placeholder.test(w.text)) ? placed : [...placed, met], { via: "fd -x" });
  }
};

const GIVE_PATTERN = ["-e", "-f", "--files", "--type-list"];
const SHOW_NO_LINES = ["-q", "-l", "-c", "-L", "--quiet", "--files-with-matches", "--count", "--files"];

/** Patterns first, unless an option gave one; then files to search in. */
const grep: Handler = (inv, out) => {
  const words = inv.operands;
  const given = inv.hasAny(GIVE_PATTERN) || inv.name === "pt" || inv.name === "sift";
  const quiet = inv.hasAny(SHOW_NO_LINES);
  const roots = words.slice(given ? 0 : 1);
  for (const root of roots) {
    const path = out.path(root);
    out.effect(quiet ? { kind: "list", path } : { kind: "read", path, how: "search" });
  }
  if (quiet) return;
  // Files of certain names are searched for wherever they lie: those are what is read.
  for (const root of roots.length > 0 ? roots : [plainWord(".")])
    for (const { text, known } of ONLY_FILES.flatMap((name) => inv.values(name)))
      if (known && !/^!|(?:^|\/)\*+$/.test(text))
        out.effect({ kind: "read", path: out.path(below(root, text)), how: "search" });
};

const ONLY_FILES = ["--include", "-g", "--iglob"];

/** A pattern for files at any depth below a directory. */
function below(root: Word, pattern: string): Word {
  const name = pattern.replace(/^(?:\/|\*\*\/)+/, "");
  const text = `${root.text.replace(/\/$/, "")}/${name}`;
  return { ...reworded(root, text), glob: root.glob || /[*?[{]/.test(name) };
}

export const handlers: Readonly<Record<string, Handler>> = { find, fd, grep };
