import { base64 } from "./fold.js";

/** PowerShell's encoded commands: base64 of UTF-16LE. Undefined where it is not that. */
export function utf16Base64(given: string): string | undefined {
  // One character a byte: every second one is the high byte.
  const bytes = base64(given);
  return bytes === undefined ? undefined : bytes.replace(/\0/g, "");
}
