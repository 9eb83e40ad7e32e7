import type { CodeReader } from "./reader.js";

/** What a piece of ruby code does, as far as its text shows. */
export const ruby: CodeReader = () => {};
