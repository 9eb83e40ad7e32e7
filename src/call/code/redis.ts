import type { CodeReader } from "./reader.js";

/** What a piece of redis code does, as far as its text shows. */
export const redis: CodeReader = () => {};
