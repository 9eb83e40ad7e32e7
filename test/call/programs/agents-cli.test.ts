import { describe, expect, test } from "vitest";
import { effectsOf } from "./harness.js";

const acts = (argv: readonly string[]): string[] =>
  effectsOf(argv)
    .filter((e) => e.startsWith("act "))
    .map((e) => e.slice(4));

describe("checks off", () => {
  test.each([
    "claude --dangerously-skip-permissions -p x",
    "claude x --dangerously-skip-permissions",
    "claude -p x --permission-mode bypassPermissions",
    "claude --permission-mode=bypassPermissions",
    "claude --bare",
    "claude --safe-mode",
    'claude --settings {"disableAllHooks":true}',
    "claude --setting-sources user",
    "claude --setting-sources user,project",
    "claude --setting-sources project,local",
    'claude -p x --mcp-config \'{"mcpServers":{"bailiff":{"command":"true"}}}\'',
    "opencode --pure",
    "opencode run --pure x",
    "codex --yolo",
    "codex exec --dangerously-bypass-approvals-and-sandbox x",
    "codex exec -s danger-full-access x",
    "codex -c sandbox_mode=danger-full-access exec x",
    "codex exec --full-auto x",
    "gemini -y",
    "gemini --approval-mode=yolo",
    "qwen --yolo",
    "aider --yes-always",
    "cursor-agent -p --force x",
    "amp --dangerously-allow-all",
    "copilot -p x --allow-all-tools",
    "crush run --yolo x",
    "kiro-cli chat --trust-all-tools",
  ])("%s", (command) => expect(acts(command.split(" "))).toEqual(["tamper/agent-unchecked"]));

  test.each([
    "claude --version",
    "claude -p x",
    "claude --permission-mode plan -p x",
    "claude --dangerously-skip-permissions --help",
    "claude --setting-sources user,project,local",
    "claude -p x --mcp-config notes.json",
    "claude mcp list",
    "claude plugin list",
    "opencode run x",
    "codex exec x",
    "codex exec -s read-only x",
    "codex -a never exec x",
    "gemini -p x",
    "aider x.ts",
    "cursor-agent -p x",
    "copilot -p x --allow-tool shell",
    "goose session list",
  ])("%s passes", (command) => expect(acts(command.split(" "))).toEqual([]));
});

test.each([
  ["claude plugin uninstall x", "tamper/plugin-list"],
  ["claude plugin disable x", "tamper/plugin-list"],
  ["claude plugin marketplace remove x", "tamper/plugin-list"],
  ["bailiff trust", "tamper/guard-command"],
  ["bailiff approve AB12", "tamper/guard-command"],
  ["bailiff uninstall --claude", "tamper/guard-command"],
  ["bailiff experiment graduate EXP-0001", "tamper/guard-command"],
  ["bailiff config set mode FULL", "tamper/guard-command"],
])("%s is %s", (command, act) => expect(acts(command.split(" "))).toEqual([act]));

test.each([
  "bailiff status --json",
  "bailiff explain x",
  "bailiff experiment list",
  "bailiff init --claude",
  "bailiff trust --help",
  "bailiff uninstall --dry-run",
])("%s passes", (command) => expect(acts(command.split(" "))).toEqual([]));
