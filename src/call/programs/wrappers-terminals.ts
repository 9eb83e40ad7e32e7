import { plainWord, type Word } from "../word.js";
import type { Handler } from "./emit.js";
import { joinWords } from "./join.js";
import type { ProgramSpec } from "./spec.js";
import { splitArguments } from "./split.js";
import { running, taking, wrapper } from "./wrapper.js";

// Programs that run another in a terminal of theirs: script(1), tmux(1) 3.4, screen(1), expect(1).
export const programs: readonly ProgramSpec[] = [
  {
    names: ["script"],
    style: "posix",
    flags: "-a --append, -e --return, -f --flush, -q --quiet, -r, -k, -d, -p".split(", "),
    values: {
      "-c --command": "sh",
      "-I --log-in": "write",
      "-O --log-out": "write",
      "-B --log-io": "write",
      "-T --log-timing": "write",
      "-m --logging-format": "text",
      "-E --echo": "text",
      "-o --output-limit": "text",
      "-F": "text",
    },
    optional: { "-t --timing": "write" },
    handler: "script",
    mutates: "unknown",
  },
  {
    names: ["tmux", "byobu", "tmate"],
    style: "posix",
    flags: [..."2CDNUuVvl"].map((c) => `-${c}`),
    values: { "-c": "sh", "-f": "script", "-L": "text", "-S": "text", "-T": "text" },
    handler: "tmux",
    mutates: "unknown",
  },
  {
    names: ["screen"],
    style: "posix",
    flags: [..."aAdDiLlmnOqQrRUvwxX4-6"]
      .map((c) => `-${c}`)
      .concat(["-ls", "-wipe", "-dm", "-dmS", "-Dm", "-fn", "-fa"]),
    values: {
      "-c": "read",
      "-e": "text",
      "-h": "text",
      "-p": "text",
      "-s": "text",
      "-S": "text",
      "-t": "text",
      "-T": "text",
      "-Logfile": "write",
    },
    handler: "screen",
    mutates: "unknown",
  },
  {
    names: ["zellij"],
    style: "posix",
    subcommands: {
      "run r": running({
        flags: ["-c --close-on-exit", "-f --floating", "-i --in-place"],
        values: taking("-d --direction, -n --name, --cwd"),
      }),
    },
    mutates: "unknown",
  },
  // A socket first: dtach(1), abduco(1).
  {
    ...wrapper("dtach abduco", { flags: ["-E", "-z", "-f", "-l", "-q"], values: taking("-e, -r, -c, -n, -A, -a, -N") }),
  },
  { names: ["mprocs"], operands: "sh", values: taking("-c --config, -s --server, --ctl, --names"), mutates: "unknown" },
  {
    names: ["expect", "autoexpect"],
    style: "posix",
    flags: ["-d", "-D", "-i", "-n", "-N", "-v", "-b"],
    values: { "-c": "text", "-f": "script" },
    operands: { first: ["script"], rest: "text" },
    handler: "expect",
    mutates: "unknown",
  },
];

const script: Handler = (inv, out) => {
  const [file, ...rest] = inv.operands;
  if (file) out.effect({ kind: "write", path: out.path(file), how: inv.has("-a") ? "append" : "overwrite" });
  if (rest.length === 0) return;
  // util-linux lets options follow the file, BSD takes a command there.
  if (rest[0]?.text.startsWith("-") && rest[0].text !== "--") out.command([plainWord("script"), ...rest]);
  else out.command(rest[0]?.text === "--" ? rest.slice(1) : rest);
};

// tmux(1) 3.4: commands that take a shell command, and their options with a value.
const TMUX_SHELL =
  /^(?:new(?:-session)?|new-window|neww|split-window|splitw|respawn-(?:pane|window)|respawn[pw]|run(?:-shell)?|pipe-pane|pipep|popup|display-popup)$/;
/** Commands that take other commands. */
const TMUX_COMMANDS = /^(?:if(?:-shell)?|confirm(?:-before)?|display-menu|menu|bind(?:-key)?|set-hook|command-prompt)$/;
const TMUX_VALUES = /^-[a-zA-Z]*[ceFnstxylpf]$/;
const POPUP_VALUES = /^-[a-zA-Z]*[bcdehsStTwxyHMp]$/;

