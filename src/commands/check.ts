import type { Decision } from "../checks/finding.js";
import { refusal, warning } from "../text/frame.js";
import { answerRows, EXIT, print, required, type Streams, standard, text, UsageError } from "./output.js";
import { callOf, Governors } from "./session.js";

export interface CheckOptions {
  readonly stdin?: boolean;
  readonly json?: boolean;
  readonly agent?: string;
  readonly cwd?: string;
}

/**
 * `bailiff check`: the decision on one command as the exit code, or on JSON lines of calls.
 *
 * @returns 0 allow or warn, 1 ask, 2 deny; for rows always 0
 */
export async function check(
  command: string | undefined,
  options: CheckOptions,
  streams: Streams = standard(),
): Promise<number> {
  const governors = new Governors();
  if (options.stdin) {
    if (command !== undefined) throw new UsageError("give a command or --stdin, not both");
    await answerRows(streams, async (row) => {
      const { call, governor } = await rowCall(row, governors);
      const { decision, findings } = governor.judge(call).decision;
      return { decision, findings };
    });
    return EXIT.ok;
  }
  if (command === undefined) throw new UsageError("give a command, or --stdin");
  const call = callOf({ tool: "bash", input: { command }, agent: options.agent, cwd: options.cwd });
  const { decision } = (await governors.of(call.cwd)).judge(call);
  if (options.json) await print(streams.output, JSON.stringify(decision));
  else if (decision.decision === "allow") await print(streams.output, "allow");
  else {
    const said = decision.decision === "warn" ? warning(call, decision) : refusal(call, decision, { asking: true });
    await print(streams.output, `${decision.decision}\n\n${said}`);
  }
  return exitCode(decision);
}

function exitCode({ decision }: Decision): number {
  if (decision === "deny") return EXIT.deny;
  return decision === "ask" ? EXIT.ask : EXIT.ok;
}

/** The call that a row of `{tool, input, cwd, home?, agent?, session?, level?}` describes, and who judges it. */
export async function rowCall(row: Readonly<Record<string, unknown>>, governors: Governors) {
  const { input, level } = row;
  if (typeof input !== "object" || input === null || Array.isArray(input)) throw new Error("`input` must be an object");
  if (level !== undefined && typeof level !== "number") throw new Error("`level` must be a number");
  const call = callOf({
    tool: required(row, "tool"),
    input: input as Record<string, unknown>,
    cwd: text(row, "cwd"),
    home: text(row, "home"),
    agent: text(row, "agent"),
    session: text(row, "session"),
    level,
  });
  return { call, governor: await governors.of(call.cwd) };
}
