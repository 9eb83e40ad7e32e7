import { describe, expect, it } from "vitest";
import type { Stdin } from "../../../src/call/effect.js";
import { splitArguments } from "../../../src/call/programs/split.js";
import { effectsOf, seen } from "./harness.js";

/** Inner commands and code of one command, each as a short text. */
function inside(line: string[], stdin?: Stdin): string[] {
  const { inner, code } = seen(line, stdin ? { stdin } : {});
  return [...inner.map((c) => c.words.join(" ")), ...code.map((c) => `${c.language}: ${c.text}`)];
}

const text = (content: string): Stdin => ({ kind: "text", text: content, known: true });

describe("wrappers with options", () => {
  it.each([
    ["sudo rm -rf x", "rm -rf x"],
    ["sudo -u root -E rm x", "rm x"],
    ["sudo --user=root -n rm x", "rm x"],
    ["sudo -H FOO=1 rm x", "rm x"],
    ["sudo -l rm x", ""],
    ["doas -u root rm x", "rm x"],
    ["pkexec --user root rm x", "rm x"],
    ["run0 --unit=x rm x", "rm x"],
    ["env A=1 B=2 rm x", "rm x"],
    ["env -i -u A rm x", "rm x"],
    ["env - rm x", "rm x"],
    ["nice rm x", "rm x"],
    ["nice -10 rm x", "rm x"],
    ["nice -n 10 rm x", "rm x"],
    ["nohup rm x", "rm x"],
    ["ionice -c 3 rm x", "rm x"],
    ["ionice -c3 -n0 rm x", "rm x"],
    ["setsid -w rm x", "rm x"],
    ["stdbuf -oL -e0 rm x", "rm x"],
    ["timeout 5 rm x", "rm x"],
    ["timeout -s 9 -k 2s 5 rm x", "rm x"],
    ["timeout --signal=KILL 5 rm x", "rm x"],
    ["time -p rm x", "rm x"],
    ["chroot /mnt rm x", "rm x"],
    ["chroot --userspec=a:b /mnt rm x", "rm x"],
    ["unshare -rm --mount-proc rm x", "rm x"],
    ["nsenter -t 1 -m -u rm x", "rm x"],
    ["nsenter --target 1 --mount rm x", "rm x"],
    ["taskset -c 0-3 rm x", "rm x"],
    ["taskset 0x3 rm x", "rm x"],
    ["chrt -f 10 rm x", "rm x"],
    ["strace -f -e trace=file rm x", "rm x"],
    ["ltrace -e malloc rm x", "rm x"],
    ["gdb -batch -ex run --args rm x", "rm x"],
    ["busybox rm x", "rm x"],
    ["toybox rm x", "rm x"],
    ["flock /tmp/l rm x", "rm x"],
    ["flock -n -w 5 /tmp/l rm x", "rm x"],
    ["lockf -t 5 /tmp/l rm x", "rm x"],
    ["caffeinate -i rm x", "rm x"],
    ["chronic rm x", "rm x"],
    ["xvfb-run -a rm x", "rm x"],
    ["dbus-run-session -- rm x", "rm x"],
    ["ssh-agent rm x", "rm x"],
    ["setpriv --reuid 0 --clear-groups rm x", "rm x"],
    ["fakeroot -- rm x", "rm x"],
    ["faketime -f yesterday rm x", "rm x"],
    ["proot -r /mnt rm x", "rm x"],
    ["firejail --quiet --private rm x", "rm x"],
    ["bwrap --ro-bind / / --dev /dev rm x", "rm x"],
    ["setarch x86_64 -R rm x", "x86_64 -R rm x"],
    ["linux64 rm x", "rm x"],
    ["start-stop-daemon --start --exec /bin/rm -- -rf x", "/bin/rm -rf x"],
    ["runuser -u www rm x", "rm x"],
    ["gosu www rm x", "rm x"],
    ["/lib64/ld-linux-x86-64.so.2 /bin/rm x", "/bin/rm x"],
    ["systemd-run --user --scope -p MemoryMax=1G rm x", "rm x"],
    ["uv run --with rich rm x", "rm x"],
    ["poetry run rm x", "rm x"],
    ["pipenv run rm x", "rm x"],
    ["conda run -n base rm x", "rm x"],
    ["direnv exec . rm x", "rm x"],
    ["mise exec node@20 -- rm x", "rm x"],
    ["asdf exec rm x", "rm x"],
    ["rtk rm x", "rm x"],
    ["op run --env-file=.env -- rm x", "rm x"],
    ["dotenv -f .env rm x", "rm x"],
    ["doppler run -- rm x", "rm x"],
    ["infisical run --env=dev -- rm x", "rm x"],
    ["aws-vault exec prod -- rm x", "rm x"],
    ["script -q /dev/null rm x", "rm x"],
    ["entr -r rm x", "rm x"],
    ["screen -dmS n rm x", "rm x"],
    ["lxc exec box -- rm x", "rm x"],
    ["ip netns exec blue rm x", "rm x"],
    ["unbuffer rm x", "rm x"],
  ])("%s", (line, expected) => {
    expect(inside(line.split(" ")).join(" | ")).toBe(expected);
  });

  it.each([
    [["su", "-c", "rm x"], "sh: rm x"],
    [["su", "-", "bob", "-c", "rm x"], "sh: rm x"],
    [["su", "--command=rm x"], "sh: rm x"],
    [["runuser", "-", "bob", "-c", "rm x"], "sh: rm x"],
    [["sg", "docker", "-c", "rm x"], "sh: rm x"],
    [["sg", "docker", "rm x"], "sh: rm x"],
    [["env", "-S", "A=1 rm -rf 'a b'", "c"], "env A=1 rm -rf a b c"],
    [["env", "-iS", "rm x"], "env rm x"],
    [["env", "--split-string=rm x"], "env rm x"],
    [["capsh", "--drop=all", "--", "-c", "rm x"], "bash -c rm x"],
    [["flock", "/tmp/l", "-c", "rm x"], "sh: rm x"],
    [["script", "-qc", "rm x", "/dev/null"], "sh: rm x"],
    [["script", "/dev/null", "-c", "rm x"], "script -c rm x"],
    [["watch", "-n", "1", "rm", "x"], "sh: rm x"],
    [["watchexec", "-e", "ts", "rm x"], "sh: rm x"],
    [["nodemon", "--exec", "rm x"], "sh: rm x"],
    [["hyperfine", "-p", "rm y", "rm x"], "sh: rm y | sh: rm x"],
    [["tmux", "send-keys", "-t", "a", "rm x", "Enter"], "sh: rm x"],
    [["tmux", "new-session", "-d", "-s", "a", "rm x"], "sh: rm x"],
    [["tmux", "new", "-d", ";", "split-window", "-h", "rm x"], "sh: rm x"],
    [["screen", "-S", "a", "-X", "stuff", "rm x\\n"], "sh: rm x\n"],
    [["expect", "-c", "spawn rm x; interact"], "rm x"],
    [["gdb", "-batch", "-ex", "shell rm x"], "sh: rm x"],
    [["entr", "-s", "rm x"], "sh: rm x"],
    [["mise", "x", "-c", "rm x"], "sh: rm x"],
    [["nix-shell", "-p", "jq", "--run", "rm x"], "sh: rm x"],
    [["concurrently", "rm x", "npm:build"], "sh: rm x"],
  ])("%j", (line, expected) => {
    expect(inside(line).join(" | ")).toBe(expected);
  });

  it("moves the inner command's directory", () => {
    for (const line of [
      ["env", "-C", "/srv", "rm", "x"],
      ["sudo", "-D", "/srv", "rm", "x"],
      ["systemd-run", "--working-directory=/srv", "rm", "x"],
      ["uv", "run", "--directory", "/srv", "rm", "x"],
    ])
      expect(seen(line).inner[0]?.cwd, line.join(" ")).toBe("/srv");
  });

  it("takes every later word for a candidate after an option it does not know", () => {
    const { inner, effects } = seen(["timeout", "--odd", "5", "10", "rm", "-rf", "x"]);
    expect(inner.map((c) => c.words.join(" "))).toContain("rm -rf x");
    expect(effects).toContainEqual(expect.objectContaining({ kind: "opaque", class: "arguments" }));
    expect(seen(["valgrind", "--leak-check=full", "rm", "x"]).effects).toHaveLength(1);
  });

  it("gives help without running anything", () => {
    expect(inside(["sudo", "--help"])).toEqual([]);
    expect(inside(["timeout", "--version"])).toEqual([]);
  });
});

