/** What the whole process may do, from the freest to the strictest. */
export const MODES = ["FULL", "TEST", "READONLY", "MINIMAL"] as const;
export type Mode = (typeof MODES)[number];

export interface Capabilities {
  readonly canMutate: boolean;
  readonly canReachNetwork: boolean;
  readonly canDelegate: boolean;
  /** Tools and programs beyond reading. */
  readonly canRunTools: boolean;
}

export const CAPABILITIES: Readonly<Record<Mode, Capabilities>> = Object.freeze({
  FULL: Object.freeze({ canMutate: true, canReachNetwork: true, canDelegate: true, canRunTools: true }),
  TEST: Object.freeze({ canMutate: true, canReachNetwork: false, canDelegate: true, canRunTools: true }),
  READONLY: Object.freeze({ canMutate: false, canReachNetwork: true, canDelegate: true, canRunTools: true }),
  MINIMAL: Object.freeze({ canMutate: false, canReachNetwork: false, canDelegate: false, canRunTools: false }),
});

export interface ChosenMode {
  readonly mode: Mode;
  /** Why it is another one than was asked for. */
  readonly problem?: string;
}

/** The stricter of two modes. */
export function stricterMode(a: Mode, b: Mode): Mode {
  return MODES.indexOf(a) >= MODES.indexOf(b) ? a : b;
}

/**
 * The mode of a process: the strictest of what its environment and the policy's layers ask for. What
 * nobody can read as a mode gives MINIMAL with a named problem, never silently FULL.
 *
 * @param environment value of `BAILIFF_MODE`; undefined and "" ask for nothing
 * @param layers `mode:` of the policy's layers
 */
export function chooseMode(environment: string | undefined, layers: readonly string[]): ChosenMode {
  let mode: Mode = "FULL";
  let problem: string | undefined;
  const asked = [
    ...(environment === undefined || environment === "" ? [] : [["BAILIFF_MODE", environment] as const]),
    ...layers.map((value) => ["mode in policy.yaml", value] as const),
  ];
  for (const [where, value] of asked) {
    const known = MODES.find((each) => each === value.trim().toUpperCase());
    if (known === undefined)
      problem ??= `${where} is ${JSON.stringify(value)}, which is no mode (${MODES.join(", ")}): MINIMAL holds`;
    mode = stricterMode(mode, known ?? "MINIMAL");
  }
  return problem === undefined ? { mode } : { mode, problem };
}
