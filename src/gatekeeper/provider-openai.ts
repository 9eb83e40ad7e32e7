import { ANSWER_TOKENS, keyOf, optional, type Provider, type ProviderSettings } from "./provider.js";

/** Asks an endpoint that speaks OpenAI's chat completions. */
export async function openaiProvider(settings: ProviderSettings, env: NodeJS.ProcessEnv): Promise<Provider> {
  const { model } = settings;
  if (model === undefined) throw new Error("gatekeeper: `model` is missing");
  const { default: OpenAI } = await optional("openai", () => import("openai"));
  const client = new OpenAI({
    apiKey: keyOf(settings, "OPENAI_API_KEY", env),
    maxRetries: 0,
    ...(settings.base_url === undefined ? {} : { baseURL: settings.base_url }),
  });
  return async ({ system, user }, signal) => {
    const done = await client.chat.completions.create(
      {
        model,
        max_tokens: ANSWER_TOKENS,
        temperature: 0,
        messages: [
          { role: "system", content: system },
          { role: "user", content: user },
        ],
      },
      { signal },
    );
    const choice = done.choices[0];
    if (choice?.finish_reason === "length") throw new Error("the answer was cut off");
    return {
      text: choice?.message.content ?? "",
      ...(done.usage ? { tokens: { input: done.usage.prompt_tokens, output: done.usage.completion_tokens } } : {}),
    };
  };
}
