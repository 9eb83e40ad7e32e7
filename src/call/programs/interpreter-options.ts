import { utf16Base64 } from "../code/encoded.js";
import type { Language } from "./spec.js";

/** What an interpreter's command line means, as far as finding its code goes. */
export interface Interpreter {
  readonly names: readonly string[];
  readonly language: Language;
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** Options with a value in the same or the next word, those for code too. */
  readonly values: ReadonlySet<string>;
  /** Short options whose value, if any, is attached. */
  readonly attached?: ReadonlySet<string>;
  /** Options whose value is a file that is run first. */
  readonly runs?: readonly string[];
  /** The option that names a module to run. */
  readonly module?: string;
  /** Options with which nothing is run. */
  readonly harmless: ReadonlySet<string>;
  /** The code option ends the options (`python -c`). */
  readonly codeEnds?: boolean;
  /** Everything behind the code option is code. */
  readonly joins?: boolean;
  /** Long options have one dash. */
  readonly single?: boolean;
  /** `-n`, `-p` and `-i` run the code on each line of the files named. */
  readonly lines?: boolean;
  /** First words that are no script: passed over, or with code of their own behind them. */
  readonly subcommands?: ReadonlyMap<string, "skip" | "code" | "other">;
  /** What stands behind `--` are arguments; the code comes from the input. */
  readonly dashesEnd?: boolean;
  /** The one spelling of an option. */
  readonly canonical?: (name: string) => string;
  /** Reads what `-encodedcommand` is given. */
  readonly encoded?: (given: string) => string | undefined;
}

/** Options of PowerShell: any case, any beginning that is clear (about_Pwsh). */
function powershellOption(given: string): string {
  const name = given.toLowerCase().replace(/^--?/, "-");
  if (/^-(?:c|com\w*|commandwithargs|cwa)$/.test(name)) return "-command";
  if (/^-e(?:c|n\w*)?$/.test(name)) return "-encodedcommand";
  if (/^-f(?:i\w*)?$/.test(name)) return "-file";
  if (/^-(?:ep|ex\w*)$/.test(name)) return "-executionpolicy";
  if (/^-w(?:i\w*)?$/.test(name)) return "-windowstyle";
  if (/^-(?:wd|wo\w*)$/.test(name)) return "-workingdirectory";
  return /^-(?:h|help|\?)$/.test(name) ? "-help" : name;
}

/** Words by what they are for. */
const firstWords = (table: Readonly<Record<string, "skip" | "code" | "other">>) => new Map(Object.entries(table));

const set = (names: string): ReadonlySet<string> => new Set(names.split(" ").filter(Boolean));

