import type { KnownTool } from "./call.js";

/** The hosts' names for tools, in lower case without separators, and ours. */
const NAMES: Readonly<Record<string, KnownTool>> = {
  bash: "bash",
  shell: "bash",
  monitor: "bash",
  read: "read",
  notebookread: "read",
  write: "write",
  edit: "edit",
  multiedit: "multiedit",
  patch: "patch",
  applypatch: "patch",
  notebookedit: "notebook",
  glob: "glob",
  grep: "grep",
  list: "list",
  ls: "list",
  webfetch: "webfetch",
  websearch: "websearch",
  task: "task",
  agent: "task",
  todowrite: "todo",
  todoread: "todo",
  taskcreate: "todo",
  taskupdate: "todo",
  tasklist: "todo",
  taskget: "todo",
  skill: "skill",
  slashcommand: "skill",
  question: "question",
  askuserquestion: "question",
  enterplanmode: "plan",
  exitplanmode: "plan",
  planenter: "plan",
  planexit: "plan",
};

const READING: ReadonlySet<string> = new Set<KnownTool>([
  "read",
  "glob",
  "grep",
  "list",
  "todo",
  "skill",
  "question",
  "plan",
]);

/**
 * bailiff's name for a tool in either host's spelling (`Bash`, `apply_patch`); a tool it does not
 * know, an MCP tool above all, keeps the name it came with.
 */
export function toolNamed(raw: string): string {
  const key = raw.toLowerCase().replace(/[_-]/g, "");
  return Object.hasOwn(NAMES, key) ? (NAMES[key] ?? raw) : raw;
}

/** Whether a tool only reads or talks, whatever its arguments. `tool` is bailiff's name for it. */
export function onlyReads(tool: string): boolean {
  return READING.has(tool);
}
