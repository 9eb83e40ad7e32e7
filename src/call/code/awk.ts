import type { CodeReader } from "./reader.js";

/** What a piece of awk code does, as far as its text shows. */
export const awk: CodeReader = () => {};
