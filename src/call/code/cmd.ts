import type { CodeReader } from "./reader.js";

/** What a piece of cmd code does, as far as its text shows. */
export const cmd: CodeReader = () => {};
