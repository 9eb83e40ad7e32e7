/** Calls whose warnings are kept at once: a call that never ends must not keep its text for ever. */
const MOST = 500;

/** Texts that wait for their call's result, by call id. */
export class Warnings {
  readonly #texts = new Map<string, string>();

  keep(callId: string, text: string): void {
    this.#texts.set(callId, text);
    if (this.#texts.size <= MOST) return;
    const oldest = this.#texts.keys().next();
    if (!oldest.done) this.#texts.delete(oldest.value);
  }

  /** The text of a call, once. */
  take(callId: string): string | undefined {
    const text = this.#texts.get(callId);
    this.#texts.delete(callId);
    return text;
  }
}
