import { LIMITS } from "./limits.js";

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Why a text is not looked at whatever its language, or null when it is. */
export function textGate(text: string): string | null {
  if (text.length > LIMITS.text) return `longer than ${LIMITS.text} characters`;
  if (text.includes("\0")) return "a NUL character";
  if (LONE.test(text)) return "half of a surrogate pair";
  return null;
}

/**
 * Why a text is not read as shell code at all, or null when it is. A leading dash or plus would be
 * an option to the shell that is given the text.
 */
export function gate(text: string): string | null {
  const refusal = textGate(text);
  if (refusal !== null) return refusal;
  const first = text.charCodeAt(0);
  if ((first === 45 || first === 43) && text.length > 1 && text[1] !== " ") return "begins like an option";
  return null;
}
