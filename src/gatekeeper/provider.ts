import type { Prompt } from "./prompt.js";

/** What a provider gave back. */
export interface Reply {
  readonly text: string;
  /** Tokens in and out, where the provider says. */
  readonly tokens?: { readonly input: number; readonly output: number };
}

/** A second model that can be asked. Rejects when it cannot answer; stops when the signal says so. */
export type Provider = (prompt: Prompt, signal: AbortSignal) => Promise<Reply>;

/** `gatekeeper:` of the user's policy.yaml, as far as a provider needs it. */
export interface ProviderSettings {
  readonly provider: "command" | "openai" | "anthropic";
  /** Program and arguments; the prompt arrives on its standard input. */
  readonly command?: readonly string[];
  readonly model?: string;
  readonly base_url?: string;
  /** Name of the environment variable that holds the key. */
  readonly api_key_env?: string;
}

/** Set in the environment of a gatekeeper's own process, so that it does not ask itself. */
export const GUARD = "BAILIFF_IN_GATEKEEPER";

/** Tokens that an answer may have. */
export const ANSWER_TOKENS = 200;

/**
 * Opens a provider; its client library is loaded here and not before.
 *
 * @throws when the settings are not enough or the library is not installed, with what to do
 */
export async function openProvider(settings: ProviderSettings, env: NodeJS.ProcessEnv): Promise<Provider> {
  switch (settings.provider) {
    case "command":
      return (await import("./provider-command.js")).commandProvider(settings, env);
    case "openai":
      return (await import("./provider-openai.js")).openaiProvider(settings, env);
    case "anthropic":
      return (await import("./provider-anthropic.js")).anthropicProvider(settings, env);
    default:
      throw new Error(`gatekeeper: no provider ${String(settings.provider satisfies never)}`);
  }
}

/** The key that the settings name. */
export function keyOf(settings: ProviderSettings, usual: string, env: NodeJS.ProcessEnv): string {
  const name = settings.api_key_env ?? usual;
  const key = env[name];
  if (key === undefined || key === "") throw new Error(`gatekeeper: the variable ${name} holds no key`);
  return key;
}

/** A client library that is only installed by who wants it. */
export async function optional<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (
      (error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND" &&
      (error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND"
    )
      throw error;
    throw new Error(`gatekeeper: install the client library with \`npm install ${name}\``);
  }
}
