import type { Emitter, Handler, Invocation } from "./emit.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { windowsPath } from "./windows-path.js";
import { taking } from "./wrapper.js";

// Programs that delete, overwrite and make files: GNU coreutils 9.4, util-linux 2.39, their BSD and macOS kin.

const remover = {
  flags: [
    "-r -R --recursive",
    "-f --force",
    "-i",
    "-I",
    "-d --dir",
    "-v --verbose",
    "-P",
    "-W",
    "-x --one-file-system",
    "--no-preserve-root",
  ],
  optional: { "--interactive": "text", "--preserve-root": "text" },
  handler: "rm",
  mutates: true,
} as const satisfies CommandSpec & { optional: Record<string, "text"> };

export const programs: readonly ProgramSpec[] = [
  { ...remover, names: ["rm", "grm", "zf_rm"], flags: [...remover.flags] },
  {
    ...remover,
    names: ["del-cli", "rimraf", "del", "trash", "trash-put", "rmtrash", "trash-cli", "safe-rm", "rip", "rm-trash"],
    flags: [...remover.flags, "-g --glob", "--no-glob"],
    handler: "delete-trees",
  },
  {
    names: ["rmdir", "zf_rmdir", "grmdir"],
    flags: ["-p --parents", "-v --verbose", "--ignore-fail-on-non-empty"],
    handler: "rmdir",
    mutates: true,
  },
  { names: ["unlink", "gunlink"], operands: "delete", mutates: true },
  {
    names: ["trash-empty", "trash-rm"],
    forms: [{ when: { any: ["--dry-run", "-n"] }, harmless: true }],
    flags: ["-f", "-i", "-v", "--all-users", "--dry-run"],
    handler: "trash-empty",
    mutates: true,
  },
  {
    names: ["gio"],
    style: "posix",
    subcommands: {
      trash: {
        flags: ["-f --force", "--empty", "--list"],
        values: { "--restore": "text" },
        handler: "gio-trash",
        mutates: true,
      },
      "remove rm": { flags: ["-f --force"], operands: "delete", mutates: true },
      "cat info list tree mime": { operands: "read", mutates: false },
      "copy move rename save mkdir set": { operands: "write", mutates: true },
      open: { operands: "text", mutates: "unknown" },
    },
  },
  {
    names: ["shred", "gshred"],
    flags: ["-f --force", "-u", "-v --verbose", "-x --exact", "-z --zero"],
    values: taking("-n --iterations, -s --size, --random-source"),
    optional: { "--remove": "text" },
    handler: "shred",
    mutates: true,
  },
  {
    names: ["srm", "wipe", "scrub", "sfill", "sdmem", "bcwipe", "nwipe", "secure-delete"],
    flags: [
      "-r -R --recursive",
      "-f --force",
      "-q",
      "-i",
      "-v",
      "-s",
      "-z",
      "-l",
      "-m",
      "-x",
      "-S",
      "-c",
      "-e",
      "-F",
      "-k",
    ],
    values: taking("-p --pattern, -b, -D, -o, -Q, -n"),
    handler: "shred",
    mutates: true,
  },
  {
    names: ["truncate", "gtruncate"],
    flags: ["-c --no-create", "-o --io-blocks"],
    values: { "-s --size": "text", "-r --reference": "list" },
    handler: "truncate",
    mutates: true,
  },
  {
    names: ["tee", "gtee"],
    flags: ["-a --append", "-i --ignore-interrupts", "-p"],
    optional: { "--output-error": "text" },
    handler: "tee",
    mutates: true,
  },
  { names: ["sponge"], flags: ["-a"], operands: "write", mutates: true },
  { names: ["dd", "gdd", "dcfldd", "dc3dd"], style: "words", handler: "dd", mutates: true },
  {
    names: ["ddrescue", "dd_rescue"],
    flags: [
      "-f --force",
      "-n --no-scrape",
      "-N --no-trim",
      "-d --idirect",
      "-D --odirect",
      "-R --reverse",
      "-S --sparse",
      "-v --verbose",
      "-q --quiet",
      "-A --try-again",
      "-M --retrim",
    ],
    values: taking(
      "-b --sector-size, -c --cluster-size, -r --retry-passes, -s --size, -i --input-position, -o --output-position, -T --timeout, -m --domain-log",
    ),
    operands: { first: ["read", "write", "write"] },
    mutates: true,
  },
  {
    names: ["mkdir", "gmkdir", "zf_mkdir"],
    flags: ["-p --parents", "-v --verbose", "-Z"],
    values: { "-m --mode": "text" },
    operands: "mkdir",
    mutates: true,
  },
  {
    names: ["touch", "gtouch"],
    flags: ["-a", "-c --no-create", "-f", "-h --no-dereference", "-m"],
    values: { "-d --date": "text", "-r --reference": "list", "-t": "text", "-A": "text", "--time": "text" },
    operands: "touch",
    mutates: true,
  },
  { names: ["mkfifo", "gmkfifo"], values: { "-m --mode": "text" }, operands: "touch", mutates: true },
  {
    names: ["mktemp", "gmktemp", "tempfile"],
    flags: ["-d --directory", "-q --quiet", "-u --dry-run", "-t"],
    values: { "-p": "text" },
    optional: { "--suffix": "text", "--tmpdir": "text" },
    operands: "text",
    mutates: true,
  },
  {
    names: ["fallocate"],
    flags: [
      "-d --dig-holes",
      "-c --collapse-range",
      "-i --insert-range",
      "-n --keep-size",
      "-p --punch-hole",
      "-x --posix",
      "-z --zero-range",
      "-v",
    ],
    values: taking("-l --length, -o --offset"),
    operands: "touch",
    forms: [],
    mutates: true,
    handler: "fallocate",
  },
  {
    names: ["rename", "prename", "file-rename", "mmv", "vidir"],
    flags: [
      "-v --verbose",
      "-n --nono --no-act",
      "-f --force",
      "-s --symlink",
      "-o --no-overwrite",
      "-i --interactive",
      "-d",
      "-0",
    ],
    values: { "-e": "code", "-E": "code" },
    language: "perl",
    dry: ["-n"],
    handler: "rename",
    mutates: true,
  },
  { names: ["sync", "gsync"], operands: "list", mutates: false },
];

