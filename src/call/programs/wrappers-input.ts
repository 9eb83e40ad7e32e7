import { plainWord, reworded, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { inputWords } from "./input.js";
import { joinWords } from "./join.js";
import type { ProgramSpec } from "./spec.js";
import { type Cut, shellQuoted, splitArguments } from "./split.js";
import { stdinCode } from "./stdin.js";
import { taking } from "./wrapper.js";

// Programs that build commands from their input: xargs(1) of findutils 4.9 and BSD, parallel(1), at(1).

export const programs: readonly ProgramSpec[] = [
  {
    names: ["xargs", "gxargs"],
    style: "posix",
    flags: [
      "-0 --null",
      "-o --open-tty",
      "-p --interactive",
      "-r --no-run-if-empty",
      "-t --verbose",
      "-x --exit",
      "--show-limits",
    ],
    values: {
      ...taking(
        "-d --delimiter, -E, -I, -J, -L, -n --max-args, -P --max-procs, -R, -s --max-chars, -S, --process-slot-var",
      ),
      "-a --arg-file": "read",
    },
    optional: taking("-e --eof, -i --replace, -l --max-lines"),
    handler: "xargs",
    mutates: false,
  },
  {
    names: ["parallel", "sem", "sql-parallel", "env_parallel"],
    style: "posix",
    flags:
      "-0 --null, -k --keep-order, -q --quote, -t --verbose, -u --ungroup, -X, -m, -p --interactive, --bar, --progress, --eta, --line-buffer --lb, --pipe, --pipe-part --pipepart, --no-notice, --will-cite, --citation, --xapply --link, --shuf, -x --exit, -r --no-run-if-empty, --tag, --files, --group, --semaphore, --fg, --bg, --wait, --resume, --resume-failed, --retry-failed, --cleanup, --controlmaster, --plain, --csv, --header, --use-cpus-instead-of-cores, --tmux, --tty, --ctrlc, --nonall, --onall, --round-robin, --cat, --fifo, --latest-line --ll, --color, --ungroup, --skip-first-line, --trim-blank, --unsafe".split(
        ", ",
      ),
    values: {
      ...taking(
        "-I, -j --jobs --max-procs -P, -n --max-args, -N --max-replace-args, -L --max-lines, -d --delimiter, -C --colsep, -E, -s --max-chars, -S --sshlogin, --sshloginfile --slf, --timeout, --delay, --retries, --halt --halt-on-error, --joblog --results, --tagstring, --block, --recstart, --recend, --env, --nice, --load, --memfree, --memsuspend, --noswap, --tmpdir, --compress-program, --profile -J, --rpl, --seqreplace, --plus, --arg-sep, --arg-file-sep, --basefile, --transferfile, --return, --id --semaphore-name, --st --semaphore-timeout, --shellquote, --limit, --process-slot-var, --regexp, --template, --trim, --ssh, --filter",
      ),
      "--wd --workdir": "cwd",
      "-a --arg-file": "read",
    },
    optional: taking("-i --replace, -l, --header"),
    dry: ["--dry-run --dryrun"],
    handler: "parallel",
    mutates: false,
  },
  {
    names: ["at"],
    flags: ["-V", "-m", "-M", "-v", "-b", "-k", "-l", "-c", "-d", "-r"],
    values: { "-q": "text", "-f": "script", "-t": "text" },
    forms: [
      { when: { any: ["-l", "-c", "-d", "-r", "-V"] }, mutates: true },
      { when: { none: ["-l", "-c", "-d", "-r", "-V"] }, act: "persistence/cron" },
    ],
    handler: "at",
    mutates: "unknown",
  },
  {
    names: ["batch"],
    flags: ["-m", "-M"],
    values: { "-q": "text", "-f": "script" },
    forms: [{ act: "persistence/cron" }],
    handler: "at",
    mutates: "unknown",
  },
];

/** More commands than this are not looked into one by one: the call is refused as too large to read. */
const MOST_COMMANDS = 512;

function within<T>(items: readonly T[], inv: Invocation, out: Emitter): readonly T[] {
  if (items.length <= MOST_COMMANDS) return items;
  out.effect({ kind: "opaque", class: "bounds", origin: "unknown", source: inv.name });
  return items.slice(0, MOST_COMMANDS);
}

const xargs: Handler = (inv, out) => {
  if (inv.operands.length === 0) return;
  const replace =
    inv.value("-I")?.text ?? inv.value("-J")?.text ?? (inv.has("-i") ? (inv.value("-i")?.text ?? "{}") : undefined);
  if (/^(?:.*\/)?rm$/.test(inv.operands[0]?.text ?? "") && listsUntracked(inv))
    out.act("git-history/clean", "git ls-files --others | xargs rm");
  const cut = cutOf(inv, replace !== undefined && !inv.has("-J"));
  const file = inv.value("-a");
  const written = file && out.wrote?.(file);
  const items: readonly Word[] = written?.known
    ? splitArguments(written.text, cut).map(plainWord)
    : file
      ? [{ text: "⟦file⟧", known: false, glob: false, tilde: false, taint: written?.taint ?? file.taint ?? "file" }]
      : inputWords(inv, cut);
  if (inv.stdin?.kind === "text" && inv.stdin.ambiguous) {
    const any: Word = { text: "⟦stdin⟧", known: false, glob: false, tilde: false, taint: inv.stdin.taint ?? "unknown" };
    const words =
      replace === undefined ? [...inv.operands, any] : inv.operands.map((word) => replaced(word, replace, any));
    out.command(words, { certainty: "possible" });
  }
  if (replace === undefined) {
    for (const group of within(groups(items, cut, inv), inv, out)) out.command([...inv.operands, ...group]);
    return;
  }
  for (const item of within(items, inv, out)) out.command(inv.operands.map((word) => replaced(word, replace, item)));
};

/** Every file that git does not track, with nothing picked from the list. */
function listsUntracked(inv: Invocation): boolean {
  const [source, ...filters] = inv.upstream;
  if (!source || filters.length > 0) return false;
  return /^git ls-files(?: -\S+)* (?:-\w*o|--others)(?: -\S+)*$/.test(source.argv.map((w) => w.text).join(" "));
}

/** The arguments of each command: so many (`-n`), those of so many lines (`-L`), else all together. */
function groups(items: readonly Word[], cut: Cut, inv: Invocation): readonly (readonly Word[])[] {
  const { stdin } = inv;
  const lines = inv.has("-l") ? Number(inv.value("-l")?.text ?? 1) : Number(inv.value("-L")?.text);
  if (lines > 0 && cut === "words" && stdin?.kind === "text" && stdin.known && !inv.has("-a")) {
    // A blank at a line's end joins it with the next.
    const all = stdin.text.replace(/[ \t]\n/g, " ").split("\n");
    const filled = all.map((line) => splitArguments(line).map(plainWord)).filter((words) => words.length > 0);
    return chunks(filled, lines).map((each) => each.flat());
  }
  const most = lines > 0 && cut !== "words" ? lines : Number(inv.value("-n")?.text);
  return most > 0 ? chunks(items, most) : [items];
}

/** Without any argument a command runs once all the same. */
function chunks<T>(all: readonly T[], size: number): T[][] {
  if (all.length === 0) return [[]];
  const out: T[][] = [];
  for (let at = 0; at < all.length; at += size) out.push(all.slice(at, at + size));
  return out;
}

function cutOf(inv: Invocation, lines: boolean): Cut {
  const delimiter = inv.value("-d")?.text;
  if (inv.has("-0") || delimiter === "\\0") return "nul";
  if (delimiter !== undefined) return { at: delimiter.replace("\\n", "\n").replace("\\t", "\t") };
  return lines ? "quoted-lines" : "words";
}

/** A word with a placeholder filled in. */
export function replaced(word: Word, placeholder: string, item: Word): Word {
  if (placeholder === "" || !word.text.includes(placeholder)) return word;
  if (word.text === placeholder) return item;
  const text = word.text.replaceAll(placeholder, item.text);
  if (item.known && !item.glob) return reworded(word, text);
  return reworded(word, text, word.tilde, word.glob || item.glob, word.known && item.known, item.taint ?? word.taint);
}

/** parallel(1): a template of shell code, and lists of arguments after `:::`, in files or on the input. */
const parallel: Handler = (inv, out) => {
  const words = inv.operands;
  const at = words.findIndex((w) => /^:::+\+?$/.test(w.text));
  const template = at < 0 ? words : words.slice(0, at);
  if (inv.name === "sem" || inv.has("--semaphore")) {
    if (template.length > 0) out.code("sh", joinWords(template), { via: inv.name });
    return;
  }
  if (inv.has("--pipe", "--pipe-part", "--nonall", "--onall")) {
    if (template.length > 0) out.code("sh", joinWords(template), { via: inv.name });
    return;
  }
  const items = at < 0 ? fromInput(inv) : firstList(words.slice(at));
  if (template.length === 0) {
    // Without a template each argument is a command line of its own.
    for (const item of within(items, inv, out)) commandLine(item, inv, out);
    return;
  }
  const placeholder = inv.value("-I")?.text ?? "{}";
  const marks = new RegExp(
    `${placeholder.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}|\\{(?:[#%0-9.+/-]|\\.\\.|//|/\\.)*\\}`,
    "g",
  );
  const text = template.map((w) => w.text).join(" ");
  const source = marks.test(text) ? text : `${text} ${placeholder}`;
  for (const item of within(items, inv, out)) {
    marks.lastIndex = 0;
    const bad = template.find((w) => !w.known);
    if ((!item.known || item.glob) && simple(template)) {
      // A plain command needs no shell, and its argument keeps being a pattern.
      const words = template.map((word) => replaced(word, placeholder, item));
      out.command(text.includes(placeholder) ? words : [...words, item], { via: inv.name });
    } else if (item.known && !item.glob && !bad)
      out.code("sh", plainWord(source.replace(marks, () => (item.tilde ? item.text : shellQuoted(item.text)))), {
        via: inv.name,
      });
    else {
      const code = plainWord(source.replace(marks, '"$1"'));
      out.code("sh", bad ? { ...bad, text: code.text, tilde: false } : code, {
        via: inv.name,
        parameters: [plainWord(inv.name), item],
      });
    }
  }
};

/** Words without anything that a shell would read. */
function simple(words: readonly Word[]): boolean {
  return words.every((w) => !/[\s;&|<>$`()"'\\]/.test(w.text));
}

function fromInput(inv: Invocation): readonly Word[] {
  const file = inv.value("-a");
  if (file) return [{ text: "⟦file⟧", known: false, glob: false, tilde: false, taint: "file" }];
  return inputWords(inv, inv.has("-0") ? "nul" : "lines");
}

/** The first argument list, `:::` in front; lists of files (`::::`) are not known. */
function firstList(words: readonly Word[]): readonly Word[] {
  const [mark, ...rest] = words;
  const next = rest.findIndex((w) => /^:::+\+?$/.test(w.text));
  const list = next < 0 ? rest : rest.slice(0, next);
  if (mark?.text.startsWith("::::"))
    return [{ text: "⟦file⟧", known: false, glob: false, tilde: false, taint: "file" }];
  return list;
}

function commandLine(item: Word, inv: Invocation, out: Emitter): void {
  if (item.known) out.code("sh", plainWord(item.text), { via: inv.name });
  else out.effect({ kind: "opaque", class: "stdin-code", origin: item.taint ?? "unknown", source: item.text });
}

const at: Handler = (inv, out) => {
  if (!inv.has("-f") && !inv.has("-l") && !inv.has("-d") && !inv.has("-r") && !inv.has("-c")) stdinCode("sh", inv, out);
};

export const handlers: Readonly<Record<string, Handler>> = { xargs, parallel, at };
