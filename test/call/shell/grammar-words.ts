import fc from "fast-check";

/** Names of recording stubs. */
export const name = fc.constantFrom("rm", "ls", "p1", "p2", "p3", "git");
/** Words that mean nothing to the shell. */
export const plain = fc.constantFrom("a", "b", "rm", "-rf", "x=y", "/x/y", "a.b", "-", "--", "%s", "d1", "0", "7");
/** Names of variables, one of them set outside and one never. */
export const variable = fc.constantFrom("X", "Y", "Z", "N", "UNSET", "KNOWN");
export const file = fc.constantFrom("f1", "f2", "d1/f3");

/** A text between single quotes. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Quotes, ANSI-C quoting, tildes, wildcards, braces. */
export const escapes = fc.constantFrom(
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

/** Parameters and arithmetic. */
export const parameter = fc
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
