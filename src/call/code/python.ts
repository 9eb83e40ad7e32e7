import type { CodeReader } from "./reader.js";

/** What a piece of python code does, as far as its text shows. */
export const python: CodeReader = () => {};
