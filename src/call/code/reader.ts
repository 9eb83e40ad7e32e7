import type { Emitter, Inner } from "../programs/emit.js";

/**
 * Writes down what a known piece of code in one language does. Strings and comments that only
 * mention something are not deeds. Never throws: what it cannot read it leaves out or calls opaque.
 */
export type CodeReader = (code: string, out: Emitter, inner: Inner) => void;