describe("shells", () => {
  it.each([
    [["bash", "-c", "rm x"], "sh: rm x"],
    [["bash", "-lc", "rm x"], "sh: rm x"],
    [["bash", "-cl", "rm x"], "sh: rm x"],
    [["sh", "-ec", "rm x"], "sh: rm x"],
    [["bash", "-xo", "pipefail", "-c", "rm x"], "sh: rm x"],
    [["bash", "+e", "--norc", "-O", "extglob", "-c", "rm x"], "sh: rm x"],
    [["bash", "-c", "--", "rm x"], "sh: rm x"],
    [["zsh", "-ic", "rm x"], "sh: rm x"],
    [["fish", "-c", "rm x"], "fish: rm x"],
    [["fish", "--command=rm x"], "fish: rm x"],
    [["bash", "-n", "-c", "rm x"], ""],
    [["pwsh", "-NoProfile", "-Command", "rm", "x"], "powershell: rm x"],
    [["powershell.exe", "-ex", "Bypass", "-c", "rm x"], "powershell: rm x"],
    [["powershell", "rm x"], "powershell: rm x"],
    [["powershell", "-enc", "cgBtACAAeAA="], "powershell: rm x"],
    [["cmd.exe", "/d", "/c", "del", "x"], "cmd: del x"],
    [["cmd", "/C", "del x"], "cmd: del x"],
  ])("%j", (line, expected) => {
    expect(inside(line).join(" | ")).toBe(expected);
  });

  it.each([
    ["bash"],
    ["bash", "-s"],
    ["bash", "-"],
    ["bash", "-s", "--", "a"],
    ["bash", "/dev/stdin"],
    ["sudo", "-s"],
    ["su"],
    ["zsh", "-i"],
  ])("reads its input: %s %s", (...line) => {
    expect(inside(line, text("rm x"))).toEqual(["sh: rm x"]);
    const piped = effectsOf(line, { stdin: { kind: "pipe", taint: "network", from: [0] } });
    expect(piped).toContain("opaque stdin-code network");
  });

  it("runs a file", () => {
    expect(effectsOf(["bash", "-x", "a.sh", "b"])).toEqual(["read-execute /home/dev/app/a.sh"]);
    expect(inside(["bash", "a.sh"], text("data"))).toEqual([]);
  });
});

