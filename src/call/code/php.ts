import type { CodeReader } from "./reader.js";

/** What a piece of php code does, as far as its text shows. */
export const php: CodeReader = () => {};
