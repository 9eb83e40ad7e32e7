import type { Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { flags } from "./entry.js";
import type { CommandSpec, Form, ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Command lines of coding agents, and the options and variables that switch their checks off: each by its own
// documentation. Ordinary use of them passes.

const OFF = "tamper/agent-unchecked";
const PLUGINS = "tamper/plugin-list";

const looks: CommandSpec = { mutates: false };
const plugins: CommandSpec = { mutates: true, forms: [{ act: PLUGINS }] };

const unchecked = (options: string): Form[] => [{ when: { any: options.split(" ") }, act: OFF }];

const codexForms: Form[] = [
  { when: { any: ["--yolo", "--full-auto", "--dangerously-bypass-hook-trust"] }, act: OFF },
  { when: { value: { "-s": ["danger-full-access"] } }, act: OFF },
  { when: { value: { "-c": ["*danger-full-access*"] } }, act: OFF },
];

/** An agent whose only way to be unchecked is an option. */
const agent = (names: string, options: string, values = "-m --model, -p --prompt"): ProgramSpec => ({
  names: names.split(" "),
  flags: options.split(", "),
  values: taking(values),
  forms: [{ when: { any: options.split(/,? /) }, act: OFF }],
  mutates: "unknown",
  network: true,
  handler: "agent",
});

export const programs: readonly ProgramSpec[] = [
  {
    names: ["claude"],
    flags: flags(
      "-p --print, -c --continue, -v, --verbose, -d --debug, --dangerously-skip-permissions, --allow-dangerously-skip-permissions, --bare, --safe-mode, --ide, --fork-session, --include-partial-messages, --strict-mcp-config, --replay-user-messages, --disable-slash-commands, --no-session-persistence, --include-hook-events",
    ),
    values: {
      ...taking(
        "--permission-mode, --settings, --setting-sources, --model, --fallback-model, --output-format, --input-format, --append-system-prompt, --system-prompt, --agents, --agent, --session-id, --mcp-config, --max-turns, --permission-prompt-tool, --json-schema, --betas, --allowedTools --allowed-tools, --disallowedTools --disallowed-tools, --tools, --plugin-dir, --max-budget-usd",
      ),
      "--add-dir": "list",
    },
    optional: taking("-r --resume, -w --worktree"),
    forms: [
      {
        when: {
          any: ["--dangerously-skip-permissions", "--allow-dangerously-skip-permissions", "--bare", "--safe-mode"],
        },
        act: OFF,
      },
      { when: { value: { "--permission-mode": ["bypassPermissions"] } }, act: OFF },
    ],
    subcommands: {
      "plugin plugins": {
        mutates: false,
        subcommands: {
          "install i uninstall remove rm enable disable": plugins,
          marketplace: { mutates: false, subcommands: { "add remove rm": plugins, "update list": { mutates: true } } },
          "update validate list details init": { mutates: true },
        },
      },
      config: { mutates: false, subcommands: { "set add remove": plugins, "get list ls": looks } },
      // A server is a command that every later session starts.
      mcp: {
        mutates: true,
        network: true,
        subcommands: {
          add: {
            style: "posix",
            values: taking("-s --scope, -t --transport, -e --env, -H --header"),
            operands: { first: ["text"], rest: "command" },
            mutates: true,
          },
        },
      },
      "doctor update install setup-token migrate-installer agents auth": { mutates: true, network: true },
    },
    handler: "claude",
    mutates: "unknown",
    network: true,
  },
  {
    names: ["opencode"],
    flags: flags("--pure, --dangerously-skip-permissions, --yolo, --print-logs, -c --continue, --share, --fork"),
    values: taking(
      "-m --model, -s --session, --agent, --prompt, --log-level, --port, --hostname, --format, -f --file, --title, --dir",
    ),
    forms: unchecked("--pure --dangerously-skip-permissions --yolo"),
    subcommands: {
      "run serve web attach acp tui github pr": {
        mutates: "unknown",
        forms: unchecked("--pure --dangerously-skip-permissions --yolo"),
      },
      "plugin plug": { mutates: true, forms: [{ act: PLUGINS }] },
      uninstall: { mutates: true, forms: [{ act: PLUGINS }] },
      "models stats export session debug mcp agent auth upgrade import db": { mutates: true },
    },
    handler: "agent",
    mutates: "unknown",
    network: true,
  },
  {
    names: ["codex"],
    flags: flags(
      "--yolo --dangerously-bypass-approvals-and-sandbox, --full-auto, --oss, --search, --json, --skip-git-repo-check, --dangerously-bypass-hook-trust, --no-alt-screen",
    ),
    values: {
      ...taking(
        "-c --config, -m --model, -p --profile, -s --sandbox, -a --ask-for-approval, -i --image, --enable, --disable, --output-last-message -o, --color, --output-schema",
      ),
      "-C --cd": "cwd",
    },
    forms: codexForms,
    subcommands: {
      "exec e resume fork review": { mutates: "unknown", forms: codexForms },
      "login logout mcp completion debug apply cloud features sandbox": { mutates: true },
    },
    handler: "agent",
    mutates: "unknown",
    network: true,
  },
  {
    names: ["gemini", "qwen", "iflow"],
    flags: flags("-y --yolo, -d --debug, -s --sandbox, -l --list-extensions, -a --all-files, -c --checkpointing"),
    values: taking(
      "-m --model, -p --prompt, -i --prompt-interactive, --approval-mode, -e --extensions, --include-directories, -o --output-format, --allowed-tools, --policy",
    ),
    forms: [
      { when: { has: ["-y"] }, act: OFF },
      { when: { value: { "--approval-mode": ["yolo"] } }, act: OFF },
    ],
    handler: "agent",
    mutates: "unknown",
    network: true,
  },
  agent(
    "aider",
    "--yes-always --yes",
    "-m --message --msg, -f --message-file, --model, --file, --read, --edit-format, --test-cmd, --lint-cmd",
  ),
  agent("cursor-agent", "-f --force --yolo", "-m --model, --output-format, --resume, -a --api-key, --workspace"),
  agent("amp", "--dangerously-allow-all", "-x --execute, -m --mode, --settings-file"),
  agent(
    "copilot",
    "--allow-all-tools, --allow-all --yolo, --allow-all-paths",
    "-p --prompt, --model, --add-dir, --allow-tool, --deny-tool, --agent",
  ),
  agent("crush", "-y --yolo", "-c --cwd, -m --model, -D --data-dir"),
  agent("cn", "--auto", "-p --print, --config, --model, --allow, --ask, --exclude, --rule"),
  agent("cline", "-y --yolo, --auto-approve-all", "-m --model, -s --setting"),
  {
    ...agent("droid", "--skip-permissions-unsafe", "-m --model, --auto, -f --file, -o --output-format"),
    forms: [...unchecked("--skip-permissions-unsafe"), { when: { value: { "--auto": ["high"] } }, act: OFF }],
  },
  agent("forge letta trae-cli oh", "--yolo"),
  agent("plandex pdx", "--full-auto, --full"),
  agent("kilo kilocode", "--yolo, --auto, --dangerously-skip-permissions", "-m --mode, -w --workspace, -M --model"),
  agent("kimi kimi-cli vibe", "-y --yolo --yes --auto-approve", "-m --model, -p --prompt -c --command"),
  agent("openhands", "--always-approve --yolo, --llm-approve", "-t --task, -f --file"),
  agent("interpreter", "-y --auto_run", "-m --model, --profile"),
  agent("kiro-cli q", "-a --trust-all-tools", "--agent, --trust-tools, --profile"),
  agent("rovodev acli", "--yolo", "--config-file"),
  agent("auggie", "--dangerously-skip-permissions", "-i --instruction, -m --model"),
  agent("plandex pdx", "--full", "-f --file"),
  agent("goose", "--yolo", "-t --text, -i --instructions, -n --name, --recipe"),
  {
    names: ["bailiff"],
    flags: flags("--json, --opencode, --claude, --global, --dry-run, -q --quiet, --follow, --corpus"),
    values: taking("--agent, --preset, --wish, --context, --project"),
    dry: ["--dry-run"],
    subcommands: {
      "trust uninstall": { mutates: true, forms: [{ act: "tamper/guard-command" }] },
      approve: {
        flags: flags("--list, --decline, --json"),
        mutates: true,
        forms: [
          // What waits may be looked at.
          { when: { has: ["--list"], none: ["--decline"], max: 0 }, harmless: true },
          { act: "tamper/guard-command" },
        ],
      },
      "config mode policy": {
        mutates: false,
        subcommands: { "set unset add remove edit off": { mutates: true, forms: [{ act: "tamper/guard-command" }] } },
      },
      experiment: {
        mutates: true,
        subcommands: { "enable disable graduate": { mutates: true, forms: [{ act: "tamper/guard-command" }] } },
      },
      "status explain check test lint doctor audit help": looks,
      "init purge serve": { mutates: true },
    },
    handler: "guard",
    mutates: "unknown",
  },
];

/** Variables that switch an agent's checks or its plugins off, or give it other settings. */
const VARIABLES: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [
    /^(?:CLAUDE_CODE_SIMPLE|OPENCODE_PURE|OPENCODE_DISABLE_PROJECT_CONFIG|CLAUDE_CODE_DISABLE_HOOKS)$/,
    /^(?!0$|false$|$)/i,
  ],
  [
    /^(?:CLAUDE_CONFIG_DIR|OPENCODE_CONFIG|OPENCODE_CONFIG_DIR|OPENCODE_CONFIG_CONTENT|OPENCODE_PERMISSION|OPENCODE_TEST_HOME|HOME|XDG_(?:CONFIG|STATE|DATA|CACHE)_HOME)$/,
    /./,
  ],
  [/^BAILIFF_/, /^/],
  [/^GOOSE_MODE$/, /^auto$/],
  [/^(?:AIDER_YES_ALWAYS|COPILOT_ALLOW_ALL)$/, /^(?!0$|false$|$)/i],
  [/^GEMINI_YOLO_MODE$/, /^(?!0$|false$|$)/i],
];

function variables(env: Readonly<Record<string, Word>>, out: Emitter): void {
  for (const [name, value] of Object.entries(env))
    if (VARIABLES.some(([n, v]) => n.test(name) && v.test(value.text))) out.act(OFF, `${name}=${value.text}`);
}

const plainAgent: Handler = (inv, out) => variables(inv.env, out);

/** Settings given on the spot: `--settings` with hooks or plugins off, and sources that leave the project's out. */
const claude: Handler = (inv, out) => {
  variables(inv.env, out);
  const settings = inv.value("--settings")?.text ?? "";
  if (/disableAllHooks|enabledPlugins|bypassPermissions|"hooks"/.test(settings)) out.act(OFF, "--settings");
  const sources = inv.value("--setting-sources");
  // The guard's hooks are in the local settings of a project, or in the user's.
  if (sources?.known && !(/local/.test(sources.text) && /user/.test(sources.text)))
    out.act(OFF, `--setting-sources ${sources.text}`);
  const servers = inv.value("--mcp-config");
  if (servers !== undefined && /["']bailiff["']\s*:/.test(servers.text)) out.act(OFF, "--mcp-config");
};

/** `bailiff --mode …` and the mode's variable in front of it. */
const guard: Handler = (inv: Invocation, out: Emitter) => {
  if (inv.path[0] !== undefined && /^(?:status|explain|check|test|lint|doctor|audit|help)$/.test(inv.path[0])) return;
  variables(inv.env, out);
};

export const handlers: Readonly<Record<string, Handler>> = { agent: plainAgent, claude, guard };
