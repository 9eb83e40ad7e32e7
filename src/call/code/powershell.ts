import type { CodeReader } from "./reader.js";

/** What a piece of powershell code does, as far as its text shows. */
export const powershell: CodeReader = () => {};
