import type { NamedCommand } from "./named-command.js";

/** How code of each language names its input, and how it runs a text. */
interface Ways {
  readonly programs: RegExp;
  /** Options whose value is the code; none where the first operand is. */
  readonly code?: RegExp;
  /** Absent where the input is read by itself, line by line. */
  readonly reads?: RegExp;
  readonly runs: RegExp;
}

const WAYS: readonly Ways[] = [
  {
    programs: /^(?:python|pypy)[\d.]*$|^ipython3?$/,
    code: /^-[a-zA-Z]*c$/,
    reads: /\bstdin\b|\bfileinput\b|\binput\(\)|\/dev\/stdin|\bopen\(0/,
    runs: /\b(?:exec|eval)\s*\(|\bos\.(?:system|popen)\s*\(|\bshell\s*=\s*True|\bpickle\.loads?\s*\(/,
  },
  {
    programs: /^(?:node|nodejs|bun|deno)$/,
    code: /^(?:-e|-p|-pe|--eval|--print|eval)$/,
    reads: /\bstdin\b|readFileSync\(\s*(?:0|["']\/dev\/stdin)/,
    runs: /(?<![.\w])eval\b|\bnew\s+Function\b|\bchild_process\b|\brunIn\w*Context\b/,
  },
  {
    programs: /^ruby[\d.]*$/,
    code: /^-[a-z]*e$/,
    reads: /\bstdin\b|\bARGF\b|\bgets\b|\breadlines\b|\$_/i,
    runs: /(?<![.\w"'/:])(?:eval|system|exec)\b(?!["'/])|\b(?:instance_eval|class_eval|popen)\b|`/,
  },
  {
    programs: /^perl[\d.]*$/,
    code: /^-[a-zA-Z0-9]*e$/,
    reads: /\bSTDIN\b|<>|\$_|<ARGV>/,
    runs: /(?<![$@%\w"'/{])(?:eval|system|exec|qx)\b(?!\s*\{|["'/}])|`/,
  },
  {
    programs: /^php[\d.]*$/,
    code: /^-r$/,
    reads: /\bSTDIN\b|php:\/\/stdin|\/dev\/stdin|\bfgets\b/,
    runs: /\b(?:eval|system|exec|shell_exec|passthru|popen|proc_open|assert)\s*\(|`/,
  },
  {
    programs: /^(?:lua|luajit)[\d.]*$/,
    code: /^-e$/,
    reads: /\bio\.(?:read|lines|stdin)\b/,
    runs: /\bload(?:string)?\s*\(|\bos\.execute\b|\bio\.popen\b/,
  },
  { programs: /^(?:Rscript|R)$/, code: /^-e$/, reads: /\bstdin\b/, runs: /\beval\s*\(|\bsystem2?\s*\(/ },
  { programs: /^[gmn]?awk$/, runs: /\bsystem\s*\(\s*\$|\$\d+\s*\|\s*getline|\|\s*"(?:ba|z|da)?sh\b/ },
  { programs: /^g?sed$/, runs: /(?:^|[;{}\s])(?:\d+|\$)?e\s*(?:$|[;}])|^s(\W).*\1.*\1[a-z0-9]*e[a-z0-9]*$/ },
];

/** The texts of a command's code. */
function codeOf({ words }: NamedCommand, option: RegExp | undefined): readonly string[] {
  if (option === undefined) return words.filter((word) => !word.startsWith("-"));
  return words.flatMap((word, i) => (option.test(word) ? (words[i + 1] ?? []) : []));
}

/**
 * Whether a one-liner runs what it reads: `curl … | python -c 'exec(sys.stdin.read())'`, `curl … | awk '{system($0)}'`.
 * Where its input comes from is the caller's to say.
 */
export function runsInput(command: NamedCommand): boolean {
  const ways = WAYS.find(({ programs }) => programs.test(command.name));
  if (ways === undefined) return false;
  return codeOf(command, ways.code).some(
    (code) => ways.runs.test(code) && (ways.reads === undefined || ways.reads.test(code)),
  );
}
