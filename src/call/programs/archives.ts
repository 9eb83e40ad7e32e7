import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler } from "./emit.js";
import { dividedBy } from "./prepared.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Programs that pack, unpack and compress: GNU tar 1.35, bsdtar 3.7, Info-ZIP, 7-Zip, cpio, pax, gzip and kin.

const TAR: CommandSpec = {
  flags:
    "-c --create, -x --extract --get, -t --list, -r --append, -u --update, -A --catenate --concatenate, --delete, -d --diff --compare, --test-label, -a --auto-compress, -j --bzip2, -J --xz, -z --gzip --gunzip --ungzip, -Z --compress, --zstd, --lzip, --lzma, --lzop, -k --keep-old-files, -m --touch, -p --preserve-permissions --same-permissions, -P --absolute-names, -O --to-stdout, -v --verbose, -w --interactive, -W --verify, -h --dereference, -S --sparse, -s --same-order, -U --unlink-first, --recursive-unlink, --remove-files, --overwrite, --overwrite-dir, --skip-old-files, --no-same-owner, --no-same-permissions, -o, --same-owner, --numeric-owner, -l --check-links, -R --block-number, -B --read-full-records, -i --ignore-zeros, -n --seek, -M --multi-volume, -G --incremental, --null, --wildcards, --anchored, --exclude-vcs, --exclude-vcs-ignores, --exclude-backups, --exclude-caches, --no-recursion, --one-file-system, --totals, --xattrs, --acls, --selinux, --no-xattrs, --no-acls, --force-local, --show-transformed-names, --full-time, --utc, --hard-dereference, --delay-directory-restore, --keep-newer-files, --keep-directory-symlink, --no-overwrite-dir, --warning, --posix, --old-archive, --portability".split(
      ", ",
    ),
  values: {
    "-f --file": "text",
    "-C --directory": "text",
    "-I --use-compress-program": "program",
    "-F --info-script --new-volume-script": "program",
    "--to-command": "program",
    "--rsh-command": "program",
    "--rmt-command": "program",
    "--checkpoint-action": "text",
    "-T --files-from": "read",
    "-X --exclude-from": "read",
    "-g --listed-incremental": "write",
    "--index-file": "write",
    "--volno-file": "write",
    ...taking(
      "-b --blocking-factor, -H --format, -K --starting-file, -L --tape-length, -N --newer --after-date, --newer-mtime, -V --label, --exclude, --exclude-tag, --transform --xform, --strip-components --strip, --owner, --group, --mode, --mtime, --sort, --suffix, --record-size, --quoting-style, --level, --add-file, --hole-detection, --pax-option, --clamp-mtime, --options, --include, --uid, --gid, --uname, --gname",
    ),
  },
  optional: taking("--checkpoint, --backup, --one-top-level, --occurrence, --warning, --no-quote-chars"),
};

export const programs: readonly ProgramSpec[] = [
  {
    names: ["dpkg-deb"],
    flags: ["-b --build", "-c --contents", "-I --info", "-f --field", "-W --show", "-v --verbose", "--nocheck"],
    values: {
      "-x --extract": "read",
      "-X --vextract": "read",
      "-R --raw-extract": "read",
      "-e --control": "read",
      "-Z": "text",
    },
    // The archive is the option's; the directory stands alone.
    operands: { first: ["extract"] },
    mutates: true,
  },
  { names: ["tar", "gtar", "bsdtar", "star"], style: "words", handler: "tar", mutates: false },
  {
    names: ["zip"],
    flags: [
      "-r --recurse-paths",
      "-m --move",
      "-d --delete",
      "-u --update",
      "-f --freshen",
      "-q --quiet",
      "-v --verbose",
      "-j --junk-paths",
      "-T --test",
      "-y --symlinks",
      "-e --encrypt",
      "-9",
      "-0",
      "-1",
      "-6",
      "-x",
      "-i",
      "-FF",
      "-F",
      "-g",
      "-D",
      "-X",
      "-@",
      "-sf --show-files",
      "-l",
      "-o",
      "-A",
      "-S",
    ],
    values: {
      "-TT --unzip-command": "program",
      "-O --out --output-file": "write",
      ...taking(
        "-b --temp-path, -P --password, -t, -tt, -n --suffixes, -s --split-size, -sp, -Z --compression-method, -ws",
      ),
    },
    handler: "zip",
    mutates: true,
  },
  {
    names: ["unzip", "funzip"],
    flags: [..."lvtpcZzuojnqLXVKaCfDUWTbs:"].map((c) => `-${c}`),
    values: { "-d": "extract", "-P": "text", "-O": "text", "-I": "text", "-x": "text" },
    handler: "unzip",
    mutates: true,
    forms: [{ when: { any: ["-l", "-v", "-t", "-p", "-c", "-Z", "-z"] }, mutates: false }],
  },
  { names: ["zipinfo"], operands: { first: ["read"] }, mutates: false },
  { names: ["7z", "7za", "7zr", "7zz", "p7zip"], style: "words", handler: "7z", mutates: false },
  { names: ["unrar", "rar", "unar", "lsar"], style: "words", handler: "unrar", mutates: false },
];

