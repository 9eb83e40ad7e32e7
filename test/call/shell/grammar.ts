import fc from "fast-check";

/**
 * Programs of every feature of the shell that decides which commands run, over names that are
 * recording stubs (`sandbox.ts`). Loops end by construction.
 */

const name = fc.constantFrom("rm", "ls", "p1", "p2", "p3", "git");
const plain = fc.constantFrom("a", "b", "rm", "-rf", "x=y", "/x/y", "a.b", "-", "--", "%s", "d1", "0", "7");
const variable = fc.constantFrom("X", "Y", "Z", "N", "UNSET", "KNOWN");
const file = fc.constantFrom("f1", "f2", "d1/f3");

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const escapes = fc.constantFrom(
  "'a b'",
  '"a b"',
  "''",
  '""',
  "a\\ b",
  "\\rm",
  "r''m",
  '"r"m',
  "$'r\\x6d'",
  "$'\\x{72}m'",
  "$'a\\tb'",
  "$'\\162m'",
  "$'\\u0072m'",
  "r\\\nm",
  '"r\\\nm"',
  '$"a b"',
  '"\\$X"',
  "'$X'",
  '"a\\b"',
  "'a'\\''b'",
  "\\{a,b}",
  "a#b",
  "'#'",
  "~",
  "~/x",
  "*.txt",
  "?.txt",
  "[ab].txt",
  '"*".txt',
  "{a,b}",
  "{rm,-rf}",
  "{a,b}{1,2}",
  "x{1..3}",
  "{3..1}",
  "{a..c}",
  "{01..03}",
  "{a,{b,c}}d",
  "{a}",
  '{a,"b c"}',
  "a{,b}",
);

const parameter = fc
  .tuple(variable, fc.constantFrom("a", "b", "rm", "a b", "r*", "?"))
  .chain(([v, w]) =>
    fc.constantFrom(
      `$${v}`,
      `"$${v}"`,
      `\${${v}}`,
      `r$${v}`,
      `"\${${v}:-${w}}"`,
      `\${${v}-${w}}`,
      `\${${v}:=${w}}`,
      `\${${v}:+${w}}`,
      `"\${${v}+${w}}"`,
      `\${${v}#${w}}`,
      `\${${v}##*a}`,
      `"\${${v}%${w}}"`,
      `\${${v}%%b*}`,
      `\${${v}/${w}/rm}`,
      `\${${v}//a/b}`,
      `"\${${v}/#a/x}"`,
      `\${${v}/%b/x}`,
      `\${${v}:0:1}`,
      `"\${${v}:1}"`,
      `\${${v}: -2}`,
      `\${${v}^^}`,
      `\${${v},,}`,
      `\${${v}^}`,
      `"\${#${v}}"`,
      `\${${v}@Q}`,
      `"\${${v}@U}"`,
      "$@",
      '"$@"',
      "$*",
      '"$*"',
      "$1",
      '"$2"',
      "$#",
      '"${@:2}"',
      "${@:1:1}",
      '"${A[@]}"',
      "${A[0]}",
      '"${A[1]}"',
      "${#A[@]}",
      '"${A[*]}"',
      "${A[@]:1}",
      "${A[-1]}",
      '"${!A[@]}"',
      '"${M[k]}"',
      "${!R}",
      "$((1+2))",
      "$((I+1))",
      '"$((I*2))"',
      "$[1+1]",
      "$((I>1?3:4))",
      "x$@y",
      '"x$@y"',
      "$$X",
    ),
  );

interface Grammar {
  word: fc.Arbitrary<string>;
  statement: fc.Arbitrary<string>;
  list: fc.Arbitrary<string>;
  simple: fc.Arbitrary<string>;
}

