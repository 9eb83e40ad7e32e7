/**
 * What a scripted model does in one turn: call one tool, several at once, or say something and end.
 * A prompt holds a JSON array of steps anywhere in its text, e.g.
 * `Tidy up. [{"tool":"bash","args":{"command":"ls"}},{"text":"done"}]`.
 */
export type Step = {
  /** How many tokens the model says it read, to make a client summarise; OpenCode only. */
  readonly tokens?: number;
} & (
  | { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly calls: readonly { readonly tool: string; readonly args: Readonly<Record<string, unknown>> }[] }
  | { readonly text: string }
);

/** One message of a conversation, whatever protocol it came in. */
export interface Turn {
  readonly role: "user" | "assistant" | "system";
  readonly texts: readonly string[];
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly input: Record<string, unknown> }[];
  readonly results: readonly { readonly id: string; readonly text: string }[];
}

/** A prompt that makes the scripted model take these steps; its first line names the conversation. */
export function prompt(title: string, steps: readonly Step[]): string {
  return `${title}\n${JSON.stringify(steps)}`;
}

/** The step that follows: as many steps are done as answers stand after the latest script. */
export function nextStep(turns: readonly Turn[]): Step {
  const found = latestScript(turns);
  if (!found) return { text: "ok" };
  const done = turns.slice(found.at + 1).filter((turn) => turn.role === "assistant").length;
  return found.steps[done] ?? { text: "done" };
}

/** First line of the prompt that holds the latest script. */
export function titleOf(turns: readonly Turn[]): string {
  return latestScript(turns)?.text.trimStart().split("\n")[0] ?? "";
}

function latestScript(turns: readonly Turn[]): { at: number; text: string; steps: readonly Step[] } | undefined {
  for (let at = turns.length - 1; at >= 0; at--) {
    const turn = turns[at];
    if (turn?.role !== "user") continue;
    for (const text of [...turn.texts].reverse()) {
      const steps = scriptIn(text);
      if (steps) return { at, text, steps };
    }
  }
  return undefined;
}

/** The first JSON array of steps in a text. */
function scriptIn(text: string): readonly Step[] | undefined {
  for (let from = text.indexOf("[{"); from >= 0; from = text.indexOf("[{", from + 1)) {
    const end = endOfArray(text, from);
    if (end < 0) continue;
    try {
      const value: unknown = JSON.parse(text.slice(from, end));
      if (Array.isArray(value) && value.every(isStep)) return value;
    } catch {
      // Not JSON: look further.
    }
  }
  return undefined;
}

function endOfArray(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const c = text[at];
    if (quoted) {
      if (c === "\\") at++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === "[" || c === "{") depth++;
    else if ((c === "]" || c === "}") && --depth === 0) return at + 1;
  }
  return -1;
}

function isStep(value: unknown): value is Step {
  return (
    isRecord(value) && (typeof value.tool === "string" || typeof value.text === "string" || Array.isArray(value.calls))
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

let serial = 0;

/** An id that no other call of this process has. */
export function callId(prefix: string): string {
  serial++;
  return `${prefix}${String(serial).padStart(6, "0")}`;
}

/** The tool calls of a step, none for one that only speaks. */
export function callsOf(step: Step): readonly { tool: string; args: Readonly<Record<string, unknown>> }[] {
  if ("calls" in step) return step.calls;
  return "tool" in step ? [{ tool: step.tool, args: step.args }] : [];
}
