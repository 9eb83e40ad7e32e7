import type { EffectiveCommand } from "../call/effect.js";
import { baseName, isWithin, join } from "../call/path.js";
import type { Case } from "./check.js";
import type { Hit } from "./families/family.js";
import { guardMap, guardPlace } from "./guard-places.js";

/** Options that say by their name that checks are off, whatever the program. */
const OFF =
  /^--(?:allow-)?dangerously-(?:skip-permissions|bypass-approvals-and-sandbox|allow-all|bypass-hook-trust)(?:=true)?$/;
const AGENT_SCRIPT = /\/(?:@anthropic-ai\/claude-code|@openai\/codex|@google\/gemini-cli|opencode-ai|opencode)\//;
const SWITCHES = /^--(?:bare|safe-mode|pure|yolo|full-auto)$/;

const isAgentScript = (word: string | undefined): boolean => word?.includes("/") === true && AGENT_SCRIPT.test(word);

/** An agent that the table does not know by its name, or that is started by its file. */
function uncheckedAgent(program: string | undefined, words: readonly string[], known: boolean): Hit | undefined {
  const script = isAgentScript(program) || isAgentScript(words[0]) || isAgentScript(words[1]);
  if (known && !script) return undefined;
  const option = words.find((w) => w.startsWith("--") && (OFF.test(w) || (script && SWITCHES.test(w))));
  return option === undefined ? undefined : { row: "tamper/agent-unchecked", subject: option };
}

/** The server that the host asks about each call, taken away or replaced by another of its name. */
function otherServer(name: string, words: readonly string[]): Hit | undefined {
  const at = words.indexOf("mcp");
  if (at < 0) return undefined;
  const agent = name === "claude" || words.slice(0, at).some(isAgentScript);
  if (!agent || /^(?:get|list)$/.test(words[at + 1] ?? "") || !words.includes("bailiff", at + 1)) return undefined;
  return { row: "tamper/host-settings", subject: `claude mcp ${words[at + 1]} bailiff` };
}