/** The old style without a dash: `tar xzf a.tgz -C x`; letters that take a value take the next words in order. */
export function withDashes(words: readonly Word[]): Word[] {
  const [first, ...rest] = words;
  if (!first || first.text.startsWith("-") || !/^[A-Za-z]+$/.test(first.text)) return [...words];
  const out: Word[] = [];
  for (const letter of first.text) {
    out.push(plainWord(`-${letter}`));
    if (/[fbCFgHIKLNTVX]/.test(letter)) {
      const value = rest.shift();
      if (value) out.push(value);
    }
  }
  return [...out, ...rest];
}

const tar: Handler = (inv, out) => {
  const words = withDashes(inv.words.slice(1));
  const { options, operands } = dividedBy(TAR, words);
  const has = (...names: string[]): boolean => options.some((o) => names.includes(o.name));
  if (has("--help", "--version", "--usage")) return;
  for (const { name, role, value } of options) {
    if (role === "program" && value) out.code("sh", value, { via: `tar ${name}` });
    else if (role === "read" && value && value.text !== "-") out.effect({ kind: "read", path: out.path(value) });
    else if (role === "write" && value) out.effect({ kind: "write", path: out.path(value), how: "overwrite" });
    const action = name === "--checkpoint-action" ? /^exec=(.*)$/s.exec(value?.text ?? "")?.[1] : undefined;
    if (action !== undefined && value)
      out.code("sh", { ...value, text: action, tilde: false }, { via: "tar --checkpoint-action" });
  }
  let cwd = inv.cwd;
  for (const { name, value } of options) if (name === "-C" && value) cwd = out.path(value, cwd).abs;
  const archive = options.findLast((o) => o.name === "-f")?.value;
  const file = archive && archive.text !== "-" ? archive : undefined;
  if (has("-x")) {
    if (file) out.effect({ kind: "read", path: out.path(file, inv.cwd) });
    if (has("-O", "--to-command")) return;
    // With -P the archive's own absolute names count.
    out.effect({ kind: "write", path: has("-P") ? out.path(plainWord("/")) : here(cwd, out), how: "extract" });
    for (const member of operands) extracted(member, cwd, out);
  } else if (has("-c", "-r", "-u", "-A")) {
    if (file) out.effect({ kind: "write", path: out.path(file, inv.cwd), how: has("-c") ? "overwrite" : "append" });
    for (const word of operands) {
      const path = out.path(word, cwd);
      out.effect({ kind: "read", path });
      if (has("--remove-files")) out.effect({ kind: "delete", path, recursive: true });
    }
  } else if (has("--delete")) {
    if (file) out.effect({ kind: "write", path: out.path(file, inv.cwd), how: "inplace" });
  } else if (file) out.effect({ kind: "read", path: out.path(file, inv.cwd) });
};

/** A member that is asked for by its name: a file, or a directory whose members are not known. */
function extracted(member: Word, cwd: string | null, out: Emitter): void {
  const file = /\.\w+$/.test(member.text) && !member.glob;
  out.effect({ kind: "write", path: out.path(member, cwd), how: file ? "overwrite" : "extract" });
}

