import { describe, expect, test } from "vitest";
import { familyRowsOf } from "./judging.js";

const rows = (command: string, paths: Record<string, string> = {}): string =>
  familyRowsOf("tamper", command, {
    paths: Object.fromEntries(Object.entries(paths).map(([path, real]) => [path, { real, exists: true }] as const)),
  });

describe("through links", () => {
  test.each([
    ["echo '{}' > conf/settings.json", { "/home/dev/app/conf/settings.json": "/home/dev/app/.claude/settings.json" }],
    ["rm -rf old", { "/home/dev/app/old": "/home/dev/app/.claude" }],
    ["npx json -I -f .claude/settings.json -e 'this.hooks={}'", {}],
    ["find . -name settings.json -path '*.claude*' -exec rm {} ';'", {}],
  ])("%s", (command, paths) => expect(rows(command, paths)).toBe("host-settings"));

  test("a link to a guarded file is a way around its name", () => {
    expect(rows("ln -s .claude/settings.json x")).toBe("host-settings");
    expect(rows("ln -s ../.claude/agents .opencode/agent")).toBe("");
  });
});

describe("where nothing is known of the directory", () => {
  test.each([
    ['cd "$X" && rm -rf .bailiff', "own-files"],
    ["echo '{}' > \"$ROOT/.claude/settings.json\"", "host-settings"],
    ['rm "$ROOT/settings.json"', ""],
  ])("%s", (command, expected) => expect(rows(command)).toBe(expected));

  test("a temp directory is elsewhere", () => {
    expect(rows("d=$(mktemp -d); mkdir -p $d/.claude; echo '{}' > $d/.claude/settings.json")).toBe("");
  });
});

describe("containers and other machines", () => {
  test.each([
    ["docker run --rm -v /home/dev/app:/w alpine rm -rf /w/.bailiff", "own-files"],
    ["docker run --rm alpine rm -rf /root/.claude", ""],
    ["ssh host rm -rf .bailiff", ""],
  ])("%s", (command, expected) => expect(rows(command)).toBe(expected));
});

describe("the guard's processes and command line", () => {
  test.each([
    ["pkill -f bailiff", "guard-process"],
    ["pgrep -f bailiff", ""],
    ["node node_modules/bailiff/dist/cli.js trust", "guard-command"],
    ["node node_modules/bailiff/dist/cli.js experiment graduate EXP-0001", "guard-command"],
    ["node node_modules/bailiff/dist/cli.js status", ""],
    ["node dist/cli.js trust", ""],
    ["bash -c 'bailiff trust'", "guard-command"],
  ])("%s", (command, expected) => expect(rows(command)).toBe(expected));
});

describe("the server that the host asks", () => {
  test.each([
    ["claude mcp add bailiff -s local -- node other.js", "host-settings"],
    ["claude mcp add --scope local bailiff node other.js", "host-settings"],
    ["claude mcp add-json bailiff '{}'", "host-settings"],
    ["claude mcp remove bailiff", "host-settings"],
    ["npx @anthropic-ai/claude-code mcp remove bailiff", "host-settings"],
    ["claude mcp get bailiff", ""],
    ["claude mcp list", ""],
    ["claude mcp add notes -- npx notes-server", ""],
    ['echo \'{"mcpServers":{"bailiff":{"command":"true"}}}\' > /tmp/servers.json', "host-settings"],
    ['echo \'{"mcpServers":{"notes":{"command":"notes"}}}\' > .mcp.json', ""],
    ["echo '{}' > ~/.claude.json", "host-settings"],
    ["rm ~/.claude/.claude.json", "host-settings"],
  ])("%s", (command, expected) => expect(rows(command)).toBe(expected));
});

test("file tools are judged by the same places", () => {
  const write = (filePath: string) => familyRowsOf("tamper", { tool: "write", input: { filePath, content: "{}" } });
  expect(write("/home/dev/app/.claude/settings.json")).toBe("host-settings");
  expect(write("opencode.json")).toBe("plugin-list");
  expect(write("/home/dev/app/test/fixtures/opencode.json")).toBe("");
  expect(write("/home/dev/app/.claude/agents/x.md")).toBe("");
});

describe("agents by other names and in other surroundings", () => {
  test.each([
    ["node /opt/x/node_modules/@anthropic-ai/claude-code/cli.js --bare", "agent-unchecked"],
    ["ccr code --dangerously-skip-permissions", "agent-unchecked"],
    ["CLAUDE_CODE_SIMPLE=1 npx @anthropic-ai/claude-code -p x", "agent-unchecked"],
    ["OPENCODE_PURE=1 bash -c 'opencode run x'", "agent-unchecked"],
    ["HOME=/tmp/h claude -p x", "agent-unchecked"],
    ["echo '{\"disableAllHooks\":true}' > /tmp/s.json && claude --settings /tmp/s.json -p x", "agent-unchecked"],
    ["grep -rn -e --dangerously-skip-permissions scripts", ""],
    ["echo --dangerously-skip-permissions", ""],
    ["FOO=1 npx @anthropic-ai/claude-code -p x", ""],
    ["HOME=/tmp/h npm test", ""],
    ["echo '{}' > /tmp/s.json && claude --settings /tmp/s.json -p x", ""],
  ])("%s", (command, expected) => expect(rows(command)).toBe(expected));
});
