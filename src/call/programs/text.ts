import type { Word } from "../word.js";
import type { Handler, Invocation } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { stdinCode } from "./stdin.js";
import { taking } from "./wrapper.js";

// Programs that rewrite text: sed(1) 4.9, awk(1), patch(1), and tools for structured text.

export const programs: readonly ProgramSpec[] = [
  {
    names: ["sed", "gsed", "ssed"],
    flags: [
      "-n --quiet --silent",
      "-E -r --regexp-extended",
      "-u --unbuffered",
      "-z --null-data",
      "-s --separate",
      "--posix",
      "--debug",
      "--sandbox",
      "--follow-symlinks",
      "-a",
    ],
    values: { "-e --expression": "code", "-f --file": "script", "-l --line-length": "text" },
    optional: { "-i --in-place": "text", "-I": "text" },
    language: "sed",
    handler: "sed",
    mutates: false,
    forms: [{ when: { any: ["-i", "-I"] }, mutates: true }],
  },
  {
    names: ["awk", "gawk", "mawk", "nawk", "original-awk", "bwk", "goawk", "frawk", "zawk"],
    style: "posix",
    flags: [
      "-b",
      "-c",
      "-C",
      "-g",
      "-k --csv",
      "-M",
      "-N",
      "-n",
      "-O",
      "-P --posix",
      "-r --re-interval",
      "-S --sandbox",
      "-s",
      "-t",
    ],
    values: {
      "-f --file": "script",
      "-E --exec": "script",
      "-F --field-separator": "text",
      "-v --assign": "text",
      "-i --include": "text",
      "-l --load": "text",
      "-e --source": "code",
      "-W": "text",
    },
    optional: {
      "-d --dump-variables": "write",
      "-D --debug": "text",
      "-o --pretty-print": "write",
      "-p --profile": "write",
      "-L --lint": "text",
    },
    language: "awk",
    handler: "awk",
    forms: [{ when: { none: ["-f", "-E"] }, mutates: false }],
    mutates: "unknown",
  },
  {
    names: ["jq", "gojq", "jaq"],
    flags: [..."ncCrRsSejMagjh"]
      .map((c) => `-${c}`)
      .concat(["--slurp", "--raw-output", "--null-input", "--exit-status", "--tab", "--seq", "--stream"]),
    values: { "-f --from-file": "read", "-L": "text", "--indent": "text" },
    handler: "filter-files",
    mutates: false,
  },
  {
    names: ["yq", "dasel", "tomlq", "xq"],
    style: "gnu",
    flags: ["-r", "-n", "-e", "-P", "-C", "-M", "-s", "-N", "-0", "-y", "-Y", "-t", "-x", "-j"],
    values: { "-o --output-format": "text", "-p --input-format": "text", "-I --indent": "text", "--from-file": "read" },
    optional: { "-i --inplace --in-place": "text" },
    handler: "yq",
    mutates: false,
    forms: [{ when: { any: ["-i"] }, mutates: true }],
  },
  {
    names: ["patch", "gpatch"],
    flags: [
      "-b --backup",
      "-c",
      "-C",
      "-E",
      "-e",
      "-f --force",
      "-l",
      "-n",
      "-N --forward",
      "-R --reverse",
      "-s --silent --quiet",
      "-t --batch",
      "-T",
      "-u",
      "-v",
      "-Z",
      "--binary",
      "--verbose",
    ],
    values: {
      "-d --directory": "cwd",
      "-i --input": "read",
      "-o --output": "write",
      "-r --reject-file": "write",
      ...taking(
        "-B --prefix, -D --ifdef, -F --fuzz, -g --get, -p --strip, -V --version-control, -Y --basename-prefix, -z --suffix, --read-only, --quoting-style",
      ),
    },
    dry: ["--dry-run"],
    operands: { first: ["inplace"], rest: "read" },
    handler: "patch",
    mutates: true,
  },
  {
    names: ["envsubst", "m4", "cpp", "mustache", "j2", "gomplate", "ytt"],
    values: taking("-D, -I, -d, -f"),
    operands: "text",
    mutates: false,
  },
  {
    names: ["xmllint", "xmlstarlet", "tidy", "html2text", "pup", "htmlq"],
    flags: ["-m", "-i", "-q", "--format", "--noout"],
    values: { "--output -o": "write", "--xpath": "text" },
    operands: "text",
    mutates: false,
  },
  {
    names: ["sd", "sad", "ruplacer", "rpl", "fastmod", "codemod", "comby", "ast-grep", "sg-rewrite"],
    flags: ["-F", "-p --preview", "-s", "--hidden", "-f"],
    values: taking("-n, -g, -e, --extensions, -d"),
    operands: "text",
    mutates: "unknown",
    handler: "replace-in-files",
  },
];

