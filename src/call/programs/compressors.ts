import type { Word } from "../word.js";
import { here, withDashes } from "./archives.js";
import type { Handler } from "./emit.js";
import { dividedBy } from "./prepared.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Compressors and the lesser archivers: gzip(1) and kin, cpio(1), pax(1), ar(1), jar(1), squashfs-tools.
export const programs: readonly ProgramSpec[] = [
  {
    names: [
      "gzip",
      "gunzip",
      "pigz",
      "unpigz",
      "bzip2",
      "bunzip2",
      "pbzip2",
      "lbzip2",
      "xz",
      "unxz",
      "lzma",
      "unlzma",
      "zstd",
      "unzstd",
      "pzstd",
      "lz4",
      "unlz4",
      "brotli",
      "unbrotli",
      "compress",
      "uncompress",
      "lzip",
      "plzip",
      "lzop",
    ],
    flags: [..."cdfhklLnNqrtvVzmT0123456789MD"]
      .map((c) => `-${c}`)
      .concat([
        "--stdout --to-stdout",
        "--decompress",
        "--uncompress",
        "--keep",
        "--list",
        "--test",
        "--rm",
        "--best",
        "--fast",
        "--recursive",
        "--force",
        "--quiet",
        "--verbose",
        "--ultra",
        "-e",
        "--extreme",
      ]),
    values: { "-o --output": "write", ...taking("-S --suffix, -p --processes, -b --blocksize, --threads, --memlimit") },
    optional: { "--long": "text", "-T": "text" },
    forms: [{ when: { any: ["-c", "--stdout", "-l", "--list", "-t", "--test"] }, mutates: false }],
    handler: "compress",
    mutates: true,
  },
  {
    names: ["cpio", "bsdcpio"],
    flags: [..."iotpdmuvkBcaAVLlsSn0"]
      .map((c) => `-${c}`)
      .concat([
        "--extract",
        "--create",
        "--pass-through",
        "--list",
        "--make-directories",
        "--no-absolute-filenames",
        "--absolute-filenames",
        "--quiet",
        "--to-stdout",
      ]),
    values: {
      "-F --file": "read",
      "-I": "read",
      "-O": "write",
      "-D --directory": "cwd",
      "--rsh-command": "program",
      ...taking("-H --format, -C --io-size, -E --pattern-file, -R --owner, -M --message"),
    },
    handler: "cpio",
    mutates: false,
  },
  {
    names: ["pax"],
    flags: [..."rwacdiklnptuvXYzHLPDZ"].map((c) => `-${c}`),
    values: { "-f": "text", ...taking("-s, -o, -x, -b, -B, -E, -G, -T, -U") },
    handler: "pax",
    mutates: false,
  },
  { names: ["ar", "gar", "llvm-ar"], style: "words", handler: "ar", mutates: true },
  { names: ["jar"], style: "words", handler: "jar", mutates: false },
  {
    names: ["unsquashfs"],
    flags: ["-f", "-l", "-ll", "-s", "-i", "-n", "-q"],
    values: { "-d -dest": "extract", ...taking("-p, -e, -ef") },
    operands: { first: ["read"], rest: "text" },
    mutates: true,
  },
  {
    names: ["mksquashfs", "genisoimage", "mkisofs", "xorrisofs"],
    style: "single-dash",
    values: { "-o -output": "write", ...taking("-comp, -e, -V, -b") },
    operands: "text",
    mutates: true,
  },
];

/** Compressors replace their operand, but for the options that only print or test. */
const compress: Handler = (inv, out) => {
  const prints = inv.has("-c", "--stdout", "-l", "--list", "-t", "--test", "-o");
  for (const word of inv.operands) {
    const path = out.path(word);
    out.effect(prints ? { kind: "read", path } : { kind: "write", path, how: "inplace" });
  }
};

const cpio: Handler = (inv, out) => {
  const place = inv.value("-D") ? out.path(inv.value("-D") as Word).abs : inv.cwd;
  if (inv.has("-p", "--pass-through")) {
    for (const word of inv.operands) out.effect({ kind: "write", path: out.path(word, place), how: "extract" });
  } else if (inv.has("-i", "--extract") && !inv.has("-t", "--list", "--to-stdout"))
    out.effect({ kind: "write", path: here(place, out), how: "extract" });
};

const pax: Handler = (inv, out) => {
  const archive = inv.value("-f");
  if (inv.has("-r") && inv.has("-w")) {
    const target = inv.operands.at(-1);
    if (target) out.effect({ kind: "write", path: out.path(target), how: "extract" });
  } else if (inv.has("-r")) out.effect({ kind: "write", path: here(inv.cwd, out), how: "extract" });
  else if (inv.has("-w") && archive) out.effect({ kind: "write", path: out.path(archive), how: "overwrite" });
};

const ar: Handler = (inv, out) => {
  const [command, archive] = inv.words.slice(1);
  if (!archive) return;
  if (/x/.test(command?.text ?? "")) out.effect({ kind: "write", path: here(inv.cwd, out), how: "extract" });
  else if (/[dqrms]/.test(command?.text ?? "")) out.effect({ kind: "write", path: out.path(archive), how: "inplace" });
};

const JAR: CommandSpec = {
  flags: ["-c", "-x", "-t", "-u", "-v", "-m", "-e", "-0", "-M"],
  values: taking("-f, -C"),
};

const jar: Handler = (inv, out) => {
  const { options } = dividedBy(JAR, withDashes(inv.words.slice(1)));
  const has = (name: string): boolean => options.some((o) => o.name === name);
  const file = options.find((o) => o.name === "-f")?.value;
  if (has("-x")) out.effect({ kind: "write", path: here(inv.cwd, out), how: "extract" });
  else if (has("-c") && file) out.effect({ kind: "write", path: out.path(file), how: "overwrite" });
};

export const handlers: Readonly<Record<string, Handler>> = { compress, cpio, pax, ar, jar };
