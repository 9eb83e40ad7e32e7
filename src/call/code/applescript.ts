import type { CodeReader } from "./reader.js";

/** What a piece of applescript code does, as far as its text shows. */
export const applescript: CodeReader = () => {};
