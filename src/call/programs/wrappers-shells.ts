import { decodeBase64Utf16 } from "../code/base64.js";
import { plainWord, type Word } from "../word.js";
import type { Handler } from "./emit.js";
import { joinWords } from "./join.js";
import type { CommandSpec, Language, ProgramSpec } from "./spec.js";
import { stdinCode } from "./stdin.js";

// Command interpreters: bash(1) 5.2, dash(1), zsh(1) 5.9, fish(1) 3.7, pwsh(1) 7.4, cmd.exe.

const letters = (of: string): string[] => [...of].flatMap((c) => [`-${c}`, `+${c}`]);

const posix: CommandSpec = {
  style: "posix",
  flags: [
    "-c",
    "-s",
    "-l --login",
    "-i --interactive",
    ...letters("aBbCEeFfGghHIkKLMmNnPpQRrtTuUvVwWxXyYZ"),
    "--noprofile",
    "--norc",
    "--posix",
    "--verbose",
    "--restricted",
    "--noediting",
    "--debugger",
    "--dump-strings",
    "--dump-po-strings",
    "--pretty-print",
    "--emulate",
  ],
  values: { "-o": "text", "+o": "text", "-O": "text", "+O": "text", "--rcfile --init-file": "script" },
  stdin: "sh",
  handler: "shell",
  forms: [{ when: { any: ["-c"] }, mutates: false }],
  mutates: "unknown",
};

export const programs: readonly ProgramSpec[] = [
  {
    ...posix,
    names: [
      "sh",
      "bash",
      "dash",
      "zsh",
      "ksh",
      "ksh93",
      "mksh",
      "pdksh",
      "oksh",
      "loksh",
      "lksh",
      "ash",
      "rbash",
      "rzsh",
      "rksh",
      "yash",
      "posh",
      "osh",
      "ysh",
      "bosh",
      "csh",
      "tcsh",
      "git-shell",
    ],
  },
  {
    names: ["fish"],
    style: "posix",
    flags: [
      "-i --interactive",
      "-l --login",
      "-n --no-execute",
      "-N --no-config",
      "-P --private",
      "--print-rusage-self",
      "--print-debug-categories",
    ],
    values: {
      "-c --command": "code",
      "-C --init-command": "code",
      "-d --debug": "text",
      "-o --debug-output": "write",
      "-f --features": "text",
      "--profile": "write",
      "--profile-startup": "write",
    },
    dry: ["-n"],
    language: "fish",
    stdin: "fish",
    operands: { first: ["script"], rest: "text" },
    mutates: "unknown",
  },
  {
    names: ["xonsh", "nu", "elvish", "ion", "murex"],
    style: "posix",
    values: { "-c --commands": "sh", "-e --execute": "sh", "-D": "text", "--rc": "script", "--config": "script" },
    stdin: "sh",
    operands: { first: ["script"], rest: "text" },
    mutates: "unknown",
  },
  {
    names: ["pwsh", "powershell", "pwsh-preview", "pwsh.exe", "powershell.exe"],
    style: "words",
    handler: "powershell",
    mutates: "unknown",
  },
  // A builtin of zsh: another shell's ways for what follows -c.
  {
    names: ["emulate"],
    style: "posix",
    flags: ["-L", "-R"],
    values: { "-o": "text" },
    handler: "emulate",
    mutates: "unknown",
  },
  { names: ["cmd", "cmd.exe"], style: "words", handler: "cmd", mutates: "unknown" },
  {
    names: ["wsl", "wsl.exe"],
    style: "posix",
    flags: ["-e --exec", "--shutdown", "-l --list", "-v --verbose"],
    values: { "-d --distribution": "text", "-u --user": "text", "--cd": "cwd", "--shell-type": "text" },
    operands: "command",
    mutates: "unknown",
  },
];