/** The directory that an archive is unpacked into. */
export function here(cwd: string | null, out: Emitter): ReturnType<Emitter["path"]> {
  return out.path(plainWord("."), cwd);
}

/** What follows `-x` or `-i` up to the next option or `@` are patterns of names, not files. */
function zipPatterns(words: readonly Word[]): ReadonlySet<Word> {
  const patterns = new Set<Word>();
  let listing = false;
  for (const word of words) {
    if (/^(?:-[a-zA-Z]*[xi]|--exclude|--include)$/.test(word.text)) listing = true;
    else if (word.text.startsWith("-") || word.text === "@") listing = false;
    else if (listing) patterns.add(word);
  }
  return patterns;
}

const zip: Handler = (inv, out) => {
  const [archive, ...files] = inv.operands;
  if (!archive || inv.has("-sf")) return;
  if (archive.text !== "-") out.effect({ kind: "write", path: out.path(archive), how: "overwrite" });
  if (inv.has("-d")) return;
  const patterns = zipPatterns(inv.words);
  for (const word of files) {
    if (patterns.has(word)) continue;
    const path = out.path(word);
    out.effect({ kind: "read", path });
    if (inv.has("-m")) out.effect({ kind: "delete", path, recursive: true });
  }
};

const unzip: Handler = (inv, out) => {
  const [archive, ...members] = inv.operands;
  if (!archive) return;
  out.effect({ kind: "read", path: out.path(archive) });
  if (inv.name !== "unzip" || inv.has("-l", "-v", "-t", "-p", "-c", "-Z", "-z")) return;
  const target = inv.value("-d");
  if (!target) out.effect({ kind: "write", path: here(inv.cwd, out), how: "extract" });
  const directory = target ? out.path(target).abs : inv.cwd;
  for (const member of members) extracted(member, directory, out);
};

/** 7z(1): a command letter, the archive, files; `-oDIR` attached, `-sdel` deletes what was packed. */
const sevenZip: Handler = (inv, out) => {
  const words = inv.words.slice(1);
  const [command, archive, ...files] = words.filter((w) => !w.text.startsWith("-"));
  if (!command || !archive) return;
  const target = words.find((w) => w.text.startsWith("-o"));
  if (/^[xe]$/.test(command.text)) {
    out.effect({ kind: "read", path: out.path(archive) });
    if (words.some((w) => w.text === "-so")) return;
    const directory = target ? { ...target, text: target.text.slice(2) } : plainWord(".");
    out.effect({ kind: "write", path: out.path(directory), how: "extract" });
    for (const member of files) extracted(member, out.path(directory).abs, out);
  } else if (/^[aud]$|^rn$/.test(command.text)) {
    out.effect({ kind: "write", path: out.path(archive), how: "inplace" });
    if (command.text !== "a" && command.text !== "u") return;
    for (const word of files) {
      const path = out.path(word);
      out.effect({ kind: "read", path });
      if (words.some((w) => w.text === "-sdel")) out.effect({ kind: "delete", path, recursive: true });
    }
  } else out.effect({ kind: "read", path: out.path(archive) });
};

const unrar: Handler = (inv, out) => {
  const words = inv.words.slice(1).filter((w) => !w.text.startsWith("-"));
  if (inv.name === "unar") {
    const at = inv.words.findIndex((w) => /^-(?:o|output-directory)$/.test(w.text));
    out.effect({
      kind: "write",
      path: out.path(inv.words[at + 1] && at >= 0 ? (inv.words[at + 1] as Word) : plainWord(".")),
      how: "extract",
    });
    return;
  }
  const [command, archive, ...rest] = words;
  if (!archive) return;
  out.effect({ kind: "read", path: out.path(archive) });
  const target = rest.findLast((w) => w.text.endsWith("/"));
  if (/^[xe]$/.test(command?.text ?? ""))
    out.effect({ kind: "write", path: out.path(target ?? plainWord(".")), how: "extract" });
  if (command?.text === "m" || command?.text === "mf")
    for (const word of rest) out.effect({ kind: "delete", path: out.path(word), recursive: true });
};

export const handlers: Readonly<Record<string, Handler>> = { tar, zip, unzip, "7z": sevenZip, unrar };
