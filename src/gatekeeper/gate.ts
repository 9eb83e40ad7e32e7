import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ToolCall } from "../call/call.js";
import type { Analysis, EffectiveCommand } from "../call/effect.js";
import { type Answer, closed, prompt, readAnswer } from "./prompt.js";
import type { Provider } from "./provider.js";

/** Milliseconds after which whatever has no answer is denied, counted from the start of the call's first question. */
export const TIME_LIMIT = 30_000;
/** Questions of one call under way at once. */
const AT_ONCE = 4;
/** A call with more different commands is denied unasked. */
const MOST_COMMANDS = 20;

/** One command and what the second model said of it. */
export interface Judged extends Answer {
  readonly command: string;
  readonly milliseconds: number;
  readonly tokens?: { readonly input: number; readonly output: number };
}

export interface GateOptions {
  /** Opened when first needed; its failure denies. */
  readonly provider: () => Promise<Provider>;
  /** Path of the ground rules. */
  readonly rules: string;
  readonly limit?: number;
  readonly clock?: () => number;
}

export interface Gate {
  /** Judges commands, each once, several at a time. Never rejects: what fails denies. */
  judge(commands: readonly string[]): Promise<readonly Judged[]>;
}

/** A second opinion on commands that all rules allow. */
export function openGate({ provider, rules, limit = TIME_LIMIT, clock = () => performance.now() }: GateOptions): Gate {
  let opened: Promise<Provider> | undefined;
  const one = async (command: string, signal: AbortSignal): Promise<Judged> => {
    const start = clock();
    const done = (answer: Answer, tokens?: Judged["tokens"]): Judged => ({
      ...answer,
      command,
      milliseconds: Math.round(clock() - start),
      ...(tokens ? { tokens } : {}),
    });
    try {
      if (signal.aborted) throw signal.reason;
      const text = readRules(rules);
      opened ??= provider();
      const ask = await opened;
      const reply = await Promise.race([
        ask(prompt(text, command, randomBytes(16).toString("hex")), signal),
        aborted(signal),
      ]);
      return done(readAnswer(reply.text), reply.tokens);
    } catch (error) {
      opened = undefined;
      return done(
        closed(
          signal.aborted ? `no answer within ${Math.round(limit / 1000)} s` : (error as Error).message.slice(0, 200),
        ),
      );
    }
  };
  return {
    async judge(commands) {
      const different = [...new Set(commands)];
      if (different.length > MOST_COMMANDS) {
        const answer = closed(`the call holds ${different.length} commands, more than ${MOST_COMMANDS}`);
        return [{ ...answer, command: different[0] ?? "", milliseconds: 0 }];
      }
      const results: Judged[] = [];
      // One limit for all: whoever waits for the call waits for all of them.
      const signal = AbortSignal.timeout(limit);
      let next = 0;
      const work = async (): Promise<void> => {
        for (let at = next++; at < different.length; at = next++)
          results[at] = await one(different[at] as string, signal);
      };
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, different.length) }, work));
      return results;
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

/** @throws when there are no rules to judge by */
function readRules(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new Error(`the ground rules ${path} cannot be read`);
  }
  if (text.trim().length < 20) throw new Error(`the ground rules ${path} are empty`);
  return text;
}

/**
 * The commands of a call that are put to the gatekeeper: each that would really run, wrappers only by
 * what they run, with what it depends on: directory, machine, assignments, redirections.
 * Where there is none and yet something would happen, the call's own text.
 */
export function gatedCommands(analysis: Analysis, { cwd, input }: Pick<ToolCall, "cwd" | "input">): readonly string[] {
  const { commands, effects } = analysis;
  const asked = commands.flatMap((command, at) => {
    const inner = commands[at + 1];
    const wraps =
      inner !== undefined &&
      inner.via.length > command.via.length &&
      inner.span[0] >= command.span[0] &&
      inner.span[1] <= command.span[1];
    const writes = command.redirects.length > 0;
    return (wraps && !writes) || (command.argv.length === 0 && !writes) ? [] : [written(command, cwd)];
  });
  return asked.length === 0 && effects.length > 0 && typeof input.command === "string" ? [input.command] : asked;
}

function written(command: EffectiveCommand, cwd: string): string {
  const { argv, env, redirects, remote } = command;
  const words = [
    ...Object.entries(env).map(([name, value]) => `${name}=${quoted(value.text)}`),
    ...argv.map((word) => quoted(word.text)),
    ...redirects.map(({ operator, target }) => `${operator} ${quoted(target.text)}`),
  ].join(" ");
  if (remote)
    return remote.kind === "host"
      ? `ssh ${quoted(remote.name)} -- ${words}`
      : `docker exec ${quoted(remote.name)} ${words}`;
  if (command.cwd === cwd) return words;
  return `cd ${command.cwd === null ? "DIRECTORY-NOT-KNOWN" : quoted(command.cwd)} && ${words}`;
}

/** A word as it could be typed, so that its borders stay where they are. */
function quoted(word: string): string {
  return /^[\w@%+=:,./~*?[\]{}$()<>!-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
