#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { version } from "./version.js";

// As in sysexits.h: EX_USAGE, EX_SOFTWARE.
const USAGE = 64;
const INTERNAL = 70;

/** Runs one subcommand and takes its result as the exit code. Each is loaded only when it is asked for. */
async function main(argv: readonly string[]): Promise<number> {
  let code = 0;
  const program = new Command("bailiff")
    .description("Judges what a coding agent's tool calls would really do, before they run.")
    .version(version)
    .exitOverride()
    .showHelpAfterError("(see bailiff --help)");
  const run = (work: () => Promise<number>): Promise<void> =>
    work().then((result) => {
      code = result;
    });

  program
    .command("init")
    .description("install for the hosts that are here, with agents and starter files")
    .option("--opencode", "for OpenCode")
    .option("--claude", "for Claude Code")
    .option("--global", "for all of your projects instead of this one")
    .option("--yes", "ask nothing")
    .option("--lane <lane>", "how Claude Code calls: safe, a process for each call")
    .option("--cwd <directory>", "directory of the project")
    .option("--json", "as JSON")
    .action((options) => run(async () => (await import("./commands/init.js")).init(options)));

  program
    .command("uninstall")
    .description("undo init, byte for byte; what you changed stays")
    .option("--global", "what init --global did")
    .option("--yes", "ask nothing")
    .option("--cwd <directory>", "directory of the project")
    .option("--json", "as JSON")
    .action((options) => run(async () => (await import("./commands/init.js")).uninstall(options)));

  program
    .command("doctor")
    .description("prove that calls are intercepted on each host, and say what is missing")
    .option("--live", "also through the real client, against a built-in scripted model")
    .option("--cwd <directory>", "directory of the project")
    .option("--json", "as JSON")
    .action((options) => run(async () => (await import("./commands/doctor.js")).doctor(options)));

  program
    .command("trust")
    .description("show what the project's files would loosen, and let it hold; for a person at a terminal")
    .option("--list", "only show")
    .option("--revoke", "trust nothing of this project any more")
    .option("--cwd <directory>", "directory of the project")
    .option("--json", "as JSON; only shows")
    .action((options) => run(async () => (await import("./commands/trust.js")).trust(options)));

  program
    .command("explain")
    .description("say in words what a command would do, what is decided, and why")
    .argument("[command]", "a command line, in quotes")
    .option("--agent <name>", "judge it as a call of this agent")
    .option("--cwd <directory>", "directory it would run in")
    .option("--json", "as JSON")
    .option("--stdin", 'JSON lines {"id","command","cwd"?} instead of one command; needs --json')
    .action((command, options) => run(async () => (await import("./commands/explain.js")).explain(command, options)));

  program
    .command("check")
    .description("judge a command; exit 0 allow or warn, 1 ask, 2 deny")
    .argument("[command]", "a command line, in quotes")
    .option("--agent <name>", "judge it as a call of this agent")
    .option("--cwd <directory>", "directory it would run in")
    .option("--json", "as JSON")
    .option("--stdin", 'JSON lines {"id","tool","input","cwd","home"?,"agent"?,"session"?} instead of one command')
    .action((command, options) => run(async () => (await import("./commands/check.js")).check(command, options)));

  program
    .command("lint")
    .description("look for mistakes in rule files, settings, program entries and agents")
    .argument("[files...]", "files to look at; default: those in force here")
    .option("--cwd <directory>", "directory whose project is looked at")
    .option("--json", "as JSON")
    .option("--github", "as GitHub annotations")
    .action((files, options) => run(async () => (await import("./commands/lint.js")).lint(files, options)));

  program
    .command("test")
    .description("try the rules' examples, and corpora of calls")
    .option("--corpus <directory>", "a directory of *.jsonl with calls and what is expected of them")
    .option("--cwd <directory>", "directory whose project's rules are tried")
    .option("--shipped", "with the shipped rules alone")
    .option("--json", "as JSON")
    .action((options) => run(async () => (await import("./commands/test.js")).test(options)));

  program
    .command("compile")
    .description("compile the policy for the hosts")
    .option("--cwd <directory>", "directory whose project's policy is compiled")
    .option("--json", "as JSON")
    .action((options) => run(async () => (await import("./commands/compile.js")).compile(options)));

  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    process.stderr.write(`bailiff: ${(error as Error).message}\n`);
    return (error as { usage?: boolean }).usage ? USAGE : INTERNAL;
  }
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Whoever read from us has gone.
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.exitCode = await main(process.argv);
