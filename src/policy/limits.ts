/** How often, and how many at once, callers of a role may use tools. */
export interface UseLimit {
  readonly role: string;
  /** A glob on the host's name for the tool. */
  readonly tools: string;
  /** Starts in any 60 seconds; null for no limit. */
  readonly per_minute: number | null;
  /** Calls under way at once; null for no limit. */
  readonly at_once: number | null;
}

/** For bailiff's own tools. A person has none. */
export const SHIPPED_LIMITS: readonly UseLimit[] = [
  { role: "orchestrator", tools: "*bailiff*", per_minute: 30, at_once: 3 },
  { role: "ai", tools: "*bailiff*", per_minute: 20, at_once: 2 },
];

/** The second opinion, as the user's policy.yaml sets it up. */
export interface GatekeeperSettings {
  readonly enabled: boolean;
  readonly provider: "command" | "openai" | "anthropic";
  readonly command?: readonly string[];
  readonly model?: string;
  readonly base_url?: string;
  readonly api_key_env?: string;
  /** Path of the ground rules; the shipped ones where absent. */
  readonly rules?: string;
}

/** What a person is asked about commands in registered projects. */
export type RunCommand = "unmatched" | "always" | "off";
