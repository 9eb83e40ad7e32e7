import { createHash, randomInt } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { redactShown } from "../audit/redact.js";
import type { ToolCall } from "../call/call.js";

/** Milliseconds for which a question stays open, and an approval good. */
export const APPROVAL_TIME = 600_000;
/** Without 0, O, 1, I and L: it is read from one window and typed into another. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** One call that waits for a person, or on which one decided. */
export interface ApprovalRequest {
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly asked: number;
  /** The exact call: tool, arguments and directory, as a hash. */
  readonly call: string;
  readonly session: string;
  readonly host: string;
  readonly agent?: string;
  readonly tool: string;
  /** The real command or arguments, for the person; values that look like secrets are hidden, nothing else. */
  readonly shown: string;
  readonly cwd: string;
  readonly project?: string;
  readonly reason: string;
  readonly decided?: { readonly answer: "approved" | "declined"; readonly time: number };
}

/** What a person said of a call. */
export type Settled =
  | { readonly kind: "approved"; readonly code: string }
  | { readonly kind: "declined"; readonly code: string }
  | { readonly kind: "open"; readonly code: string };

/**
 * Questions to a person and their answers, one small file each, shared by the host's process and the
 * terminal. An approval lets exactly one call through: taking it is a rename, which only one can make.
 */
export interface Approvals {
  /**
   * What a person said of exactly this call in this session; asks when nobody was asked yet. Taking an
   * approval uses it up.
   */
  settle(call: ToolCall, reason: string, now: number): Settled;
  /** Questions that are open, oldest first. */
  open(now: number): readonly ApprovalRequest[];
  /**
   * A person's answer.
   *
   * @returns the question, or why it cannot be answered
   */
  answer(
    code: string,
    answer: "approved" | "declined",
    now: number,
  ): ApprovalRequest | "unknown" | "expired" | "decided";
  find(code: string): ApprovalRequest | undefined;
}

export function openApprovals(
  directory: string,
  random: (below: number) => number = (below) => randomInt(below),
): Approvals {
  const fileOf = (code: string): string => join(directory, `${code}.json`);
  const all = (): ApprovalRequest[] => {
    let names: string[];
    try {
      names = readdirSync(directory);
    } catch {
      return [];
    }
    return names
      .flatMap((name) => (/^[0-9A-Z]{6}\.json$/.test(name) ? (read(join(directory, name)) ?? []) : []))
      .sort((a, b) => a.asked - b.asked);
  };
  return {
    settle(call, reason, now) {
      const key = callKey(call);
      const session = call.session ?? "";
      for (const each of all()) {
        if (each.call !== key || each.session !== session || expired(each, now)) continue;
        if (!each.decided) return { kind: "open", code: each.code };
        if (each.decided.answer === "declined") return { kind: "declined", code: each.code };
        if (take(fileOf(each.code))) return { kind: "approved", code: each.code };
      }
      prune(directory, all(), now);
      return { kind: "open", code: ask(directory, call, key, session, reason, now, random) };
    },
    open: (now) => all().filter((each) => !each.decided && !expired(each, now)),
    find: (code) => (isCode(code) ? read(fileOf(code.toUpperCase())) : undefined),
    answer(code, answer, now) {
      const found = isCode(code) ? read(fileOf(code.toUpperCase())) : undefined;
      if (!found) return "unknown";
      if (expired(found, now)) return "expired";
      if (found.decided) return "decided";
      const decided: ApprovalRequest = { ...found, decided: { answer, time: now } };
      replace(fileOf(found.code), decided);
      return decided;
    },
  };
}

function isCode(code: string): boolean {
  return /^[0-9A-Za-z]{6}$/.test(code);
}

function expired(request: ApprovalRequest, now: number): boolean {
  const since = request.decided?.time ?? request.asked;
  return now - since > APPROVAL_TIME || now < since - APPROVAL_TIME;
}

function callKey(call: ToolCall): string {
  return createHash("sha256")
    .update(JSON.stringify([call.tool, call.cwd, call.input]))
    .digest("hex");
}

function ask(
  directory: string,
  call: ToolCall,
  key: string,
  session: string,
  reason: string,
  now: number,
  random: (below: number) => number,
): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (;;) {
    const code = Array.from({ length: 6 }, () => LETTERS[random(LETTERS.length)]).join("");
    const request: ApprovalRequest = {
      code,
      asked: now,
      call: key,
      session,
      host: call.host,
      ...(call.agent === undefined ? {} : { agent: call.agent }),
      tool: call.rawTool,
      shown: redactShown(typeof call.input.command === "string" ? call.input.command : JSON.stringify(call.input)),
      cwd: call.cwd,
      ...(call.project === undefined ? {} : { project: call.project }),
      reason: redactShown(reason),
    };
    const own = join(directory, `.${code}.${process.pid}`);
    writeFileSync(own, JSON.stringify(request), { mode: 0o600 });
    try {
      // A link never replaces a question that happens to have the same code.
      linkSync(own, join(directory, `${code}.json`));
      return code;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      unlinkSync(own);
    }
  }
}

function take(file: string): boolean {
  try {
    renameSync(file, file.replace(/\.json$/, ".used"));
    return true;
  } catch {
    return false;
  }
}

function replace(file: string, request: ApprovalRequest): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(request), { mode: 0o600 });
  renameSync(own, file);
}

function prune(directory: string, requests: readonly ApprovalRequest[], now: number): void {
  for (const each of requests) {
    if (now - (each.decided?.time ?? each.asked) <= 2 * APPROVAL_TIME) continue;
    try {
      unlinkSync(join(directory, `${each.code}.json`));
    } catch {
      // Somebody else was faster.
    }
  }
}

function read(file: string): ApprovalRequest | undefined {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as ApprovalRequest;
    return typeof value.code === "string" && typeof value.call === "string" && typeof value.asked === "number"
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
