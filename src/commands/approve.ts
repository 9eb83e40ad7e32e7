import { homedir } from "node:os";
import { join } from "node:path";
import { confirm, isCancel } from "@clack/prompts";
import { openAudit } from "../audit/log.js";
import { redact } from "../audit/redact.js";
import { stateDirectory } from "../hosts/state-dir.js";
import { type ApprovalRequest, openApprovals } from "../sessions/approvals.js";
import { safeLine } from "../text/safe.js";
import { auditHere } from "./audit.js";
import { EXIT, print, type Streams, standard, UsageError } from "./output.js";

export interface ApproveOptions {
  readonly list?: boolean;
  readonly decline?: boolean;
  readonly json?: boolean;
}

/** Whether a person sits at this terminal, as far as a process can tell. */
export function personHere(env: NodeJS.ProcessEnv = process.env): boolean {
  const agent = env.CLAUDECODE !== undefined || env.OPENCODE !== undefined || env.AI_AGENT !== undefined;
  return process.stdin.isTTY === true && process.stdout.isTTY === true && !agent;
}

/**
 * `bailiff approve CODE`: a person lets one call through, once, in its session, for ten minutes. Only
 * at a terminal; an agent's attempt through a shell is refused before it gets here.
 */
export async function approve(
  code: string | undefined,
  options: ApproveOptions,
  streams: Streams = standard(),
): Promise<number> {
  const home = process.env.HOME ?? homedir();
  const approvals = openApprovals(join(stateDirectory(process.env, home), "approvals"));
  const now = Date.now();
  if (options.list) {
    const open = approvals.open(now);
    if (options.json) await print(streams.output, JSON.stringify(open));
    else if (open.length === 0) await print(streams.output, "nothing waits for an approval");
    else
      for (const each of open)
        await print(
          streams.output,
          `${each.code}  ${safeLine(each.shown, 200)}  (${each.host}, ${safeLine(each.cwd, 100)})`,
        );
    return EXIT.ok;
  }
  if (code === undefined) throw new UsageError("give the code, or --list");
  const request = approvals.find(code);
  if (!request)
    return refuse(streams, `there is no question with the code ${safeLine(code, 20)}; see bailiff approve --list`);
  if (!personHere())
    return refuse(streams, "only a person at a terminal can approve; open one and run the command there");
  for (const text of shown(request)) await print(streams.output, text);
  const yes = options.decline ? false : await confirm({ message: "Let exactly this run, once?", initialValue: false });
  if (isCancel(yes)) return refuse(streams, "nothing was decided");
  const answer = yes ? "approved" : "declined";
  const result = approvals.answer(code, answer, Date.now());
  if (result === "expired") return refuse(streams, "the question is older than ten minutes; let the agent ask again");
  if (typeof result === "string") return refuse(streams, `the question is ${result}`);
  record(result, answer);
  await print(
    streams.output,
    answer === "approved" ? "Approved: it may run once in the next ten minutes." : "Declined.",
  );
  return EXIT.ok;
}

async function refuse(streams: Streams, why: string): Promise<number> {
  await print(streams.errors, `bailiff: ${why}`);
  return EXIT.deny;
}

/** The real command, where it would run and who asked, on lines of their own. */
function shown(request: ApprovalRequest): string[] {
  return [
    `Command:  ${safeLine(request.shown, 2000)}`,
    `In:       ${safeLine(request.cwd, 300)}`,
    ...(request.project === undefined ? [] : [`Project:  ${safeLine(request.project, 300)}`]),
    `Asked by: ${safeLine(`${request.agent ?? "the session's agent"} through ${request.host}, session ${request.session}`, 300)}`,
    `Why:      ${safeLine(request.reason, 500)}`,
  ];
}

function record(request: ApprovalRequest, answer: "approved" | "declined"): void {
  const now = (): Date => new Date();
  const log = openAudit({ directory: auditHere({ cwd: request.project ?? request.cwd }), now });
  log.append(
    [
      {
        time: now().toISOString(),
        event: "approval",
        correlation: request.code,
        host: request.host,
        session: request.session,
        ...(request.agent === undefined ? {} : { agent: request.agent }),
        role: "human",
        tool: request.tool,
        args: redact(request.shown),
        detail: { answer },
      },
    ],
    true,
  );
  log.close();
}
