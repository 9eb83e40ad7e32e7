import { describe, expect, it } from "vitest";
import { listed, opacity, shell } from "./harness.js";

describe("texts that are not read", () => {
  it.each([
    ["a NUL", "ls\0rm a"],
    ["half of a pair", "ls \ud800"],
    ["a leading dash", "-c ls"],
    ["a leading plus", "+x"],
    ["too much", `ls ${"a".repeat(70_000)}`],
    ["nesting", `${"( ".repeat(80)}ls${" )".repeat(80)}`],
    ["many commands", "a;".repeat(12_000)],
    ["words without end", `p ${"{a,b}".repeat(20)}`],
    ["a text that doubles", `x=aaaaaaaa;${"x=$x$x;".repeat(20)}`],
  ])("%s is out of bounds", (_, command) => {
    expect(opacity(command)).toContain("bounds/unknown");
  });
});

describe("texts that the shell refuses", () => {
  it.each<[string, string[]]>([
    ["rm a\nif", ["rm a"]],
    ["ls\n)\nrm a", ["ls"]],
    ["rm a\nrm b\n'", ["rm a", "rm b"]],
    ["ls &&", ["ls"]],
  ])("%s: what stands before the mistake may have run", (command, commands) => {
    expect(opacity(command)).toEqual(["unparsable/unknown"]);
    for (const each of commands) expect(listed(command)).toContain(each);
  });

  it("says so of inner code too", () => {
    expect(opacity("bash -c 'rm a; if'")).toContain("unparsable/unknown");
    expect(listed("bash -c 'rm a; if'")).toContain("rm a");
  });
});

describe("many readings", () => {
  it("lists each value at least once where not all combinations are", () => {
    const command = `p ${["A", "B", "C", "D", "E", "F", "G"].map((v) => `\${${v}:-${v.toLowerCase()}}`).join(" ")}`;
    const words = listed(command).join("\n");
    for (const value of ["a", "b", "c", "d", "e", "f", "g"]) expect(words).toMatch(new RegExp(`\\b${value}\\b`));
    expect(opacity(command)).toEqual(["arguments/unknown"]);
  });
});

describe("an ordinary text is not opaque", () => {
  it.each([
    "npm test -- --run",
    "git log --oneline -5 | head",
    "FOO=1 make -j4",
    'cd "$(dirname "$0")"',
    "for f in $(git ls-files '*.ts'); do wc -l \"$f\"; done",
    "docker run -e A=${A:-1} -e B=${B:-2} -e C=${C:-3} -e D=${D:-4} img",
    "if [ -f x ]; then cat x; fi",
    'while read -r line; do echo "$line"; done < f',
    'echo "a (b) \'c\' \\"d\\""',
    "printf '%s\\n' \"${arr[@]}\"",
    "cat <<'EOF' > f\n$(rm -rf /)\nEOF",
    "test $((1 + 2)) -eq 3 && echo ok",
    "kubectl get pods -o jsonpath='{.items[*].metadata.name}'",
    "awk '{print $1}' f | sort | uniq -c",
    "curl -s localhost:3000/health | jq '.status'",
    "ls {a,b}/*.{js,ts}",
    "echo ${VAR:-default} ${#VAR} ${VAR%.*}",
    'export PATH="$HOME/bin:$PATH"',
    "x=$(( $(date +%s) - 60 )); echo $x",
    "\ue0a0 2>/dev/null || true",
  ])("%s", (command) => {
    const bad = shell(command).effects.flatMap((e) => (e.kind === "opaque" && e.class !== "name" ? [e.class] : []));
    expect(bad).toEqual([]);
  });
});