const rm: Handler = (inv, out) => {
  const recursive = inv.has("-r");
  // `git clean` by another name.
  if (inv.operands.some((w) => /^⟦\$\(git ls-files(?: -\S+)* (?:-\w*o|--others)(?: -\S+)*\)⟧$/.test(w.text)))
    out.act("git-history/clean", "rm $(git ls-files --others)");
  for (const word of inv.operands) out.effect({ kind: "delete", path: out.path(word), recursive });
};

/** Programs that take a whole tree without being told to. */
const deleteTrees: Handler = (inv, out) => {
  const words =
    inv.name === "trash-cli" || inv.name === "gio" ? inv.operands.slice(inv.name === "gio" ? 0 : 1) : inv.operands;
  for (const word of words) out.effect({ kind: "delete", path: out.path(word), recursive: true });
};

/** Only empty directories go: nothing is lost, whatever the pattern takes in. */
const rmdir: Handler = (inv, out) => {
  // `/s` is no directory: this is Windows' own, which takes the tree.
  if (inv.operands.some((w) => /^\/s$/i.test(w.text))) {
    for (const word of inv.operands)
      if (!/^\/[a-z]$/i.test(word.text))
        out.effect({ kind: "delete", path: out.path(windowsPath(word)), recursive: true });
    return;
  }
  for (const word of inv.operands)
    out.effect({ kind: "delete", path: { ...out.path(word), glob: false }, recursive: false });
};

const trashEmpty: Handler = (_inv, out) => {
  const bin = { text: "~/.local/share/Trash", known: true, glob: false, tilde: true };
  out.effect({ kind: "delete", path: out.path(bin), recursive: true });
};

const gioTrash: Handler = (inv, out) => {
  if (inv.has("--empty")) trashEmpty(inv, out);
  else if (!inv.has("--list", "--restore")) deleteTrees(inv, out);
};

const shred: Handler = (inv, out) => {
  for (const word of inv.operands) {
    const path = out.path(word);
    out.effect({ kind: "destroy", path, how: "shred" });
    if (inv.has("-r")) out.effect({ kind: "delete", path, recursive: true });
  }
};

/** `truncate -s 0` and shrinking lose content; `-s 1G disk.img` makes a file of that size. */
const truncate: Handler = (inv, out) => {
  const size = inv.value("-s")?.text.trim();
  const loses = size === undefined ? inv.has("-r") : /^(?:0+[A-Za-z]*$|[-<])/.test(size) || size.includes("⟦");
  for (const word of inv.operands) {
    const path = out.path(word);
    out.effect(loses ? { kind: "destroy", path, how: "truncate" } : { kind: "write", path, how: "touch" });
  }
};

const fallocate: Handler = (inv, out) => {
  if (!inv.has("-c", "-p", "-z")) return;
  for (const word of inv.operands) out.effect({ kind: "destroy", path: out.path(word), how: "truncate" });
};

const NOTHING = /^\/dev\/(?:null|zero|full|u?random)$/;

/** Whether a path holds nothing worth having: what is copied from there over a file destroys it. */
export function isNothing(text: string): boolean {
  return NOTHING.test(text);
}

