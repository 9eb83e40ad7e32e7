import { expect, test } from "vitest";
import { analyse } from "../../src/call/analyse.js";
import { programTable } from "../../src/call/programs/table.js";
import { gatedCommands } from "../../src/gatekeeper/gate.js";

const programs = programTable();
const cwd = "/home/dev/app";

const cases: [command: string, asked: string[]][] = [
  ["make build", ["make build"]],
  ["make build && make test; ls", ["make build", "make test", "ls"]],
  ["sudo make install", ["make install"]],
  ["bash -c 'make a; make b'", ["make a", "make b"]],
  ["echo hello > out.txt", ["echo hello > out.txt"]],
  ["> out.txt", ["> out.txt"]],
  ["A=1 make 'two words'", ["A=1 make 'two words'"]],
  [`echo "it's"`, ["echo 'it'\\''s'"]],
  ["cd /srv && make clean", ["cd /srv", "cd /srv && make clean"]],
  ["make -C sub", ["make -C sub"]],
  ["ssh host make deploy", ["ssh host -- make deploy"]],
  ["docker exec box make deploy", ["docker exec box make deploy"]],
  ["echo a # ALLOW: approved", ["echo a"]],
];
test.each(cases)("%s", (command, asked) => {
  const call = { host: "cli", tool: "bash", rawTool: "bash", input: { command }, cwd, home: "/home/dev" } as const;
  expect(gatedCommands(analyse(call, programs), call)).toEqual(asked);
});
