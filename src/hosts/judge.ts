import { createGovernor, type Governor } from "../govern.js";
import { emptyPolicy } from "../policy/empty.js";
import type { Judge } from "./answer.js";
import type { Log } from "./log.js";

export interface JudgeOptions {
  readonly home: string;
  readonly project: string;
  /** Places that are bailiff's own. */
  readonly own: readonly string[];
  /** Whether the host has a prompt that works. */
  readonly canAsk: boolean;
  readonly log: Log;
}

/** A judge for one host process. */
export function openJudge({ own, canAsk }: JudgeOptions): Judge {
  let governor: Governor | undefined;
  return (call) => {
    governor ??= createGovernor({ policy: emptyPolicy, surroundings: { own, canAsk } });
    return governor.judge(call);
  };
}
