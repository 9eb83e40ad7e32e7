import fc from "fast-check";
import { escapes, file, name, parameter, plain, quote, variable } from "./grammar-words.js";

/**
 * Programs of every feature of the shell that decides which commands run, over names that are
 * recording stubs (`sandbox.ts`). Loops end by construction.
 */
interface Grammar {
  word: string;
  words: string;
  simple: string;
  statement: string;
  list: string;
}

type Text = fc.Arbitrary<string>;

/** A template whose holes are filled by what each arbitrary gives. */
function form(texts: TemplateStringsArray, ...parts: Text[]): Text {
  return fc.tuple(...parts).map((values) => texts.map((text, i) => text + (values[i] ?? "")).join(""));
}

/** One way out of several, with its weight. */
const at = (weight: number, arbitrary: Text) => ({ weight, arbitrary });
const one = (...texts: string[]): Text => fc.constantFrom(...texts);
const quoted = (arbitrary: Text): Text => arbitrary.map(quote);
/** Without what would end a heredoc or a substitution early. */
const tame = (arbitrary: Text): Text => arbitrary.filter((text) => !/[`\\'"\n]/.test(text));

const DEPTH = { maxDepth: 4, depthIdentifier: "shell" } as const;

const folded = one(
  "$(echo rm)",
  '"$(echo a b)"',
  "$(printf 'r\\155')",
  "$(echo -n a b)",
  "$(rev <<< mr)",
  "$(basename /x/rm)",
  "$(echo cm0= | base64 -d)",
  "$(cat <<< rm)",
  "$(echo RM | tr A-Z a-z)",
  "$(if [ a = b ]; then echo rm; else echo ls; fi)",
  "$(echo a b | cut -d' ' -f2)",
  "$(printf '%s\\n' b a | sort | head -1)",
  "$(seq 1 2)",
  "$(dirname /rm/x)",
  "`echo rm`",
  "$(( $(echo 1) + 1 ))",
);

const wrapper = one(
  "command",
  "env",
  "env K=v",
  "nohup",
  "timeout 5",
  "nice",
  "nice -n 3",
  "exec",
  "command -p",
  "env -u X",
  "xargs",
  "xargs -n 1",
  "K=v",
  "X=q",
  "!",
  "time",
  "timeout -s KILL 5",
  "timeout --signal=9 5",
  "env -i K=v PATH=$PATH",
  "env --",
  "command --",
  "exec -a n",
  "stdbuf -oL",
  "flock f9",
  "setsid -w",
  "nice -n3",
  "xargs -r",
  "xargs -0",
  "xargs -L1",
  "nohup env timeout 5",
);

const setting = one(
  "shift",
  "I=1",
  "I=$((I+1))",
  "((I++))",
  "let I=I+2",
  "IFS=,",
  "unset X",
  "unset IFS",
  "cd d1",
  "cd ..",
  "pushd d1 >/dev/null",
  "cd ~",
  "wait",
  "X=rm,a",
  "set -f",
  "shopt -s nullglob",
  "alias ls=rm",
  "cd -",
  "popd >/dev/null",
  "set -e",
  "set +f",
  "unset -f f",
  "unset 'A[0]'",
  "declare -g X=rm",
  "declare -i I=1+1",
  "declare -n Y=X",
  "readonly N=5",
  "set -- $X",
  "shift 2",
  "IFS=:",
  "shopt -s extglob",
  "false",
  "true",
  "exec 3<<<'rm a'",
  "read X Y <&3",
  "mkdir -p d2 && cd d2",
  "break",
  "continue",
  "return",
);

const { list } = fc.letrec<Grammar>((tie) => {
  const word = tie("word") as Text;
  const words = tie("words") as Text;
  const command = tie("simple") as Text;
  const statement = tie("statement") as Text;
  const body = tie("list") as Text;
  return {
    word: fc.oneof(
      { maxDepth: 3, depthIdentifier: "shell" },
      at(6, plain),
      at(4, escapes),
      at(6, parameter),
      at(1, form`$(${command})`),
      at(1, form`"$(${command})"`),
      at(1, form`\`${tame(command)}\``),
      at(1, folded),
      at(1, form`${word}${word}`),
    ),
    words: fc.array(word, { maxLength: 3 }).map((all) => all.join(" ")),
    simple: fc.oneof(
      DEPTH,
      at(8, form`${name} ${words}`),
      at(2, form`${word} ${words}`),
      at(1, form`${one("echo", "printf", "echo -e", "printf '%s '")} ${word}`),
      at(2, form`${wrapper} ${name} ${words}`),
      at(1, form`${one("f", "g")} ${words}`),
    ),
    statement: fc.oneof(
      DEPTH,
      at(8, command),
      at(4, form`${variable}${one("=", "=", "+=")}${word}`),
      at(1, form`export ${variable}=${word}`),
      at(1, form`declare ${variable}=${word}`),
      at(2, form`A=(${words})`),
      at(1, form`A+=(${word}); A[1]=${word}`),
      at(1, form`declare -A M; M[k]=${word}`),
      at(1, form`R=${variable}`),
      at(2, form`set -- ${words}`),
      at(2, setting),
      at(1, form`read ${variable} <<< ${word}`),
      at(1, form`read -ra A <<< ${word}; ${command}`),
      at(1, form`mapfile -t A <<< ${word}; ${command}`),
      at(1, form`printf -v ${variable} '%s' ${word}`),
      // Code that is run by code.
      at(1, form`eval ${quoted(body)}`),
      at(1, form`${variable}=${word} eval ${quoted(body)}`),
      at(1, form`${one("bash -c", "sh -c", "bash -ec", "env bash -c")} ${quoted(body)} ${words}`),
      at(1, form`bash <<'E'\n${body}\nE\n`),
      at(1, form`bash <<E\n${command}\nE\n`),
      at(1, form`echo ${quoted(command)} | bash`),
      at(1, form`echo ${quoted(command)} > s.sh; bash s.sh a b`),
      at(1, form`cat > s2.sh <<'E'\n${command}\nE\n. ./s2.sh q`),
      at(1, form`source <(echo ${quoted(command)})`),
      at(1, form`trap ${quoted(command)} EXIT`),
      at(1, form`[[ -v 'A[$(${tame(command)})]' ]]`),
      at(1, form`env -S '${name} ${plain}'`),
      at(1, form`bash -s -- ${words} <<< ${quoted(command)}`),
      at(1, form`bash <(echo ${quoted(command)}) ${words}`),
      at(1, form`bash < <(echo ${quoted(command)})`),
      at(1, form`eval "$(echo ${quoted(command)})"`),
      at(1, form`${variable}=${quoted(command)}; eval "$${one("X", "Y")}"`),
      at(1, form`${variable}=${quoted(command)}; $${one("X", "Y", "Z")}`),
      at(1, form`A=(${words}); "\${A[@]}"`),
      at(
        1,
        form`echo ${quoted(command)} > s3.sh; cp s3.sh s4.sh; chmod +x s4.sh; ${one("bash s4.sh", "./s4.sh", ". ./s4.sh", "bash < s4.sh", 'eval "$(<s4.sh)"', 'eval "$(cat s4.sh)"')} a b`,
      ),
      at(1, form`bash <<-E\n\t${tame(command)}\n\tE\n`),
      at(1, form`bash 3<<A <<B\n${tame(command)}\nA\n${tame(command)}\nB\n`),
      at(1, form`find a.txt b.txt -exec ${name} ${word} {} ${one("\\;", "\\; -print", "+", "+ -print")}`),
      at(1, form`find . -name '*.txt' ${one("-exec", "-execdir", "-ok")} ${name} {} ${word} \\;`),
      at(
        1,
        form`find . -name '*.txt' ${one("", "-print", "-print0", "-type f")} | sort | xargs ${one("", "-0", "-n1", "-r")} ${name} ${word}`,
      ),
      at(1, form`find . -maxdepth 0 -exec sh -c ${quoted(command)} ${words} {} \\;`),
      at(1, form`echo a b | xargs ${one("-I% ", "-i% ", "--replace=% ")}${name} ${word} %`),
      at(1, form`printf '%s\\n' a 'b c' | xargs -I{} sh -c '${name} {}'`),
      at(1, form`printf '%s\\n' a 'b c' | xargs -d '\\n' -n1 ${name} ${word}`),
      at(1, form`printf 'a\\0b' | xargs -0 ${name} ${word}`),
      at(1, form`xargs ${name} <<< ${word}`),
      at(1, form`mapfile -t -C 'p1 x' -c 1 A <<< ${word}`),
      at(1, form`trap ${quoted(command)} ${one("DEBUG", "ERR", "RETURN", "EXIT")}; ${command}`),
      at(1, form`command_not_found_handle() { ${command}; }; nosuch ${words}`),
      at(
        1,
        form`shopt -s expand_aliases\nalias ${one("a1", "ls", "p1")}=${quoted(command)}\n${one("a1", "ls", "p1")} ${words}`,
      ),
      at(1, form`f() { "$@"; }; f ${name} ${words}`),
      at(1, form`f() { eval "$*"; }; f ${name} ${words}`),
      at(1, form`f() { echo ${word}; }; ${name} $(f ${words})`),
      at(1, form`f() { local -n r=$1; r=${word}; }; f ${variable}; ${command}`),
      at(1, form`f() { [ $# -eq 0 ] && return; ${name} "$1"; shift; f "$@"; }; f ${words}`),
      at(1, form`exec 4< <(echo ${word}); read ${variable} <&4; ${command}`),
      at(1, form`IFS=${one(",", ":", "/")} read -r ${variable} ${variable} <<< ${word}; ${command}`),
      at(1, form`[[ ${word} =~ (r.)(.*) ]] && ${name} "\${BASH_REMATCH[1]}"`),
      at(1, form`${name} \${X:-$(${command})}`),
      at(1, form`: \${${variable}:=${word}}; ${command}`),
      at(1, form`: $(${command}) > >(${command})`),
      at(1, form`${name} <(${command})`),
      at(1, form`(( \$(${command}; echo 1) )) && ${command}`),
      at(1, form`case ${word} in r*) ${command} ;& x) ${command} ;;& *) ${command} ;; esac`),
      at(1, form`select ${variable} in ${words}; do ${command}; break; done <<< 1`),
      at(1, form`while :; do ${body}\nbreak; done`),
      at(1, form`for ${variable} in ${words}; do ${one("continue", "break", "[ a ] || continue")}; ${command}; done`),
      at(1, form`time ${command}`),
      at(1, form`cd d1 && { ${body}\n}`),
      at(1, form`(cd d1; ${command}); ${command}`),
      // Functions and control flow.
      at(2, form`${one("f", "g")}() { ${body}\n}`),
      at(1, form`f() { local X=${word}; ${body}\n}`),
      at(1, form`function g { ${body}\n}; export -f g; bash -c g`),
      at(1, form`if ${body}\nthen ${body}\nfi`),
      at(1, form`if ${body}\nthen ${body}\nelse ${body}\nfi`),
      at(2, form`for ${variable} in ${words}; do ${body}\ndone`),
      at(1, form`for ${variable}; do ${body}\ndone`),
      at(1, form`A=(${words}); for ${variable} in "\${A[@]}"; do ${body}\ndone`),
      at(1, form`for ((J=0;J<2;J++)); do ${body}\ndone`),
      at(1, form`K1=0; while [ $K1 -lt 2 ]; do K1=$((K1+1)); ${body}\ndone`),
      at(1, form`while read ${variable}; do ${body}\ndone <<< ${word}`),
      at(1, form`printf '%s\\n' rm 'a b' | while read ${variable}; do ${body}\ndone`),
      at(1, form`cat <<E | while read X; do ${body}\ndone\n${word}\nE\n`),
      at(1, form`until ${command}; do break; done`),
      at(1, form`case ${word} in a|rm) ${body}\n;; *) ${body}\n;; esac`),
      at(1, form`set -- -a -b ${word}; while getopts ab O; do ${body}\ndone`),
      at(1, form`[ -n ${word} ] && ${command}`),
      at(1, form`[[ ${word} == r* ]] || ${command}`),
      at(1, form`( ${body}\n)`),
      at(1, form`{ ${body}\n}`),
      at(1, form`coproc { ${command}; }; wait`),
      at(1, form`${statement.filter((text) => !text.includes("<<'E'") && !text.includes("<<E"))} | ${command}`),
      at(1, form`${command} | tee f1 | ${command}`),
      at(1, form`${command} > ${file}`),
    ),
    list: fc
      .array(fc.tuple(statement, one("; ", "\n", " && ", " || ", "\n", " & ")), {
        minLength: 1,
        maxLength: 4,
        depthIdentifier: "shell",
      })
      .map((all) =>
        all.map(([text, border], i) => (i === all.length - 1 || text.endsWith("\n") ? text : text + border)).join(""),
      ),
  };
});

/** A whole program. */
export const program: Text = list as Text;