// Options: docs.python.org/3/using/cmdline.html, nodejs.org/api/cli.html, perldoc perlrun, ruby(1), php(1), lua(1).
export const interpreters: readonly Interpreter[] = [
  {
    names: [
      "python",
      "python3",
      "python2",
      "pypy",
      "pypy3",
      "ipython",
      "ipython3",
      "IPython",
      "sage",
      "py",
      "jython",
      "micropython",
      "bpython",
      "ptpython",
      "pythonw",
    ],
    language: "python",
    code: ["-c"],
    values: set("-c -m -W -X --check-hash-based-pycs"),
    module: "-m",
    harmless: set("-h --help -V --version --help-all -?"),
    codeEnds: true,
  },
  {
    names: ["node", "nodejs", "tsx", "ts-node", "electron", "iojs", "zx", "qjs"],
    language: "javascript",
    code: ["-e", "--eval", "-p", "--print", "-pe"],
    values: set(
      "-e --eval -p --print -pe -r --require --import --loader --experimental-loader --env-file --env-file-if-exists -C --conditions --input-type --title --inspect-port --test-name-pattern --test-reporter --max-old-space-size --stack-size --icu-data-dir --redirect-warnings --tsconfig --watch-path --dns-result-order --unhandled-rejections -O -P --project",
    ),
    runs: ["-r", "--require", "--import", "--loader", "--experimental-loader"],
    harmless: set("-h --help -v --version -c --check --v8-options"),
    subcommands: firstWords({ watch: "skip", inspect: "skip" }),
  },
  {
    names: ["deno"],
    language: "javascript",
    code: [],
    values: set("-c --config --import-map -L --log-level --cert --env-file --seed"),
    harmless: set("-h --help -V --version"),
    subcommands: firstWords({
      eval: "code",
      run: "skip",
      test: "other",
      task: "other",
      fmt: "other",
      lint: "other",
      check: "other",
      cache: "other",
      install: "other",
      add: "other",
      compile: "other",
      doc: "other",
      info: "other",
      bench: "other",
      serve: "skip",
      init: "other",
      upgrade: "other",
      publish: "other",
      jupyter: "other",
      types: "other",
      uninstall: "other",
      remove: "other",
      outdated: "other",
      completions: "other",
    }),
  },
  {
    names: ["perl", "perl5"],
    language: "perl",
    code: ["-e", "-E"],
    values: set("-e -E -I"),
    attached: set("-i -l -0 -F -M -m -C -d -D -V -x"),
    harmless: set("-h --help -v --version -V -c"),
    lines: true,
  },
  {
    names: ["ruby", "jruby", "truffleruby", "mruby", "irb", "pry"],
    language: "ruby",
    code: ["-e"],
    values: set("-e -I -r -C -E --encoding"),
    runs: ["-r"],
    attached: set("-i -l -0 -F -K -T -W -x"),
    harmless: set("-h --help -v --version -c"),
    lines: true,
  },
  {
    names: ["php", "php-cli", "hhvm", "psysh"],
    language: "php",
    code: ["-r", "--run", "-B", "-R", "-E", "--process-begin", "--process-code", "--process-end"],
    values: set(
      "-r --run -B -R -E --process-begin --process-code --process-end -f --file -F -d --define -c --php-ini -S --server -t --docroot -z --zend-extension",
    ),
    runs: ["-f", "--file", "-F"],
    harmless: set("-h --help -v --version -i --info -l --syntax-check -m --modules --ini -S --server"),
    dashesEnd: true,
  },
  {
    names: ["lua", "luajit", "luau", "texlua", "tarantool", "resty"],
    language: "lua",
    code: ["-e"],
    values: set("-e -l"),
    harmless: set("-v"),
  },
  { names: ["Rscript", "littler"], language: "r", code: ["-e"], values: set("-e"), harmless: set("--version --help") },
  {
    names: ["R"],
    language: "r",
    code: ["-e"],
    values: set("-e -f --file -d -g --args"),
    runs: ["-f", "--file"],
    harmless: set("--version --help"),
  },
  { names: ["osascript"], language: "applescript", code: ["-e"], values: set("-e -l -s"), harmless: new Set() },
  {
    names: ["pwsh", "powershell", "powershell.exe", "pwsh.exe"],
    language: "powershell",
    single: true,
    code: ["-command", "-encodedcommand"],
    values: set(
      "-command -encodedcommand -file -executionpolicy -workingdirectory -outputformat -inputformat -windowstyle -version -configurationname -settingsfile",
    ),
    runs: ["-file"],
    harmless: set("-help"),
    joins: true,
    codeEnds: true,
    canonical: powershellOption,
    encoded: utf16Base64,
  },
  {
    names: ["julia"],
    language: "other",
    code: ["-e", "-E", "--eval", "--print"],
    values: set("-e -E --eval --print -L --load -t --threads -p --procs -J --sysimage --project -C -O"),
    harmless: set("-h --help -v --version"),
  },
  {
    names: ["elixir", "iex"],
    language: "other",
    code: ["-e", "--eval"],
    values: set("-e --eval -r -pa -pz --name --sname --cookie -S --rpc-eval"),
    harmless: set("-v --version -h --help"),
  },
  {
    names: ["erl"],
    language: "other",
    single: true,
    code: ["-eval"],
    values: set("-eval -s -run -pa -pz -name -sname -setcookie -config"),
    harmless: set("-version"),
  },
  {
    names: ["groovy", "groovysh"],
    language: "other",
    code: ["-e"],
    values: set("-e -cp -classpath -c"),
    harmless: set("-v --version -h --help"),
  },
  {
    names: ["scala", "scala-cli", "amm", "kotlin", "kotlinc"],
    language: "other",
    code: ["-e", "--execute-script", "-c", "--code"],
    values: set("-e --execute-script -c --code -cp -classpath"),
    harmless: set("-version --version -help --help"),
  },
  {
    names: ["swift"],
    language: "other",
    code: ["-e"],
    values: set("-e"),
    harmless: set("--version --help"),
    subcommands: firstWords({ build: "other", test: "other", run: "other", package: "other" }),
  },
  {
    names: ["ghc", "runghc", "runhaskell", "ghci", "stack-ghc"],
    language: "other",
    code: ["-e"],
    values: set("-e -o -i"),
    harmless: set("--version --help"),
  },
  {
    names: [
      "racket",
      "guile",
      "sbcl",
      "clisp",
      "clojure",
      "clj",
      "bb",
      "csi",
      "emacs-lisp",
      "nim",
      "crystal",
      "raku",
      "rakudo",
      "perl6",
      "chicken-csi",
      "yaegi",
      "rust-script",
      "chez",
      "petite",
      "gsi",
      "newlisp",
      "fennel",
      "hy",
      "ocaml",
      "io",
      "janet",
      "chibi-scheme",
      "gosh",
      // matlab and octave, gnuplot, maxima and the like: `system("…")` in each.
      "octave",
      "octave-cli",
      "matlab",
      "gnuplot",
      "maxima",
      "gp",
      "scilab-cli",
    ],
    language: "other",
    code: ["-e", "--eval", "--expr", "-x", "-c", "-r", "-batch"],
    values: set("-e --eval --expr -x -l --load -c -r -batch"),
    harmless: set("--version --help"),
    subcommands: firstWords({ eval: "code" }),
  },
  { names: ["tclsh", "wish", "expect"], language: "other", code: ["-c"], values: set("-c"), harmless: new Set() },
  {
    names: ["java", "jshell", "javac"],
    language: "other",
    code: [],
    values: set("-cp -classpath --class-path -jar -p --module-path -m --module --add-modules"),
    runs: ["-jar"],
    harmless: set("-version --version -help --help"),
    single: true,
  },
];
