import { RE2JS } from "re2js";
import type { RegexEngine } from "./match/regex.js";

/** RE2 syntax and linear time, so that no row can make a decision slow. */
export const re2: RegexEngine = {
  compile(source) {
    const expression = RE2JS.compile(source);
    return (text) => expression.test(text);
  },
};