/** A file that names a server as the guard's is named, for an agent to be started with. */
function serverFiles({ analysis: { effects } }: Case): readonly Hit[] {
  return effects.flatMap((effect) =>
    effect.kind === "write" &&
    /\.jsonc?$/i.test(effect.path.text) &&
    /"bailiff"\s*:\s*\{/.test(effect.content ?? "") &&
    (/mcp/i.test(baseName(effect.path.text)) || /"mcpServers"/.test(effect.content ?? ""))
      ? [{ row: "tamper/host-settings", subject: effect.path.text }]
      : [],
  );
}

/** Settings that switch the guard off, written by the same call that starts an agent with settings of its own. */
function bySettings(input: Case, commands: readonly Named[]): readonly Hit[] {
  const starts = commands.some(({ name, words }) => name === "claude" && words.some((w) => w.startsWith("--settings")));
  if (!starts) return [];
  return input.analysis.effects.flatMap((effect) =>
    effect.kind === "write" && /disableAllHooks|enabledPlugins|bypassPermissions/.test(effect.content ?? "")
      ? [{ row: "tamper/agent-unchecked", subject: `--settings ${effect.path.text}` }]
      : [],
  );
}

const HUMAN = /^(?:trust|approve|uninstall)$/;

/** Commands that end the guard's processes, or reach its own command line by its file. */
function byCommand(named: Named, input: Case, cataloged: boolean): Hit | undefined {
  const { command, name, words } = named;
  const program = command.argv[0]?.text;
  const unchecked = uncheckedAgent(program, words, cataloged);
  if (unchecked) return unchecked;
  const server = otherServer(name, words);
  if (server) return server;
  if (name === "pkill" || name === "killall" || name === "taskkill") {
    const pattern = words.find((w) => !w.startsWith("-") && /bailiff/i.test(w));
    return pattern === undefined ? undefined : { row: "tamper/guard-process", subject: `${name} ${pattern}` };
  }
  if (INSTALLER.test(name) && words.some((w) => /^(?:-g|--global|global|link)$/.test(w))) {
    const named = words.find((w) => /^bailiff(?:@|$)/.test(w));
    if (named !== undefined) return { row: "tamper/guard-package", subject: `${name} ${words.join(" ")}` };
  }
  if (SETS_FOR_LATER.test(`${name} ${words[0] ?? ""}`)) {
    const variable = words.find((w) => /^BAILIFF_\w+(?:=|$)/i.test(w));
    if (variable !== undefined) return { row: "tamper/agent-unchecked", subject: `${name} ${variable}` };
  }
  // The script may be the program itself, or stand anywhere among an interpreter's words.
  const files = /^(?:node|bun|deno|tsx|ts-node)$/.test(name) ? words : program === undefined ? [] : [program];
  for (const script of files.filter((w) => !w.startsWith("-"))) {
    if (!isOwnCommandLine(script, command, input)) continue;
    const after = files === words ? words.slice(words.indexOf(script) + 1) : words;
    const rest = after.filter((w) => !w.startsWith("-"));
    const listing = rest[0] === "approve" && rest.length === 1 && after.includes("--list");
    if (isForPerson(rest) && !listing) return { row: "tamper/guard-command", subject: `${script} ${rest.join(" ")}` };
  }
  return undefined;
}

function isForPerson(words: readonly string[]): boolean {
  return (
    HUMAN.test(words[0] ?? "") || (words[0] === "experiment" && /^(?:enable|disable|graduate)$/.test(words[1] ?? ""))
  );
}

const INSTALLER = /^(?:npm|pnpm|yarn|bun|cnpm)$/;
/** Programs that set a variable for what starts later. */
const SETS_FOR_LATER =
  /^(?:setx |launchctl setenv|systemctl (?:--user|set-environment)|tmux set-?env|dbus-update-activation-environment |pam_env )/;

/** Whether a word is the file of the guard's own command line, by its name, its place, or what a link leads to. */
function isOwnCommandLine(script: string, command: EffectiveCommand, { facts }: Case): boolean {
  if (!script.includes("/") && !script.includes(".") && command.cwd === null) return false;
  const abs = script.startsWith("/") || command.cwd === null ? script : join(command.cwd, script);
  const real = facts.paths[abs]?.real ?? abs;
  return [abs, real].some(
    (path) =>
      /(?:^|\/)cli(?:\.[mc]?[jt]s)?$/.test(path) &&
      (/\/bailiff\//.test(path) || facts.own.some((own) => isWithin(path, own))),
  );
}

const AGENT = /^(?:claude|opencode)$/;
const GUARD_VARIABLE = /^(?:BAILIFF_\w+|HOME|XDG_(?:CONFIG|STATE|DATA|CACHE)_HOME|CLAUDE_PROJECT_DIR)$/;

/** An agent started without the variables that the guard goes by. */
function byEnvironment(commands: readonly Named[]): readonly Hit[] {
  const starts = commands.some(
    ({ name, words }) => AGENT.test(name) && !words.some((w) => /^(?:-v|--version|-h|--help)$/.test(w)),
  );
  if (!starts) return [];
  return commands.flatMap(({ name, words }): readonly Hit[] => {
    const cleared =
      name === "env"
        ? words.find(
            (w, at) =>
              /^(?:-|-i|--ignore-environment)$/.test(w) ||
              (GUARD_VARIABLE.test(w.replace(/^(?:-u|--unset=)/, "")) &&
                (/^(?:-u.|--unset=)/.test(w) || /^(?:-u|--unset)$/.test(words[at - 1] ?? ""))),
          )
        : name === "unset" || (name === "export" && words.includes("-n"))
          ? words.find((w) => GUARD_VARIABLE.test(w))
          : undefined;
    return cleared === undefined ? [] : [{ row: "tamper/agent-unchecked", subject: `${name} ${cleared}` }];
  });
}

/** The guard's processes looked up by name and ended, in one call. */
function byProcess(commands: readonly Named[]): readonly Hit[] {
  // What it ends must come from somewhere: a number that stands there was known before.
  const killed = commands.some(
    ({ name, command: { via, argv } }) =>
      (name === "kill" || name === "skill") && (via.includes("xargs") || argv.some((w) => !w.known)),
  );
  if (!killed) return [];
  const found = commands.some(
    ({ name, words }) => /^(?:pgrep|pidof|ps|grep)$/.test(name) && words.some((w) => /bailiff/i.test(w)),
  );
  return found ? [{ row: "tamper/guard-process", subject: "kill" }] : [];
}

/** Another directory laid over the guard's. */
function byMount({ facts, call }: Case, commands: readonly Named[]): readonly Hit[] {
  return commands.flatMap(({ command: { cwd }, name, words }): readonly Hit[] => {
    if (cwd === null || !/^(?:mount|bindfs|umount|mount_nullfs)$/.test(name)) return [];
    const map = guardMap(facts, [facts.project, ...(call.project === undefined ? [] : [call.project]), call.cwd]);
    const over = words.find((w) => !w.startsWith("-") && guardPlace(join(cwd, w), map, false) === "own");
    return over === undefined ? [] : [{ row: "tamper/own-files", subject: over }];
  });
}

/** A command with what is asked of it again and again. */
interface Named {
  readonly command: EffectiveCommand;
  readonly name: string;
  /** What stands behind the program. */
  readonly words: readonly string[];
}

function named(command: EffectiveCommand): Named {
  const [program = "", ...words] = command.argv.map((w) => w.text);
  return { command, name: baseName(program), words };
}

/** Commands that switch the guard off, answer for a person, or start an agent without it. */
export function guardCommands(input: Case): readonly Hit[] {
  const known = new Set(input.analysis.effects.flatMap((e) => (e.kind === "run" && e.cataloged ? [e.command] : [])));
  const commands = input.analysis.commands.map(named);
  const hits = commands.flatMap((each, at) =>
    each.command.remote?.kind === "host" ? [] : (byCommand(each, input, known.has(at)) ?? []),
  );
  return [
    ...hits,
    ...serverFiles(input),
    ...bySettings(input, commands),
    ...byEnvironment(commands),
    ...byProcess(commands),
    ...byMount(input, commands),
  ];
}