const tee: Handler = (inv, out) => {
  const empty = readsNothing(inv) || (inv.stdin?.kind === "file" && isNothing(inv.stdin.word.text));
  for (const word of inv.operands) {
    const path = out.path(word);
    if (empty && !inv.has("-a")) out.effect({ kind: "destroy", path, how: "null" });
    else out.effect({ kind: "write", path, how: inv.has("-a") ? "append" : "overwrite", ...content(inv) });
  }
};

/** Its input is `/dev/null`, through a redirection or through `cat`. */
export function readsNothing(inv: Invocation): boolean {
  if (inv.stdin?.kind === "file") return inv.stdin.word.text === "/dev/null";
  const [source, ...rest] = inv.upstream;
  if (!source || ![source, ...rest].every((each) => /(?:^|\/)(?:cat|tee|head|dd|pv)$/.test(each.argv[0]?.text ?? "")))
    return false;
  const files = source.argv.slice(1).filter((word) => !/^-.|^\d+\w?$/.test(word.text));
  if (files.length > 0) return files.every((word) => /^(?:if=)?\/dev\/null$/.test(word.text));
  return source.stdin?.kind === "file" && source.stdin.word.text === "/dev/null";
}

function content(inv: Invocation): { content?: string } {
  // `: | tee file`
  if (inv.upstream.length === 1 && /^(?::|true)$/.test(inv.upstream[0]?.argv[0]?.text ?? "")) return { content: "" };
  return inv.stdin?.kind === "text" && inv.stdin.known ? { content: inv.stdin.text } : {};
}

// A file of zeros under such a name is what was wanted: an image, a swap file, test data.
const MADE_OF_ZEROS =
  /(?:\.(?:img|iso|bin|raw|qcow2?|vmdk|vdi|vhdx?|dat|data|swap|tmp|temp|fs|ext[234]|disk|dmg|zero|test|out|rnd|key|blob|fat|squashfs|luks|dd)|(?:^|\/)(?:[\w.-]*(?:file|swap|disk|image|test|zero|random|dummy|sample|large|big|huge|bench|loop|speed|fixture|payload|tmp|temp)[\w-]*(?:\.\w+)?|\d+[kmgKMG]?b?|out|x|a|b))$/i;
const SYSTEM_FILE = /^\/(?:etc|usr|bin|sbin|lib\w*|boot|var|opt|System|Library)\//;

/** dd(1): operands are `name=value`. */
const dd: Handler = (inv, out) => {
  const given = (name: string) => {
    const word = inv.words.findLast((w) => w.text.startsWith(`${name}=`));
    return word && { ...word, text: word.text.slice(name.length + 1), tilde: word.text[name.length + 1] === "~" };
  };
  const from = given("if");
  // dc3dd(1) has names of its own for what it writes to and what it wipes.
  const to = given("of") ?? given("wof") ?? given("hof") ?? given("wipe") ?? given("hwipe");
  if (from) out.effect({ kind: "read", path: out.path(from) });
  if (!to) return;
  const path = out.path(to);
  const empty = (from && isNothing(from.text)) || (inv.stdin?.kind === "file" && isNothing(inv.stdin.word.text));
  out.effect({ kind: "write", path, how: "overwrite" });
  // One out of a list of devices, whichever it is.
  if (!to.known && /\/dev\/(?:sd|hd|vd|nvme|mmcblk|r?disk)/.test(to.text)) out.act("fs-device/raw-write", to.text);
  const wanted = MADE_OF_ZEROS.test(to.text) && !SYSTEM_FILE.test(path.abs ?? "") && from?.text !== "/dev/null";
  if (empty && !wanted && !to.text.startsWith("/dev/")) out.effect({ kind: "destroy", path, how: "null" });
};

/** Perl's rename takes an expression first, that of util-linux two texts. */
const rename: Handler = (inv, out) => {
  const [first, ...rest] = inv.operands;
  if (!first) return;
  const perl = inv.has("-e", "-E") || /^(?:s|y|tr)\W|[$;(]/.test(first.text);
  if (perl && !inv.has("-e", "-E")) out.code("perl", first, { via: inv.name });
  for (const word of perl ? rest : rest.slice(1)) inPlace(word, out);
};

function inPlace(word: Invocation["operands"][number], out: Emitter): void {
  out.effect({ kind: "write", path: out.path(word), how: "inplace" });
}

export const handlers: Readonly<Record<string, Handler>> = {
  rm,
  "delete-trees": deleteTrees,
  rmdir,
  "trash-empty": trashEmpty,
  "gio-trash": gioTrash,
  shred,
  truncate,
  fallocate,
  tee,
  dd,
  rename,
};
