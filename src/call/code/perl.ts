import type { CodeReader } from "./reader.js";

/** What a piece of perl code does, as far as its text shows. */
export const perl: CodeReader = () => {};
