import { describe, expect, it } from "vitest";
import { listed, shell } from "./harness.js";

describe("control flow", () => {
  it.each<[string, string[]]>([
    ["p; q && r || s; t &", ["p", "q", "r", "s", "t"]],
    ["p | q |& r", ["p", "q", "r"]],
    ["! p; time q; (r); { s; }", ["p", "q", "r", "s"]],
    ["if p; then q; elif r; then s; else t; fi", ["p", "q", "r", "s", "t"]],
    ["while p; do q; done; until r; do s; done", ["p", "q", "r", "s"]],
    ["for x in a b; do p $x; done", ["p a", "p b"]],
    ["for x; do p $x; done", []],
    ["for x in $(seq 1 3); do p $x; done", ["seq 1 3", "p 1", "p 2", "p 3"]],
    ["for x in {1..99}; do p $x; done", ["p ⟦$x⟧"]],
    ["X=b; for x in $A; do X=c; done; p $X", ["p b", "p c"]],
    ["select x in a b; do p $x; done", ["p a", "p b"]],
    ["for ((i=0;i<3;i++)); do p; done", ["p"]],
    ["case a in b) p;; c|d) q;& *) r;; esac", ["p", "q", "r"]],
    ["coproc p a", ["p a"]],
    ["x=ls; for i in 1 2; do $x a; x=rm; done", ["ls a", "rm a"]],
    ["x=ls; while p; do $x a; x=rm; done", ["p", "ls a", "rm a"]],
    ['f() { p "$@" $1; }; f a b', ["f a b", "p a b a"]],
    ["f() { g; }; g() { p; }; f", ["f", "g", "p"]],
    ["f() { f; p; }; f", ["f", "p"]],
    ["f() { local X=a; p $X; }; X=b; f; p $X", ["f", "local X=a", "p a", "p b"]],
    ["ls() { p; }; ls; command ls; \\ls", ["ls", "p", "command ls", "ls", "ls", "p"]],
    ["f() { p; }; unset -f f; f", ["unset -f f", "f", "p"]],
    ["trap 'p a' EXIT; trap - EXIT", ["trap p a EXIT", "p a", "trap - EXIT"]],
    ["bash <<'E'\ntrap 'xargs p a' EXIT\nE", ["bash", "trap xargs p a EXIT", "xargs p a", "p a ⟦stdin⟧"]],
    ["hash -p /bin/rm ls; ls a", ["hash -p /bin/rm ls", "/bin/rm a", "ls a"]],
    ["alias l='p -x'\nl a", ["alias l=p -x", "p -x a", "l a"]],
    ["complete -C 'p a' q", ["complete -C p a q", "p a"]],
    ["mapfile -C 'p a' L < f", ["mapfile -C p a L", "p a ⟦number⟧ ⟦f⟧"]],
    ["mapfile -t -c1 -C 'p a' L <<< $'b\\nc d'", ["mapfile -t -c1 -C p a L", "p a 0 b", "p a 1 c d"]],
    // A function that is not the same on every way here, or no function on one of them.
    ["if p; then f() { q; }; else f() { r; }; fi; f", ["p", "f", "q", "r"]],
    ["f() { q; }; p && [ a ] && f() { r; }; f", ["p", "[ a ]", "f", "q", "r"]],
    ["p || ls() { q; }; ls a", ["p", "ls a", "q"]],
    // Its words shifted away, one after the other.
    [
      'f() { [ $# -eq 0 ] && return; p "$1"; shift; f "$@"; }; f a b c',
      [
        "f a b c",
        "f b c",
        "f c",
        "f",
        "[ 3 -eq 0 ]",
        "[ 2 -eq 0 ]",
        "[ 1 -eq 0 ]",
        "[ 0 -eq 0 ]",
        "return",
        "shift",
        "p a",
        "p b",
        "p c",
        "p ",
      ],
    ],
    ["alias l='p -x '\nl *.c ~", ["alias l=p -x ", "p -x *.c /home/dev", "l *.c ~"]],
    ['p "${@: -1}"', ["p bash"]],
    // Left early, with what holds at that point.
    ["C=p; for i in 1; do if [ x ]; then C=q; break; fi; done; $C", ["[ x ]", "break", "p", "q"]],
    ["C=p; while r; do [ x ] || { C=q; break; }; done; $C", ["r", "[ x ]", "break", "p", "q"]],
    ["C=p; for i in 1 2; do [ x ] && { C=q; continue; }; $C; done", ["[ x ]", "continue", "p", "q"]],
    ["f() { if [ x ]; then C=q; return; fi; C=p; }; f; $C", ["f", "[ x ]", "return", "p", "q"]],
    ['for x in a b; do break; done; p "$x"', ["break", "p a", "p b"]],
    ['select x in a b; do break; done; p "$x"', ["break", "p a", "p b"]],
    ["for i in 1 2; do sh s.sh; echo p > s.sh; done", ["sh s.sh", "echo p", "p"]],
    ["(q; sh s.sh) & echo p > s.sh", ["q", "sh s.sh", "p", "echo p"]],
    ["command_not_found_handle() { p; }; q", ["q", "p"]],
    ["[[ ab =~ ^(.)(.)$ ]]; p ${BASH_REMATCH[2]}", ["p b"]],
    ["trap 'l a' DEBUG; alias l=p; q", ["trap l a DEBUG", "l a", "alias l=p", "p a", "q"]],
    ["p @(a|b).c", ["p a.c", "p b.c"]],
    ["p !(a)", ["p *"]],
    ["cd /a; cd /b; p ~- ~+/x", ["cd /a", "cd /b", "p /a /b/x"]],
    ["pushd /a; pushd /b; p ~0 ~1 ~-0", ["pushd /a", "pushd /b", "p /b /a /home/dev/app"]],
    ["p *(.)", ["p *"]],
    ["find $D -delete", ["find ⟦$D⟧ -delete", "find -delete"]],
    ['find "$D" -delete', ["find ⟦$D⟧ -delete"]],
    ["exec p a", ["exec p a", "p a"]],
    ["exec -a ls p", ["exec -a ls p", "p"]],
    ["command -v p; command p", ["command -v p", "command p", "p"]],
  ])("%s", (command, commands) => {
    expect([...new Set(listed(command))].sort()).toEqual([...new Set(commands)].sort());
  });

  it("lists what a function that is never called would run, without its effects", () => {
    const { commands, effects } = shell("f() { rm -rf /; }");
    expect(commands.map((c) => [c.argv.map((w) => w.text), c.certainty])).toEqual([[["rm", "-rf", "/"], "possible"]]);
    expect(effects).toEqual([]);
  });

  it("says which commands are not certain to run", () => {
    const { commands } = shell("p; if q; then r; fi; s || t; u && v");
    expect(commands.map((c) => [c.argv[0]?.text, c.certainty])).toEqual([
      ["p", "certain"],
      ["q", "certain"],
      ["r", "possible"],
      ["s", "certain"],
      ["t", "possible"],
      ["u", "certain"],
      ["v", "certain"],
    ]);
  });

  it("points at the command in the person's text", () => {
    const text = "p a; q \"$(r b)\" | bash -c 's c'";
    const spans = shell(text).commands.map((c) => [c.argv[0]?.text, text.slice(...c.span)]);
    expect(spans).toEqual([
      ["p", "p a"],
      ["r", "r b"],
      ["q", 'q "$(r b)"'],
      ["bash", "bash -c 's c'"],
      ["s", "bash -c 's c'"],
    ]);
  });

  it("knows a fork bomb by its shape", () => {
    for (const command of [":(){ :|:& };:", "b() { b | b & }; b"]) {
      expect(shell(command).effects).toContainEqual(expect.objectContaining({ kind: "act", act: "system/fork-bomb" }));
    }
    expect(shell("f() { if p; then f; fi; }; f").effects.some((e) => e.kind === "act")).toBe(false);
  });
});