const { list, simple } = fc.letrec<Grammar>((tie) => ({
  word: fc.oneof(
    { maxDepth: 3, depthIdentifier: "shell" },
    { arbitrary: plain, weight: 6 },
    { arbitrary: escapes, weight: 4 },
    { arbitrary: parameter, weight: 6 },
    { arbitrary: tie("simple").map((c) => `$(${c})`), weight: 1 },
    { arbitrary: tie("simple").map((c) => `"$(${c})"`), weight: 1 },
    {
      arbitrary: tie("simple")
        .filter((c) => !/[`\\'"]/.test(c))
        .map((c) => `\`${c}\``),
      weight: 1,
    },
    {
      arbitrary: fc.constantFrom(
        "$(echo rm)",
        '"$(echo a b)"',
        "$(printf 'r\\155')",
        "$(echo -n a b)",
        "$(rev <<< mr)",
        "$(basename /x/rm)",
        "$(echo cm0= | base64 -d)",
        "$(cat <<< rm)",
        "$(echo RM | tr A-Z a-z)",
      ),
      weight: 1,
    },
    { arbitrary: fc.tuple(tie("word"), tie("word")).map(([a, b]) => a + b), weight: 1 },
  ),
  simple: fc.oneof(
    { maxDepth: 4, depthIdentifier: "shell" },
    {
      arbitrary: fc.tuple(name, fc.array(tie("word"), { maxLength: 3 })).map(([n, w]) => [n, ...w].join(" ")),
      weight: 8,
    },
    {
      arbitrary: fc.tuple(tie("word"), fc.array(tie("word"), { maxLength: 2 })).map(([n, w]) => [n, ...w].join(" ")),
      weight: 2,
    },
    {
      arbitrary: fc
        .tuple(fc.constantFrom("echo", "printf", "echo -e", "printf '%s '"), tie("word"))
        .map((w) => w.join(" ")),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom(
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
            "! ",
            "time",
          ),
          name,
          fc.array(tie("word"), { maxLength: 2 }),
        )
        .map(([w, n, rest]) => [w, n, ...rest].join(" ")),
      weight: 2,
    },
    {
      arbitrary: fc
        .tuple(fc.constantFrom("f", "g"), fc.array(tie("word"), { maxLength: 2 }))
        .map(([n, w]) => [n, ...w].join(" ")),
      weight: 1,
    },
  ),
  statement: fc.oneof(
    { maxDepth: 4, depthIdentifier: "shell" },
    { arbitrary: tie("simple"), weight: 8 },
    { arbitrary: fc.tuple(variable, fc.constantFrom("=", "=", "+="), tie("word")).map((w) => w.join("")), weight: 4 },
    { arbitrary: fc.tuple(variable, tie("word")).map(([v, w]) => `export ${v}=${w}`), weight: 1 },
    { arbitrary: fc.tuple(variable, tie("word")).map(([v, w]) => `declare ${v}=${w}`), weight: 1 },
    { arbitrary: fc.array(tie("word"), { maxLength: 3 }).map((w) => `A=(${w.join(" ")})`), weight: 2 },
    { arbitrary: fc.tuple(tie("word"), tie("word")).map(([a, b]) => `A+=(${a}); A[1]=${b}`), weight: 1 },
    { arbitrary: tie("word").map((w) => `declare -A M; M[k]=${w}`), weight: 1 },
    { arbitrary: variable.map((v) => `R=${v}`), weight: 1 },
    { arbitrary: fc.array(tie("word"), { maxLength: 3 }).map((w) => `set -- ${w.join(" ")}`), weight: 2 },
    {
      arbitrary: fc.constantFrom(
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
      ),
      weight: 2,
    },
    { arbitrary: fc.tuple(variable, tie("word")).map(([v, w]) => `read ${v} <<< ${w}`), weight: 1 },
    { arbitrary: fc.tuple(variable, tie("word")).map(([v, w]) => `printf -v ${v} '%s' ${w}`), weight: 1 },
    { arbitrary: tie("list").map((l) => `eval ${quote(l)}`), weight: 1 },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom("bash -c", "sh -c", "bash -ec", "env bash -c"),
          tie("list"),
          fc.array(tie("word"), { maxLength: 2 }),
        )
        .map(([b, l, w]) => [b, quote(l), ...w].join(" ")),
      weight: 1,
    },
    { arbitrary: tie("list").map((l) => `bash <<'E'\n${l}\nE\n`), weight: 1 },
    { arbitrary: tie("simple").map((c) => `bash <<E\n${c}\nE\n`), weight: 1 },
    { arbitrary: tie("simple").map((c) => `echo ${quote(c)} | bash`), weight: 1 },
    { arbitrary: tie("simple").map((c) => `echo ${quote(c)} > s.sh; bash s.sh a b`), weight: 1 },
    { arbitrary: tie("simple").map((c) => `source <(echo ${quote(c)})`), weight: 1 },
    { arbitrary: tie("simple").map((c) => `cat > s2.sh <<'E'\n${c}\nE\n. ./s2.sh q`), weight: 1 },
    { arbitrary: fc.tuple(fc.constantFrom("f", "g"), tie("list")).map(([n, l]) => `${n}() { ${l}\n}`), weight: 2 },
    { arbitrary: fc.tuple(tie("list"), tie("list")).map(([a, b]) => `if ${a}\nthen ${b}\nfi`), weight: 1 },
    {
      arbitrary: fc
        .tuple(tie("list"), tie("list"), tie("list"))
        .map(([a, b, c]) => `if ${a}\nthen ${b}\nelse ${c}\nfi`),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(variable, fc.array(tie("word"), { maxLength: 3 }), tie("list"))
        .map(([v, w, l]) => `for ${v} in ${w.join(" ")}; do ${l}\ndone`),
      weight: 2,
    },
    { arbitrary: fc.tuple(variable, tie("list")).map(([v, l]) => `for ${v}; do ${l}\ndone`), weight: 1 },
    { arbitrary: tie("list").map((l) => `for ((J=0;J<2;J++)); do ${l}\ndone`), weight: 1 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom("K1", "K2"), tie("list"))
        .map(([k, l]) => `${k}=0; while [ $${k} -lt 2 ]; do ${k}=$((${k}+1)); ${l}\ndone`),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(variable, tie("word"), tie("list"))
        .map(([v, w, l]) => `while read ${v}; do ${l}\ndone <<< ${w}`),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(variable, tie("list"))
        .map(([v, l]) => `printf '%s\\n' rm 'a b' | while read ${v}; do ${l}\ndone`),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(tie("word"), tie("list"), tie("list"))
        .map(([w, a, b]) => `case ${w} in a|rm) ${a}\n;; *) ${b}\n;; esac`),
      weight: 1,
    },
    { arbitrary: tie("list").map((l) => `( ${l}\n)`), weight: 1 },
    { arbitrary: tie("list").map((l) => `{ ${l}\n}`), weight: 1 },
    {
      arbitrary: fc
        .tuple(tie("statement"), tie("simple"))
        .map(([a, b]) => (a.includes("<<'E'") || a.includes("<<E") ? a : `${a} | ${b}`)),
      weight: 1,
    },
    { arbitrary: fc.tuple(tie("simple"), file).map(([c, f]) => `${c} > ${f}`), weight: 1 },
    { arbitrary: fc.tuple(tie("word"), tie("simple")).map(([w, c]) => `[ -n ${w} ] && ${c}`), weight: 1 },
    { arbitrary: fc.tuple(tie("word"), tie("simple")).map(([w, c]) => `[[ ${w} == r* ]] || ${c}`), weight: 1 },
    { arbitrary: tie("simple").map((c) => `trap ${quote(c)} EXIT`), weight: 1 },
    { arbitrary: tie("simple").map((c) => `[[ -v 'A[$(${c.replaceAll("'", "")})]' ]]`), weight: 1 },
  ),
  list: fc
    .array(fc.tuple(tie("statement"), fc.constantFrom("; ", "\n", " && ", " || ", "\n", " & ")), {
      minLength: 1,
      maxLength: 4,
      depthIdentifier: "shell",
    })
    .map((all) => all.map(([s, sep], i) => (i === all.length - 1 ? s : s.endsWith("\n") ? s : s + sep)).join("")),
}));

/** A whole program. */
export const program: fc.Arbitrary<string> = list;
/** One simple command without a line end of its own. */
export const simpleProgram: fc.Arbitrary<string> = simple;
