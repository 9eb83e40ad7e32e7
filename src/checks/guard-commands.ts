import type { EffectiveCommand } from "../call/effect.js";
import { baseName, isWithin, join } from "../call/path.js";
import type { Word } from "../call/word.js";
import type { Case } from "./case.js";
import type { Hit } from "./families/family.js";
import { guardPlace } from "./guard-places.js";
import type { NamedCommand } from "./named-command.js";

/** Options that say by their name that checks are off, whatever the program. */
const OFF =
  /^--(?:allow-)?dangerously-(?:skip-permissions|bypass-approvals-and-sandbox|allow-all|bypass-hook-trust)(?:=true)?$/;
const AGENT_SCRIPT = /\/(?:@anthropic-ai\/claude-code|@openai\/codex|@google\/gemini-cli|opencode-ai|opencode)\//;
const SWITCHES = /^--(?:bare|safe-mode|pure|yolo|full-auto)$/;

const isAgentScript = (word: string | undefined): boolean => word?.includes("/") === true && AGENT_SCRIPT.test(word);

/** An agent that the table does not know by its name, or that is started by its file. */
function uncheckedAgent({ command, words, at }: NamedCommand, input: Case): string | undefined {
  const script = isAgentScript(command.argv[0]?.text) || isAgentScript(words[0]) || isAgentScript(words[1]);
  const option = words.find((word) => OFF.test(word) || (script && SWITCHES.test(word)));
  return option === undefined || (!script && isCataloged(at, input)) ? undefined : option;
}

function isCataloged(at: number, { analysis: { effects } }: Case): boolean {
  return effects.some((effect) => effect.kind === "run" && effect.cataloged && effect.command === at);
}

/** The server that the host asks about each call, taken away or replaced by another of its name. */
function otherServer({ name, words }: NamedCommand): string | undefined {
  const at = words.indexOf("mcp");
  if (at < 0) return undefined;
  const agent = name === "claude" || words.slice(0, at).some(isAgentScript);
  if (!agent || /^(?:get|list)$/.test(words[at + 1] ?? "") || !words.includes("bailiff", at + 1)) return undefined;
  return `claude mcp ${words[at + 1]} bailiff`;
}

