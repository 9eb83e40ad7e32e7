import type { CodeReader } from "./reader.js";

/** What a piece of lua code does, as far as its text shows. */
export const lua: CodeReader = () => {};
