import type { CodeReader } from "./reader.js";

/** What a piece of sed code does, as far as its text shows. */
export const sed: CodeReader = () => {};
