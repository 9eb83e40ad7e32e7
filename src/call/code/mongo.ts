import type { CodeReader } from "./reader.js";

/** What a piece of mongo code does, as far as its text shows. */
export const mongo: CodeReader = () => {};