const tmux: Handler = (inv, out) => {
  let words: Word[] = [];
  const flush = (): void => {
    const [command, ...rest] = words;
    words = [];
    if (!command) return;
    if (/^send(?:-keys)?$/.test(command.text)) {
      const keys = rest.filter(
        (w, i) => !/^-[FHKlMRX]*[Nt]?$/.test(w.text) && !/^-[a-zA-Z]*[Nt]$/.test(rest[i - 1]?.text ?? ""),
      );
      typed(
        keys.filter((w) => !/^(?:Enter|C-m|KPEnter|C-c|C-d|C-u|C-l|Escape|Space|Tab|BSpace)$/.test(w.text)),
        "tmux send-keys",
      );
    } else if (TMUX_COMMANDS.test(command.text)) {
      // Commands of tmux's own in a text, or as the words that follow a key or a hook's name.
      for (const word of rest) if (/\s/.test(word.text)) tmuxText(word);
      for (const [at, word] of rest.entries())
        if (TMUX_SHELL.test(word.text) && at + 1 < rest.length) out.command([plainWord("tmux"), ...rest.slice(at)]);
      const [condition] = rest.filter((w) => !w.text.startsWith("-"));
      if (/^if/.test(command.text) && condition) typed([condition], "tmux if-shell");
    } else if (TMUX_SHELL.test(command.text)) {
      let i = 0;
      const valued = /^(?:display-)?(?:popup|menu)$/.test(command.text) ? POPUP_VALUES : TMUX_VALUES;
      while (i < rest.length && rest[i]?.text.startsWith("-")) i += valued.test(rest[i]?.text ?? "") ? 2 : 1;
      typed(rest.slice(i), `tmux ${command.text}`);
    }
  };
  const typed = (code: readonly Word[], via: string): void => {
    if (code.length > 0) out.code("sh", joinWords(code), { via });
  };
  const tmuxText = (word: Word): void =>
    out.command([plainWord("tmux"), ...splitArguments(word.text).map(plainWord)], {
      via: "tmux",
      certainty: "possible",
    });
  for (const word of inv.operands) {
    if (word.text === ";" || word.text === "\\;") flush();
    else if (word.text.endsWith("\\;")) {
      words.push({ ...word, text: word.text.slice(0, -2) });
      flush();
    } else words.push(word);
  }
  flush();
};

/** screen(1): a program in a new window, or keys put into a running one with `-X stuff`. */
const screen: Handler = (inv, out) => {
  const [first, ...rest] = inv.operands;
  if (!inv.has("-X")) {
    const words = inv.has("-dmS", "-Dm") && first ? rest : inv.operands;
    if (words.length > 0) out.command(words);
    return;
  }
  if (first && /^(?:stuff|exec|screen|register|eval)$/.test(first.text) && rest.length > 0) {
    const code = joinWords(rest);
    out.code(
      "sh",
      { ...code, text: code.text.replace(/\\[nr]|\^M|\\01[25]/g, "\n") },
      { via: `screen -X ${first.text}` },
    );
  }
};

/** Tcl of expect(1): programs are started with `spawn`, `exec` and `system`. */
const expect: Handler = (inv, out) => {
  const [script] = inv.operands;
  if (inv.stdin?.kind === "pipe" && inv.values("-c").length === 0 && (!script || script.text === "-"))
    out.effect({ kind: "opaque", class: "stdin-code", origin: inv.stdin.taint, source: "| expect" });
  for (const word of [...inv.values("-c"), ...(inv.stdin?.kind === "text" ? [plainWord(inv.stdin.text)] : [])]) {
    for (const match of word.text.matchAll(/(?:^|[;\n{[])\s*(?:spawn(?:\s+-\w+)*|exec|system)\s+([^;\n\]}]+)/g)) {
      out.command(splitArguments((match[1] ?? "").replace(/[{}]/g, "'")).map(plainWord), { via: "expect" });
    }
    for (const match of word.text.matchAll(/(?:^|[;\n{])\s*send\s+(?:--\s+)?"((?:[^"\\]|\\.)*)\\[rn]"/g)) {
      out.code("sh", plainWord(match[1] ?? ""), { via: "expect send", certainty: "possible" });
    }
  }
};

export const handlers: Readonly<Record<string, Handler>> = { script, tmux, screen, expect };
