import type { PathRef } from "../effect.js";
import { baseName, withoutSlash } from "../path.js";
import { reworded, type Word } from "../word.js";
import { isNothing } from "./coreutils.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// What cp(1), mv(1), ln(1) and install(1) do: sources, and a destination that may be a directory.

interface Copy {
  readonly source: Word;
  readonly destination: PathRef;
}

/**
 * Sources with what they become. Whether the last operand is a directory is not known from the text,
 * so both readings are given, unless an option or the number of operands says which.
 */
function copies(inv: Invocation, out: Emitter): readonly Copy[] {
  const directory = inv.value("-t");
  const words = directory ? inv.operands : inv.operands.slice(0, -1);
  const last = directory ?? inv.operands.at(-1);
  if (!last || words.length === 0) return [];
  const exactly = inv.has("-T");
  const inside = directory !== undefined || words.length > 1 || /(?:^|\/)\.{0,2}$|^~$/.test(last.text);
  const found: Copy[] = [];
  for (const source of words) {
    if (exactly || !inside) found.push({ source, destination: out.path(last) });
    // Into a directory nothing but a new empty file would come of it.
    if (!exactly && (inside || !isNothing(source.text))) found.push({ source, destination: below(last, source, out) });
  }
  return found;
}

function below(directory: Word, source: Word, out: Emitter): PathRef {
  // `cp -r dir/. ~` copies what is in it: names that are not known.
  const name = /(?:^|\/)\.$/.test(source.text) ? "*" : baseName(source.text);
  const text = `${withoutSlash(directory.text)}/${name}`;
  const known = directory.known && source.known;
  const glob = directory.glob || source.glob || name === "*";
  const taint = (directory.known ? source.taint : undefined) ?? directory.taint;
  return out.path(reworded(directory, text, directory.tilde, glob, known, taint));
}

const cp: Handler = (inv, out) => {
  for (const source of sourcesOf(inv))
    if (!isNothing(source.text)) out.effect({ kind: "read", path: out.path(source) });
  for (const { source, destination } of copies(inv, out)) {
    if (inv.has("-s", "-l"))
      out.effect({ kind: "link", path: destination, target: out.path(source), symbolic: inv.has("-s") });
    else if (isNothing(source.text)) out.effect({ kind: "destroy", path: destination, how: "null" });
    else out.effect({ kind: "write", path: destination, how: "overwrite" });
  }
};

function sourcesOf(inv: Invocation): readonly Word[] {
  return inv.has("-t") ? inv.operands : inv.operands.slice(0, -1);
}

const mv: Handler = (inv, out) => {
  for (const { source, destination } of copies(inv, out)) {
    out.effect({ kind: "move", path: out.path(source), to: destination });
    if (destination.abs === "/dev/null") out.effect({ kind: "delete", path: out.path(source), recursive: true });
  }
};

const install: Handler = (inv, out) => {
  if (inv.has("-d")) {
    for (const word of inv.operands) out.effect({ kind: "write", path: out.path(word), how: "mkdir" });
    return;
  }
  cp(inv, out);
  const mode = inv.value("-m");
  if (mode)
    for (const { destination: path } of copies(inv, out))
      out.effect({ kind: "chmod", path, recursive: false, mode: mode.text });
};

/** A link's target is read from the link's own directory, unless it is a hard one. */
const ln: Handler = (inv, out) => {
  const symbolic = inv.has("-s");
  const [only] = inv.operands;
  if (inv.operands.length === 1 && only && !inv.has("-t")) {
    const here: Word = reworded(only, baseName(only.text), false);
    link(only, out.path(here), symbolic, inv, out);
    return;
  }
  for (const { source, destination } of copies(inv, out)) link(source, destination, symbolic, inv, out);
};

function link(source: Word, path: PathRef, symbolic: boolean, inv: Invocation, out: Emitter): void {
  const from =
    symbolic && !inv.has("-r") && path.abs !== null ? path.abs.slice(0, path.abs.lastIndexOf("/")) || "/" : inv.cwd;
  out.effect({ kind: "link", path, target: out.path(source, from), symbolic });
  if (isNothing(source.text) && inv.has("-f")) out.effect({ kind: "destroy", path, how: "null" });
}

const copier = {
  flags:
    "-a --archive, -b, -f --force, -i --interactive, -H, -l --link, -L --dereference, -n --no-clobber, -N, -P --no-dereference, -p, -r -R --recursive, -s --symbolic-link, -T --no-target-directory, -u, -v --verbose, -x --one-file-system, -X, -c, -d, -D, -C, -Z, --attributes-only, --copy-contents, --strip-trailing-slashes, --remove-destination, --parents, --debug, --exchange, --keep-directory-symlink".split(
      ", ",
    ),
  values: { "-t --target-directory": "text", "-S --suffix": "text" },
  optional: taking("--backup, --preserve, --no-preserve, --sparse, --reflink, --update, --context"),
  mutates: true,
} as const satisfies CommandSpec;

export const programs: readonly ProgramSpec[] = [
  { ...copier, names: ["cp", "gcp", "ditto", "pcp"], handler: "cp" },
  { ...copier, names: ["mv", "gmv", "zf_mv"], handler: "mv" },
  {
    names: ["install", "ginstall"],
    flags: [
      "-b",
      "-c",
      "-C --compare",
      "-d --directory",
      "-D",
      "-p --preserve-timestamps",
      "-s --strip",
      "-T --no-target-directory",
      "-v --verbose",
      "-Z",
      "--debug",
    ],
    values: {
      ...taking("-g --group, -m --mode, -o --owner, -S --suffix, -f, -B, -l, -N"),
      "-t --target-directory": "text",
      "--strip-program": "program",
    },
    optional: taking("--backup, --context"),
    handler: "install",
    mutates: true,
  },
  {
    names: ["ln", "gln", "zf_ln"],
    flags: [
      "-b",
      "-d -F --directory",
      "-f --force",
      "-i --interactive",
      "-L --logical",
      "-n -h --no-dereference",
      "-P --physical",
      "-r --relative",
      "-s --symbolic",
      "-T --no-target-directory",
      "-v --verbose",
      "-w",
    ],
    values: { "-t --target-directory": "text", "-S --suffix": "text" },
    optional: { "--backup": "text" },
    handler: "ln",
    mutates: true,
  },
  { names: ["link"], style: "words", handler: "ln", mutates: true },
];

export const handlers: Readonly<Record<string, Handler>> = { cp, mv, install, ln };