describe("the directory of a command", () => {
  const where = (command: string) =>
    shell(command)
      .commands.filter((c) => c.argv[0]?.text === "p")
      .map((c) => c.cwd);
  it.each<[string, (string | null)[]]>([
    ["p", ["/home/dev/app"]],
    ["cd src && p", ["/home/dev/app/src"]],
    ["cd src; cd ..; p", ["/home/dev/app"]],
    ["cd /tmp/../etc; p", ["/etc"]],
    ["cd -P -- ~/x; p", ["/home/dev/x"]],
    ["cd; p", ["/home/dev"]],
    ["cd src; cd -; p", ["/home/dev/app"]],
    ["cd -; p", [null]],
    ["(cd /etc); p", ["/home/dev/app"]],
    ["cd /etc | p", ["/home/dev/app"]],
    ["cd /etc & p", ["/home/dev/app"]],
    ["p $(cd /etc)", ["/home/dev/app"]],
    ["{ cd /etc; }; p", ["/etc"]],
    ["bash -c 'cd /etc'; p", ["/home/dev/app"]],
    ["cd /etc || exit 1; p", ["/etc"]],
    ["cd /etc || p", ["/home/dev/app"]],
    ["if cd /etc; then p; fi", ["/etc"]],
    ["[ -d x ] && cd x; p", ["/home/dev/app/x", "/home/dev/app"]],
    ["mkdir -p x && cd x; p", ["/home/dev/app/x"]],
    ["if q; then cd /a; else cd /b; fi; p", ["/a", "/b"]],
    ["case $1 in a) cd /a;; b) cd /b;; c) cd /c;; d) cd /d;; esac; p", [null]],
    ["pushd /etc; p; popd; p", ["/etc", "/home/dev/app"]],
    ["cd $X; p", [null]],
    ['cd "$(pwd)/src"; p', ["/home/dev/app/src"]],
    ['cd "$(git rev-parse --show-toplevel)"; p', ["/home/dev/app"]],
    ["f() { cd /etc; }; f; p", ["/etc"]],
    ["CDPATH=/x; cd src; p", ["/home/dev/app/src", "/x/src"]],
    ["env -C /etc p", ["/etc"]],
    ["for d in a b; do (cd $d && p); done", ["/home/dev/app/a", "/home/dev/app/b"]],
    ["command cd /; builtin cd etc; p", ["/etc"]],
  ])("%s", (command, directories) => {
    expect(where(command)).toEqual(directories);
  });
});
