export { type ClaudeCodeOptions, runClaudeCode } from "./claude-code.js";
export type { ClientRun } from "./client.js";
export { type Exchange, type ScriptedModel, startModel } from "./model.js";
export { type OpenCodeOptions, runOpenCode } from "./opencode.js";
export { prompt, type Step } from "./script.js";