/** sed(1): the script is the first operand unless given by option; with -i the files are rewritten. */
const sed: Handler = (inv, out) => {
  const scripted = inv.has("-e", "-f");
  // BSD's `-i ''` takes its suffix as a word of its own.
  const operands = inv.operands[0]?.text === "" && inv.has("-i", "-I") ? inv.operands.slice(1) : inv.operands;
  const files = scripted ? operands : operands.slice(1);
  const [script] = operands;
  if (readsScript(inv)) stdinCode("sed", inv, out);
  if (!scripted && script && !inv.has("--sandbox")) out.code("sed", script, { via: inv.name });
  const inplace = inv.has("-i", "-I");
  for (const word of files) {
    const path = out.path(word);
    out.effect(inplace ? { kind: "write", path, how: "inplace" } : { kind: "read", path });
  }
};

/** The script stands on the input: `-f -`. */
function readsScript(inv: Invocation): boolean {
  return inv.values("-f").some(isStdin) || inv.values("-E").some(isStdin);
}

function isStdin({ text }: Word): boolean {
  return text === "-" || text === "/dev/stdin";
}

/** awk(1): program, then files and `name=value`. */
const awk: Handler = (inv, out) => {
  const scripted = inv.has("-f", "-E", "-e");
  const files = scripted ? inv.operands : inv.operands.slice(1);
  const [program] = inv.operands;
  if (readsScript(inv)) stdinCode("awk", inv, out);
  if (!scripted && program && !inv.has("-S")) out.code("awk", program, { via: inv.name });
  const inplace = inv.values("-i").some((w) => /^(?:\/usr\/share\/awk\/)?inplace(?:\.awk)?$/.test(w.text));
  for (const word of files) {
    if (/^[A-Za-z_]\w*=/.test(word.text)) continue;
    const path = out.path(word);
    out.effect(inplace ? { kind: "write", path, how: "inplace" } : { kind: "read", path });
  }
};

/** A filter first, files after it. */
const filterFiles: Handler = (inv, out) => {
  if (inv.operands.some((w) => /^--?(?:arg|argjson|args|slurpfile|rawfile)/.test(w.text))) return;
  const files = inv.has("-f") ? inv.operands : inv.operands.slice(1);
  for (const word of files) if (/[./~]/.test(word.text)) out.effect({ kind: "read", path: out.path(word) });
};

const yq: Handler = (inv, out) => {
  const [first, ...rest] = inv.operands;
  const files = first && /^(?:eval|e|eval-all|ea|put|delete|select)$/.test(first.text) ? rest : inv.operands;
  // The expression comes first, but `yq file.yml` has none.
  const paths = files.length > 1 ? files.slice(1) : files;
  for (const word of paths) {
    const path = out.path(word);
    out.effect(inv.has("-i") ? { kind: "write", path, how: "inplace" } : { kind: "read", path });
  }
};

/** `sd old new files`. */
const replaceInFiles: Handler = (inv, out) => {
  if (inv.name !== "sd" || inv.has("-p")) return;
  for (const word of inv.operands.slice(2)) out.effect({ kind: "write", path: out.path(word), how: "inplace" });
};

export const handlers: Readonly<Record<string, Handler>> = {
  sed,
  awk,
  "filter-files": filterFiles,
  yq,
  "replace-in-files": replaceInFiles,
};
