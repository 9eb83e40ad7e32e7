import type { PathRef } from "../effect.js";

/**
 * Under what a file that the call wrote is remembered. In a directory that is not known the same
 * relative path is taken for the same file.
 *
 * @returns null for a path whose beginning is not known
 */
export function fileKey({ abs, text }: PathRef): string | null {
  if (abs !== null || text === "") return abs;
  if (/^[~⟦]/.test(text)) return /^⟦[^⟦⟧]*⟧\/./.test(text) ? text : null;
  return `./${text.replace(/^(?:\.\/+)+/, "")}`;
}