/** Glob qualifiers of zsh behind a wildcard: they only pick among what it matches (zshexpn(1)). */
const QUALIFIERS = /([*?\]][^\s'"()|;&<>$`]*)\((?:#q)?[-^./@=*%rwxRWXNDFLMUGaomcdn+0-9,[\]]+\)(?=[\s;|&)]|$)/g;

/** A POSIX shell: `-c` takes the first operand as code, in whatever cluster it stands. */
const shell: Handler = (inv, out) => {
  // With -n the text is read, not run.
  if (inv.has("-n") && !inv.has("-i")) return;
  const [first, ...rest] = inv.operands;
  if (inv.has("-c")) {
    const code = first && inv.name.includes("zsh") ? { ...first, text: first.text.replace(QUALIFIERS, "$1") } : first;
    if (code)
      out.code("sh", code, { via: `${inv.name} -c`, parameters: rest.length > 0 ? rest : [plainWord(inv.name)] });
    return;
  }
  if (inv.has("-s")) {
    // Without operands the engine has handed the input over already.
    if (first) stdinCode("sh", inv, out, [plainWord(inv.name), ...inv.operands]);
    return;
  }
  if (!first || first.text === "-" || first.text === "/dev/stdin") return;
  if (!first.known && first.text.startsWith("⟦")) {
    out.effect({ kind: "opaque", class: "script-file", origin: first.taint ?? "unknown", source: first.text });
  } else out.effect({ kind: "read", path: out.path(first), how: "execute" });
};

// about_Pwsh: parameters may be shortened, dashes are of several kinds, case does not matter.
const POWERSHELL_FLAGS = /^(?:noe|nol|nop|noni|mta|sta|i|in|interactive|l|lo|login|h|he|help|\?|v|ve|ver|version)/;
const POWERSHELL_VALUES = /^(?:ex|ep|w|inputf|if|o|of|outp|conf|cus|set|settings|wo|wd|psconsolefile)/;

const powershell: Handler = (inv, out) => {
  const words = inv.words.slice(1);
  const language: Language = "powershell";
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as Word;
    const name = /^[-/–—―]{1,2}(.*)$/s.exec(word.text)?.[1]?.toLowerCase().replace(/:.*$/s, "");
    const rest = words.slice(i + 1);
    if (name === undefined) {
      // Windows PowerShell takes a bare text for a command, PowerShell 7 for a file.
      if (inv.name.startsWith("pwsh") && rest.length === 0)
        out.effect({ kind: "read", path: out.path(word), how: "execute" });
      else out.code(language, joinWords(words.slice(i)), { via: inv.name });
      return;
    }
    if (
      name === "" ||
      (name !== "" && "command".startsWith(name)) ||
      "commandwithargs".startsWith(name) ||
      name === "cwa"
    ) {
      const code = rest[0];
      if (code?.text === "-") stdinCode(language, inv, out);
      else if (code) out.code(language, joinWords(rest), { via: `${inv.name} -Command` });
      return;
    }
    if (name === "ec" || "encodedcommand".startsWith(name)) {
      const code = rest[0];
      const text = code?.known ? decodeBase64Utf16(code.text) : undefined;
      // Encoded code is read, and still is nothing that a person saw.
      if (code) out.effect({ kind: "opaque", class: "code", origin: "decoded", source: code.text.slice(0, 80) });
      if (text !== undefined) out.code(language, plainWord(text), { via: `${inv.name} -EncodedCommand` });
      return;
    }
    if ("file".startsWith(name)) {
      const file = rest[0];
      if (file?.text === "-") stdinCode(language, inv, out);
      else if (file) out.effect({ kind: "read", path: out.path(file), how: "execute" });
      return;
    }
    if (POWERSHELL_VALUES.test(name)) i++;
    else if (!POWERSHELL_FLAGS.test(name) && rest[0] && !rest[0].text.startsWith("-")) i++;
  }
  stdinCode(language, inv, out);
};

const cmd: Handler = (inv, out) => {
  const words = inv.words.slice(1);
  const at = words.findIndex((w) => /^\/+[ckr]/i.test(w.text));
  const flag = words[at];
  if (!flag) {
    stdinCode("cmd", inv, out);
    return;
  }
  const attached = flag.text.replace(/^\/+[ckr]/i, "");
  const code = [...(attached === "" ? [] : [{ ...flag, text: attached }]), ...words.slice(at + 1)];
  if (code.length > 0) out.code("cmd", joinWords(code), { via: `${inv.name} /c` });
};

const emulate: Handler = (inv, out) => {
  const at = inv.operands.findIndex((word) => word.text === "-c");
  const code = at < 0 ? undefined : inv.operands[at + 1];
  if (code) out.code("sh", code, { via: "emulate -c", sameShell: true });
};

export const handlers: Readonly<Record<string, Handler>> = { emulate, shell, powershell, cmd };
