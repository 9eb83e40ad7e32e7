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

/** The project that a delegation names: its argument, or `project=<name>` as a word of its own in the prompt. */
export function projectOf(call: ToolCall): string | undefined {
  if (call.tool !== "task") return undefined;
  const { project, prompt } = call.input;
  if (typeof project === "string" && project.trim() !== "") return project.trim();
  if (typeof prompt !== "string") return undefined;
  return /(?:^|[\s(`"'])project=([A-Za-z0-9][\w.-]{0,119})(?![\w/=&-]|[.:][\w/])/
    .exec(prompt)?.[1]
    ?.replace(/\.+$/, "");
}
