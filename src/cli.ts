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
    .option(
      "--lane <lane>",
      "how Claude Code calls: fast, a server that stays, or safe, a process for each call; by its version where absent",
    )
    .option("--cwd <directory>", "directory of the project")
    .option("--json", "as JSON")
    .action((options) => run(async () => (await import("./commands/init.js")).init(options)));

  program
    .command("uninstall")
    .description("undo init, byte for byte; what you changed stays")
    .option("--global", "what init --global did")
    .option("--keep-records", "leave .bailiff/audit, the record of what agents did")
    .option("--yes", "ask nothing; without --keep-records the record goes")
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

  program
    .command("gatekeeper")
    .description("try the second model that judges commands, before or after it is switched on")
    .command("test")
    .description("ask it about calls of which is known what should come of them, and about commands that talk to it")
    .option("--corpus <directory>", "a directory of *.jsonl with calls; default: the built-in families' examples")
    .option("--limit <number>", "most calls of each direction; default 100")
    .option("--cwd <directory>", "directory whose policy is in force")
    .option("--json", "as JSON")
    .action((options) => run(async () => (await import("./commands/gatekeeper.js")).gatekeeperTest(options)));

  program
    .command("status")
    .description("say what is in force here, when which hook fired, and what is going on")
    .option("--cwd <directory>", "directory whose project is looked at")
    .option("--json", "as JSON")
    .action((options) => run(async () => (await import("./commands/status.js")).status(options)));

  program
    .command("brain")
    .description("show what is remembered about the project, or edit anchors, todos, phase and language")
    .argument(
      "[words...]",
      "show; anchor add TEXT | remove ID; todo add TEXT | set ID | remove ID; phase TEXT; framework NAME; language; checkpoint add REASON | list | show ID | remove ID",
    )
    .option("--kind <kind>", "of an anchor: decision, context, checkpoint, completion")
    .option("--priority <priority>", "critical, high, normal; low for a todo")
    .option("--status <status>", "of a todo: pending, active, done, cancelled")
    .option("--parent <id>", "of a todo: the one that it is a part of")
    .option("--text <text>", "of a todo: its new text")
    .option("--communication <language>", "the language that agents speak")
    .option("--documents <language>", "the language that documents are written in")
    .option("--cwd <directory>", "directory whose project is meant")
    .option("--json", "as JSON")
    .action((words, options) => run(async () => (await import("./commands/brain.js")).brain(words, options)));

  program
    .command("purge")
    .description("move what is old out of the brain's way, into its archive")
    .option("--dry-run", "only say what would be done")
    .option("--cwd <directory>", "directory whose project is meant")
    .option("--json", "as JSON")
    .action((options) => run(async () => (await import("./commands/purge.js")).purge(options)));

  program
    .command("approve")
    .description("let one call run that waits for a person; only at a terminal")
    .argument("[code]", "the code that the refusal named")
    .option("--list", "the calls that wait")
    .option("--decline", "say no")
    .option("--json", "with --list: as JSON")
    .action((code, options) => run(async () => (await import("./commands/approve.js")).approve(code, options)));

  const audit = program.command("audit").description("read the record of all calls and decisions");
  const auditing = (name: string, description: string, query = true): Command => {
    const command = audit.command(name, { isDefault: name === "list" }).description(description);
    command.option("--cwd <directory>", "directory whose project is meant").option("--json", "as JSON");
    if (!query) return command;
    return command
      .option("--session <id>", "only this session")
      .option("--agent <name>", "only this agent")
      .option("--decision <decision>", "only deny, ask, warn or allow")
      .option("--rule <id>", "only this rule, or all of a family")
      .option("--tool <name>", "only this tool")
      .option("--since <time>", "15m, 2h, 3d or a date");
  };
  auditing("list", "the rows that match, oldest first")
    .option("--limit <number>", "most rows; default 50")
    .option("--follow", "wait for new ones")
    .action((options) => run(async () => (await import("./commands/audit.js")).list(options)));
  auditing("show", "one row in words", false)
    .argument("<row>", "the row's number")
    .action((row, options) => run(async () => (await import("./commands/audit.js")).show(row, options)));
  auditing("verify", "exit 0 where no row was changed, taken out or put in", false).action((options) =>
    run(async () => (await import("./commands/audit.js")).verify(options)),
  );
  auditing("stats", "counts by decision, family, rule and agent").action((options) =>
    run(async () => (await import("./commands/audit.js")).stats(options)),
  );
  auditing("suspect", "rules whose refusals look mistaken").action((options) =>
    run(async () => (await import("./commands/audit.js")).suspect(options)),
  );
  auditing("replay", "put recorded calls through the present rules")
    .option("--rules <file>", "through these rules instead")
    .action((options) => run(async () => (await import("./commands/audit-replay.js")).replay(options)));

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