describe("programs that take arguments from their input", () => {
  it.each([
    [["xargs", "rm", "-rf"], "/ /etc\n", "rm -rf / /etc"],
    [["xargs", "-0", "rm"], "a b\0c", "rm a b c"],
    [["xargs", "-I", "{}", "rm", "{}/x"], "a\nb c\n", "rm a/x | rm b c/x"],
    [["xargs", "-I%", "sh", "-c", "rm %"], "/", "sh -c rm /"],
    [["xargs", "-i", "rm", "{}"], "a", "rm a"],
    [["xargs", "-n1", "-P4", "rm"], "'a b'", "rm a b"],
    [["xargs", "-d", "\\n", "rm"], "a\n", "rm a"],
    [["xargs"], "a", ""],
    [["xargs", "-n1", "sh", "-c"], "'ls a' 'rm b'", "sh -c ls a | sh -c rm b"],
    [["xargs", "-0", "-n", "2", "rm"], "a\0b\0c", "rm a b | rm c"],
    [["xargs", "-L1", "rm"], "a b\nc \nd\n\ne", "rm a b | rm c d | rm e"],
    [["xargs", "-d", "\\n", "-n1", "rm"], "a b\nc", "rm a b | rm c"],
    [["xargs", "-I%", "rm", "%"], " 'a b'\n\\c", "rm a b | rm c"],
    [["parallel", "rm", "-rf"], "/\n", "sh: rm -rf /"],
    [["parallel", "rm {}; ls"], "a b\n", "sh: rm 'a b'; ls"],
    [["parallel", "-j2", "rm", ":::", "a", "b"], "", "sh: rm a | sh: rm b"],
    [["parallel", ":::", "rm a", "rm b"], "", "sh: rm a | sh: rm b"],
    [["parallel"], "rm a\n", "sh: rm a"],
    [["sem", "-j", "2", "rm a"], "", "sh: rm a"],
    [["at", "now"], "rm a\n", "sh: rm a\n"],
    [["batch"], "rm a", "sh: rm a"],
  ])("%j of %j", (line, input, expected) => {
    expect(inside(line, text(input)).join(" | ")).toBe(expected);
  });

  it("leaves an unknown input unknown", () => {
    const pipe: Stdin = { kind: "pipe", taint: "network", from: [0] };
    expect(inside(["xargs", "rm"], pipe)).toEqual(["rm ⟦stdin⟧"]);
    expect(inside(["xargs", "-I{}", "rm", "a{}"], pipe)).toEqual(["rm a⟦stdin⟧"]);
    expect(inside(["parallel", "rm", "{}"], pipe)).toEqual(["rm ⟦stdin⟧"]);
    expect(inside(["parallel", "rm {}; ls"], pipe)).toEqual(['sh: rm "$1"; ls']);
    expect(effectsOf(["parallel"], { stdin: pipe })).toEqual(["opaque stdin-code network"]);
  });
});

describe("splitArguments", () => {
  it.each([
    ["a  b\tc\n", ["a", "b", "c"]],
    ["'a b' \"c d\" e\\ f", ["a b", "c d", "e f"]],
    ["a''b ''", ["ab", ""]],
    ["", []],
  ])("%j", (input, expected) => {
    expect(splitArguments(input)).toEqual(expected);
  });
});
