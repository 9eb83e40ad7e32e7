import type { Policy } from "./policy.js";

/** A policy without rows of its own: the built-in families alone. */
export const emptyPolicy: Policy = Object.freeze({
  hash: "",
  preset: "standard",
  off: [],
  rules: [],
  programs: [],
  agents: {},
  problems: [],
});