/** A file that names a server as the guard's is named, for an agent to be started with. */
function serverFiles({ sorted: { changes } }: Case, hit: Hit): void {
  for (const change of changes) {
    if (change.kind !== "write" || change.content === undefined) continue;
    const { path, content } = change;
    if (!/\.jsonc?$/i.test(path.text) || !/"bailiff"\s*:\s*\{/.test(content)) continue;
    if (/mcp/i.test(baseName(path.text)) || /"mcpServers"/.test(content)) hit("tamper/host-settings", path.text);
  }
}

/** Settings that switch the guard off, written by the same call that starts an agent with settings of its own. */
function bySettings({ commands, sorted: { changes } }: Case, hit: Hit): void {
  if (!commands.some((each) => each.name === "claude" && each.words.some((w) => w.startsWith("--settings")))) return;
  for (const change of changes) {
    if (change.kind === "write" && /disableAllHooks|enabledPlugins|bypassPermissions/.test(change.content ?? ""))
      hit("tamper/agent-unchecked", `--settings ${change.path.text}`);
  }
}

interface Found {
  readonly row: string;
  readonly subject: string;
}

/** Commands that end the guard's processes, or reach its own command line by its file. */
function byCommand(command: NamedCommand, input: Case): Found | undefined {
  const { name } = command;
  const telling = command.command.argv.some(isTelling);
  const option = telling ? uncheckedAgent(command, input) : undefined;
  if (option !== undefined) return { row: "tamper/agent-unchecked", subject: option };
  const server = telling ? otherServer(command) : undefined;
  if (server !== undefined) return { row: "tamper/host-settings", subject: server };
  if (command.is("kill-by-name")) {
    const pattern = command.words.find((w) => !w.startsWith("-") && /bailiff/i.test(w));
    return pattern === undefined ? undefined : { row: "tamper/guard-process", subject: `${name} ${pattern}` };
  }
  if (command.is("installer") && command.words.some((w) => /^(?:-g|--global|global|link)$/.test(w))) {
    const own = command.words.some((w) => /^bailiff(?:@|$)/.test(w));
    if (own) return { row: "tamper/guard-package", subject: `${name} ${command.words.join(" ")}` };
  }
  if (command.is("sets-for-later") && SETS_FOR_LATER.test(`${name} ${command.words[0] ?? ""}`)) {
    const variable = command.words.find((w) => /^BAILIFF_\w+(?:=|$)/i.test(w));
    if (variable !== undefined) return { row: "tamper/agent-unchecked", subject: `${name} ${variable}` };
  }
  const own = telling ? forPerson(command, input) : undefined;
  return own === undefined ? undefined : { row: "tamper/guard-command", subject: own };
}

/** Whether a word is one without which a command says nothing to agents, their hosts or the guard. */
function isTelling({ text }: Word): boolean {
  return text.startsWith("--") ? OFF.test(text) || SWITCHES.test(text) : TELLING.has(text);
}

const TELLING = new Set(["mcp", "trust", "approve", "uninstall", "experiment"]);
/** Of programs that set a variable for what starts later: the words with which they do. */
const SETS_FOR_LATER =
  /^(?:setx |launchctl setenv|systemctl (?:--user|set-environment)|tmux set-?env|dbus-update-activation-environment |pam_env )/;
const HUMAN = /^(?:trust|approve|uninstall)$/;

/** The guard's own command line, started by its file to do what only a person may. */
function forPerson(named: NamedCommand, input: Case): string | undefined {
  const { command, name, words } = named;
  const program = command.argv[0]?.text;
  // The script may be the program itself, or stand anywhere among an interpreter's words.
  const interpreted = /^(?:node|bun|deno|tsx|ts-node)$/.test(name);
  const files = interpreted ? words : program === undefined ? [] : [program];
  for (const script of files) {
    if (script.startsWith("-")) continue;
    const after = interpreted ? words.slice(words.indexOf(script) + 1) : words;
    const rest = after.filter((w) => !w.startsWith("-"));
    if (isDeedOfPerson(rest, after) && isOwnCommandLine(script, command, input)) return `${script} ${rest.join(" ")}`;
  }
  return undefined;
}

function isDeedOfPerson(operands: readonly string[], words: readonly string[]): boolean {
  const [deed = "", what = ""] = operands;
  if (deed === "experiment") return /^(?:enable|disable|graduate)$/.test(what);
  const listing = deed === "approve" && operands.length === 1 && words.includes("--list");
  return HUMAN.test(deed) && !listing;
}

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

const GUARD_VARIABLE = /^(?:BAILIFF_\w+|HOME|XDG_(?:CONFIG|STATE|DATA|CACHE)_HOME|CLAUDE_PROJECT_DIR)$/;

function startsAgent(command: NamedCommand): boolean {
  return command.is("agent") && !command.words.some((w) => /^(?:-v|--version|-h|--help)$/.test(w));
}

/** An agent started without the variables that the guard goes by. */
function byEnvironment({ commands }: Case, hit: Hit): void {
  if (!commands.some(startsAgent)) return;
  for (const command of commands) {
    const cleared = clearedVariable(command);
    if (cleared !== undefined) hit("tamper/agent-unchecked", `${command.name} ${cleared}`);
  }
}

function clearedVariable({ name, words }: NamedCommand): string | undefined {
  if (name === "env") {
    return words.find(
      (w, at) =>
        /^(?:-|-i|--ignore-environment)$/.test(w) ||
        (GUARD_VARIABLE.test(w.replace(/^(?:-u|--unset=)/, "")) &&
          (/^(?:-u.|--unset=)/.test(w) || /^(?:-u|--unset)$/.test(words[at - 1] ?? ""))),
    );
  }
  return name === "unset" || (name === "export" && words.includes("-n"))
    ? words.find((w) => GUARD_VARIABLE.test(w))
    : undefined;
}

/** What it ends must come from somewhere: a number that stands there was known before. */
function killsFound({ name, command: { via, argv } }: NamedCommand): boolean {
  return (name === "kill" || name === "skill") && (via.includes("xargs") || argv.some((w) => !w.known));
}

function looksForGuard(command: NamedCommand): boolean {
  return command.is("finds-processes") && command.words.some((w) => /bailiff/i.test(w));
}

/** Another directory laid over the guard's. */
function byMount(command: NamedCommand, input: Case, hit: Hit): void {
  const { cwd } = command.command;
  if (cwd === null || !command.is("mount")) return;
  const over = command.words.find((w) => !w.startsWith("-") && guardPlace(join(cwd, w), input.guard, false) === "own");
  if (over !== undefined) hit("tamper/own-files", over);
}

/** Commands that switch the guard off, answer for a person, or start an agent without it. */
export function guardCommands(input: Case, hit: Hit): void {
  const { commands } = input;
  for (const each of commands) {
    const found = each.command.remote?.kind === "host" ? undefined : byCommand(each, input);
    if (found) hit(found.row, found.subject);
  }
  serverFiles(input, hit);
  bySettings(input, hit);
  byEnvironment(input, hit);
  // The guard's processes looked up by name and ended, in one call.
  if (commands.some(killsFound) && commands.some(looksForGuard)) hit("tamper/guard-process", "kill");
  for (const each of commands) byMount(each, input, hit);
}
