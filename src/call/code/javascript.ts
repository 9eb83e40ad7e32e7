import type { CodeReader } from "./reader.js";

/** What a piece of javascript code does, as far as its text shows. */
export const javascript: CodeReader = () => {};
