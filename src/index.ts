export type { HostName, ToolCall } from "./call/call.js";
export type { Analysis, Effect, EffectiveCommand } from "./call/effect.js";
export { decide } from "./checks/decide.js";
export type { Decision, Finding } from "./checks/finding.js";
export { createGovernor, type Governor, type Verdict } from "./govern.js";
export type { Facts } from "./observe/facts.js";
export { emptyPolicy } from "./policy/empty.js";
export type { Policy } from "./policy/policy.js";
