import { describe, expect, it } from "vitest";
import { argv, listed } from "./harness.js";

describe("parameters with known values", () => {
  it.each<[string, string[]]>([
    ['X=a; p $X ${X}b "$X"', ["p", "a", "ab", "a"]],
    ["X='a b'; p $X \"$X\"", ["p", "a", "b", "a b"]],
    ["IFS=,; X=a,b; p $X", ["p", "a", "b"]],
    ["IFS=; X='a b'; p $X", ["p", "a b"]],
    ["X=a X+=b; p $X", ["p", "ab"]],
    ["X=foo.tar.gz; p ${X%.*} ${X%%.*} ${X#*.} ${X##*.}", ["p", "foo.tar", "foo", "tar.gz", "gz"]],
    ["X=abc; p ${X#[[:alpha:]]} ${X#[[:constructor:]]}", ["p", "bc", "abc"]],
    ["X=a-b-c; p ${X/-/+} ${X//-/+} ${X/#a/z} ${X/%c/z}", ["p", "a+b-c", "a+b+c", "z-b-c", "a-b-z"]],
    ["X=abcdef; p ${X:2} ${X:1:2} ${X: -2} ${X:0:-4}", ["p", "cdef", "bc", "ef", "ab"]],
    ["X=aBc; p ${X^^} ${X,,} ${X^} ${#X}", ["p", "ABC", "abc", "ABc", "3"]],
    ["X=; p ${X:-d} ${X-e} ${X:+f}", ["p", "d"]],
    ["unset X; p ${X:=d} $X", ["p", "d", "d"]],
    ["X=Y; Y=v; p ${!X}", ["p", "v"]],
    ["declare -n R=Y; Y=v; p $R", ["p", "v"]],
    ["A=(a 'b c' d); p ${A[0]} \"${A[1]}\" ${#A[@]} ${A[-1]}", ["p", "a", "b c", "3", "d"]],
    ['A=(a \'b c\'); p "${A[@]}" "${A[*]}" "${!A[@]}"', ["p", "a", "b c", "a b c", "0", "1"]],
    ['A=(x); A+=(y z); A[1]=w; p "${A[@]:1}"', ["p", "w", "z"]],
    ["declare -A M; M[k]=v; p ${M[k]}", ["p", "v"]],
    ["declare -A M=([k]=v); p ${M[k]}", ["p", "v"]],
    ['set -- a \'b c\'; p "$@" $# "$2" x"$@"y', ["p", "a", "b c", "2", "b c", "xa", "b cy"]],
    ['set -- a b c; shift; p "$*" ${@:2}', ["p", "b c", "c"]],
    ['p r$@m "$@"', ["p", "rm"]],
    ["I=2; p $((I+1)) $((I*I<<1)) $((I>1?7:8)) $[1+1] $((0x10))", ["p", "3", "8", "7", "2", "16"]],
    ["I=1; ((I++)); let I+=2; p $I", ["p", "4"]],
    ["read A B <<< 'x y z'; p $A $B", ["p", "x", "y", "z"]],
    ["read -ra A <<< ''; p ${#A[@]}", ["p", "0"]],
    ["printf -v X '%s-%d' a 7; p $X", ["p", "a-7"]],
    ["X=a; local X=b; export Y=c; p $X$Y", ["p", "bc"]],
    ["X=\"'a'\"; p ${X@Q} ${X@U}", ["p", "''\\''a'\\'''", "'A'"]],
    ['p $HOME/x "$PWD" $TMPDIR', ["p", "/home/dev/x", "/home/dev/app", "/tmp"]],
    ["p rm$IFS-rf", ["p", "rm", "-rf"]],
    ["mapfile -t L <<< $'a\\nb c'; p \"${L[1]}\"", ["p", "b c"]],
    ["export X={a,{b,c}}d; p $X", ["p", "cd"]],
    ["X=~/y; p $X", ["p", "/home/dev/y"]],
  ])("%s", (command, words) => {
    expect(argv(command).at(-1)).toEqual(words);
  });
});

describe("what is not known", () => {
  it.each<[string, string[]]>([
    ['p $X "a$X"', ["p ⟦$X⟧ a⟦$X⟧"]],
    ["p ${X%.c}", ["p ⟦${X%.c}⟧"]],
    ["p ${X:-a}", ["p ⟦${X:-a}⟧", "p a"]],
    ["p ${X:+a}", ["p ", "p a"]],
    ["X=$(q); p ${X:-a}", ["q", "p ⟦$(q)⟧", "p a"]],
    ["X=$(q); p ${X-a}", ["q", "p ⟦$(q)⟧"]],
    ["X=$(q); p ${X:+a}", ["q", "p ", "p a"]],
    ["X=$(q)/b; p ${X:-a}", ["q", "p ⟦$(q)⟧/b"]],
    ["if q; then X=; else X=b; fi; p ${X:-a}", ["q", "p b", "p a"]],
    ["if q; then X=a; else X=b; fi; p $X", ["q", "p a", "p b"]],
    ['q || A=(a); p ${#A[@]} "${A[@]}"', ["q", "p ⟦${#A[@]}⟧ a", "p ⟦${#A[@]}⟧ ⟦${A[@]}⟧"]],
    ["q || A=(a b); p ${A[1]}", ["q", "p a", "p b", "p ⟦${A[1]}⟧"]],
    ["if q; then X=a; fi; p $X", ["q", "p a", "p ⟦$X⟧"]],
    ["case $1 in a) X=a;; *) X=b;; esac; p $X", ["p a", "p b"]],
  ])("%s", (command, commands) => {
    expect(listed(command).filter((each) => each !== "p")).toEqual(commands.filter((each) => each !== "p "));
  });
});

describe("an unset variable", () => {
  it.each<[string, string]>([
    ["r${x}m -rf /", "rm -rf /"],
    ["rm${x} a", "rm a"],
    ["$SUDO rm a", "rm a"],
    ['rm -rf "$X/"', "rm -rf /"],
    ["rm -rf $X/*", "rm -rf /*"],
    ["rm -r${x}f a", "rm -rf a"],
    ["rm -rf /e${x}tc", "rm -rf /etc"],
    ['X=$Y; rm -rf "$X/"', "rm -rf /"],
  ])("%s may be %s", (command, other) => {
    expect(listed(command)).toContain(other);
  });

  it.each([
    'rm -rf "$BUILD_DIR"',
    'rm -rf "$OUT/lib"',
    'rm -rf "${DIR:?}/"',
    '"$VENV/bin/python" x',
    '"$X" rm a',
    "cp a $DEST",
    "git push origin v$VERSION",
    "docker build --tag=app:$TAG .",
    'curl "https://e.example/$ID/x"',
  ])("%s has no second reading", (command) => {
    expect(listed(command)).toHaveLength(1);
  });
});
