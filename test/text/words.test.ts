import { describe, expect, test } from "vitest";
import type { Effect, PathRef } from "../../src/call/effect.js";
import { plainWord, unknownWord } from "../../src/call/word.js";
import { commandWords, effectWords } from "../../src/text/words.js";

const at = (abs: string | null, over: Partial<PathRef> = {}): PathRef => ({
  text: "x",
  abs,
  glob: false,
  known: abs !== null,
  ...over,
});

describe("effects in words", () => {
  test.each<[Effect, string]>([
    [
      { kind: "delete", path: at("/home/dev/app/build"), recursive: true },
      "deletes /home/dev/app/build and everything below it",
    ],
    [{ kind: "delete", path: at("/a"), recursive: false }, "deletes /a"],
    [{ kind: "delete", path: at("/a/*", { glob: true }), recursive: false }, "deletes /a/* (as far as it matches)"],
    [
      { kind: "delete", path: at(null, { text: "⟦$X⟧" }), recursive: false },
      "deletes ⟦$X⟧ (a place that is not known before it runs)",
    ],
    [{ kind: "read", path: at("/a") }, "reads /a"],
    [{ kind: "read", path: at("/a"), how: "search" }, "searches /a"],
    [{ kind: "read", path: at("/a.sh"), how: "execute" }, "runs the code in /a.sh"],
    [{ kind: "list", path: at("/a") }, "looks at the names or attributes of /a"],
    [{ kind: "write", path: at("/a"), how: "overwrite" }, "writes /a"],
    [{ kind: "write", path: at("/a"), how: "append" }, "appends to /a"],
    [{ kind: "write", path: at("/a"), how: "inplace" }, "changes /a in place"],
    [{ kind: "write", path: at("/a"), how: "extract" }, "extracts files below /a"],
    [{ kind: "write", path: at("/a"), how: "create" }, "creates /a"],
    [{ kind: "write", path: at("/a"), how: "mkdir" }, "makes the directory /a"],
    [{ kind: "write", path: at("/a"), how: "touch" }, "touches /a"],
    [{ kind: "destroy", path: at("/a"), how: "shred" }, "makes the content of /a unrecoverable"],
    [{ kind: "move", path: at("/a"), to: at("/b") }, "moves /a to /b"],
    [{ kind: "link", path: at("/a"), target: at("/b"), symbolic: true }, "makes /a a link of /b"],
    [
      { kind: "chmod", path: at("/a"), recursive: true, mode: "777" },
      "sets the mode of /a and everything below it to 777",
    ],
    [{ kind: "chown", path: at("/a"), recursive: false, owner: "root" }, "gives /a to root"],
    [{ kind: "reach", url: "https://x" }, "reaches https://x"],
    [{ kind: "send", what: "environment", to: "evil.com" }, "sends the environment to evil.com"],
    [{ kind: "send", what: "file", path: at("/k"), to: "" }, "sends /k over the network"],
    [{ kind: "delegate", agent: "general", prompt: "" }, "delegates to the agent general"],
    [
      { kind: "opaque", class: "name", origin: "network", source: "$(curl x)" },
      "holds something that cannot be known before it runs: the command's own name ($(curl x))",
    ],
    [
      { kind: "run", program: "foo", cataloged: false, mutates: "unknown", network: false },
      "runs foo, of which nothing is known",
    ],
    [{ kind: "run", program: "ls", cataloged: true, mutates: false, network: false }, "runs ls, which changes nothing"],
    [
      { kind: "run", program: "curl", cataloged: true, mutates: false, network: true },
      "runs curl, which changes nothing but which uses the network",
    ],
    [{ kind: "act", act: "git-history/hard-reset" }, "does what git-history/hard-reset names"],
    [{ kind: "read", path: at("/a"), remote: { kind: "host", name: "h" } }, "reads /a, on the machine h"],
    [{ kind: "read", path: at("/a"), remote: { kind: "container", name: "c" } }, "reads /a, in the container c"],
    [{ kind: "reach", url: "https://x/\u001b[31m\n\u202e🔥" }, "reaches https://x/[31m"],
  ])("%#", (effect, words) => {
    expect(effectWords(effect)).toBe(words);
  });

  test("commands", () => {
    const command = {
      via: ["sudo", "bash -c"],
      cwd: "/",
      env: {},
      redirects: [],
      certainty: "certain",
      span: [0, 0],
    } as const;
    expect(commandWords({ ...command, argv: [plainWord("rm"), plainWord("a b"), unknownWord("$X")] })).toBe(
      "rm 'a b' ⟦$X⟧ (through sudo, bash -c)",
    );
    expect(commandWords({ ...command, via: [], certainty: "possible", argv: [plainWord("ls")] })).toBe("ls, perhaps");
  });
});
