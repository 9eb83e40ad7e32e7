import type { CodeReader } from "./reader.js";

/** What a piece of sql code does, as far as its text shows. */
export const sql: CodeReader = () => {};
