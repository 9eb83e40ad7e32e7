import type { ToolCall } from "./call.js";

/** The task that a call asks to go on with; undefined for a new one. */
export function taskOf(call: ToolCall): string | undefined {
  if (call.tool !== "task") return undefined;
  for (const key of ["task_id", "resume"]) {
    const value = call.input[key];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return undefined;
}
