import type { Step } from "../../src/demo/script.js";
import { claudeCode, openCode, type Sandbox, type Session } from "./sandbox.js";

interface Around {
  readonly env?: Record<string, string>;
  readonly meanwhile?: () => Promise<void>;
}

/** Either client with its own words for the same things. */
export interface EitherClient {
  readonly name: string;
  run(box: Sandbox, steps: readonly Step[], around?: Around): Promise<Session>;
  bash(command: string): Step;
  read(path: string): Step;
  write(path: string, content: string): Step;
}

// Forty calls in one session take their time on a busy machine.
const LIMIT = 400_000;

export const either: readonly EitherClient[] = [
  {
    name: "OpenCode 1.18.33",
    run: (box, steps, around = {}) => openCode(box, steps, { limit: LIMIT, ...around }),
    bash: (command) => ({ tool: "bash", args: { command, description: "a step" } }),
    read: (filePath) => ({ tool: "read", args: { filePath } }),
    write: (filePath, content) => ({ tool: "write", args: { filePath, content } }),
  },
  {
    name: "Claude Code 2.1.330",
    run: (box, steps, around = {}) => claudeCode(box, steps, { limit: LIMIT, ...around }),
    bash: (command) => ({ tool: "Bash", args: { command } }),
    read: (file_path) => ({ tool: "Read", args: { file_path } }),
    write: (file_path, content) => ({ tool: "Write", args: { file_path, content } }),
  },
];

/** What the model got for each call, in the order of the steps. */
export function outputs(session: Session): readonly string[] {
  return session.exchanges.filter((each) => each.prompt === "main").map((each) => each.output);
}
