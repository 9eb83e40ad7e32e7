import type { CodeReader } from "./reader.js";

/** What a piece of r code does, as far as its text shows. */
export const r: CodeReader = () => {};
