/** Ways to write a command line otherwise that change nothing of what it does. */
type Way = (text: string) => string;

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Ways that stand around a whole text, on lines of their own because of heredocs and comments. */
const AROUND: Readonly<Record<string, Way>> = {
  "bash -c": (text) => `bash -c ${single(text)}`,
  "sh -c": (text) => `/bin/sh -c ${single(text)}`,
  eval: (text) => `eval ${single(text)}`,
  subshell: (text) => `(\n${text}\n)`,
  group: (text) => `{\n${text}\n}`,
  function: (text) => `wrapped_up() {\n${text}\n}\nwrapped_up`,
  "true &&": (text) => `true && {\n${text}\n}`,
  "false ||": (text) => `false || {\n${text}\n}`,
  condition: (text) => `if true; then\n${text}\nfi`,
  loop: (text) => `for once in 1; do\n${text}\ndone`,
  comment: (text) => `${text}\n# don't stop`,
  before: (text) => `echo "it's fine"\n${text}`,
};

/** Ways that stand in front of one program. */
const BEFORE: Readonly<Record<string, Way>> = {
  assignment: (text) => `CI=1 ${text}`,
  env: (text) => `env X=1 ${text}`,
  timeout: (text) => `timeout 5 ${text}`,
  nice: (text) => `nice -n 5 ${text}`,
  nohup: (text) => `nohup ${text}`,
  quoted: (text) => text.replace(/^\S+/, (name) => `"${name}"`),
  "half quoted": (text) => text.replace(/^\S+/, (name) => `${name.slice(0, 1)}'${name.slice(1)}'`),
  backslash: (text) => text.replace(/^\S+/, (name) => `\\${name}`),
};

export const WAYS: Readonly<Record<string, Way>> = { ...AROUND, ...BEFORE };

// Keywords, and builtins that mean something else, or nothing, as a program of their own.
const NO_PROGRAM = new Set(
  "if then else elif fi for while until do done case esac select function time coproc in alias bg bind break builtin caller cd command compgen complete continue declare dirs disown enable eval exec exit export false fc fg getopts hash help history jobs let local logout mapfile popd pushd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait echo printf kill pwd".split(
    " ",
  ),
);

/**
 * Whether a way can be taken with this text. Something in front of a program needs a program in front: a plain
 * name that is no keyword and no builtin.
 */
export function applies(name: string, text: string): boolean {
  if (name in AROUND) return true;
  const first = /^([A-Za-z][\w.+-]*)\s/.exec(`${text} `)?.[1];
  return first !== undefined && !NO_PROGRAM.has(first);
}

/**
 * Whether a text means the same with something around it. It does not when it looks at its own parameters, gives
 * words another meaning for the lines that follow (aliases), ends or replaces the shell it stands in, holds no
 * command at all, or when a heredoc in it has no end.
 */
export function keepsItsMeaning(text: string): boolean {
  if (/\$(?:[0-9@*#$!_-]|\{[0-9@*#!_-])|\b(?:alias|unalias|exec|return|exit|shift|local|logout|BASH_\w+)\b/.test(text))
    return false;
  if (/\bset\s+(?:--|-\w)|[\0\r\v\f]|\\$/.test(text)) return false;
  // With nothing in it but comments no group is complete.
  if (text.split("\n").every((line) => /^\s*(?:#|$)/.test(line))) return false;
  const lines = new Set(text.split("\n").map((line) => line.replace(/^\t+/, "")));
  return [...text.matchAll(/<<-?\s*\\?(["']?)([\w.-]+)\1/g)].every(([, , end]) => lines.has(end ?? ""));
}
