import { ANSWER_TOKENS, keyOf, optional, type Provider, type ProviderSettings } from "./provider.js";

/** Asks Anthropic's messages endpoint. */
export async function anthropicProvider(settings: ProviderSettings, env: NodeJS.ProcessEnv): Promise<Provider> {
  const { model } = settings;
  if (model === undefined) throw new Error("gatekeeper: `model` is missing");
  const { default: Anthropic } = await optional("@anthropic-ai/sdk", () => import("@anthropic-ai/sdk"));
  const client = new Anthropic({
    apiKey: keyOf(settings, "ANTHROPIC_API_KEY", env),
    maxRetries: 0,
    ...(settings.base_url === undefined ? {} : { baseURL: settings.base_url }),
  });
  return async ({ system, user }, signal) => {
    const done = await client.messages.create(
      { model, max_tokens: ANSWER_TOKENS, system, messages: [{ role: "user", content: user }] },
      { signal },
    );
    if (done.stop_reason === "max_tokens") throw new Error("the answer was cut off");
    return {
      text: done.content.map((part) => (part.type === "text" ? part.text : "")).join(""),
      tokens: { input: done.usage.input_tokens, output: done.usage.output_tokens },
    };
  };
}
