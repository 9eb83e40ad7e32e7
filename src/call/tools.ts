import type { KnownTool } from "./call.js";

/** What is known about a tool, whatever a host calls it. Argument names are those of both hosts. */
export interface ToolSpec {
  /** Whether the tool itself can change anything; a shell can, whatever its command does. */
  readonly mutates: boolean;
  readonly network?: boolean;
  /** Arguments that hold a path, in order of preference. */
  readonly paths?: readonly string[];
  /** Arguments that hold an address. */
  readonly urls?: readonly string[];
  /** Arguments that hold a command line. */
  readonly commands?: readonly string[];
  /** Arguments that hold the text to be written. */
  readonly contents?: readonly string[];
}

const FILE = ["filePath", "file_path", "path", "file"] as const;
const FOLDER = ["path", "directory", "dir"] as const;

const TOOLS: Readonly<Record<KnownTool, ToolSpec>> = {
  bash: { mutates: true, commands: ["command", "cmd"], paths: ["workdir", "cwd"] },
  read: { mutates: false, paths: [...FILE, "notebook_path", "notebookPath"] },
  write: { mutates: true, paths: FILE, contents: ["content", "contents", "text"] },
  edit: { mutates: true, paths: FILE, contents: ["newString", "new_string"] },
  multiedit: { mutates: true, paths: FILE },
  patch: { mutates: true, contents: ["patchText", "patch", "input", "diff"] },
  notebook: {
    mutates: true,
    paths: ["notebook_path", "notebookPath", ...FILE],
    contents: ["new_source", "newSource", "content"],
  },
  glob: { mutates: false, paths: FOLDER },
  grep: { mutates: false, paths: FOLDER },
  list: { mutates: false, paths: FOLDER },
  webfetch: { mutates: false, network: true, urls: ["url", "uri"] },
  websearch: { mutates: false, network: true },
  task: { mutates: false },
  todo: { mutates: false },
  skill: { mutates: false },
  question: { mutates: false },
  plan: { mutates: false },
};

/** The hosts' names for tools, in lower case without separators, and ours. Each host's are taken from the other too. */
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
  codesearch: "websearch",
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

/** Tools of the hosts that need no name of ours, because they touch nothing but the host itself. */
const HOST_ONLY: ReadonlySet<string> = new Set([
  "bashoutput",
  "killshell",
  "killbash",
  "taskoutput",
  "taskstop",
  "agentoutput",
  "sendmessage",
  "toolsearch",
  "listmcpresources",
  "readmcpresource",
  "lsp",
  "lsphover",
  "lspdiagnostics",
  "invalid",
  "structuredoutput",
  "enterworktree",
  "exitworktree",
  "croncreate",
  "cronlist",
  "crondelete",
]);

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

function keyOf(raw: string): string {
  return raw.toLowerCase().replace(/[_-]/g, "");
}

/**
 * bailiff's name for a tool in either host's spelling (`Bash`, `apply_patch`); a tool it does not
 * know, an MCP tool above all, keeps the name it came with.
 */
export function toolNamed(raw: string): string {
  const key = keyOf(raw);
  return Object.hasOwn(NAMES, key) ? (NAMES[key] ?? raw) : raw;
}

/** What is known about a tool by bailiff's name for it; undefined for MCP and other foreign tools. */
export function toolSpec(tool: string): ToolSpec | undefined {
  return Object.hasOwn(TOOLS, tool) ? TOOLS[tool as KnownTool] : undefined;
}

/** Whether the tool belongs to the host and touches nothing else. `raw` is the host's spelling. */
export function hostOnly(raw: string): boolean {
  return HOST_ONLY.has(keyOf(raw));
}

/** Whether a tool only reads or talks, whatever its arguments. `tool` is bailiff's name for it. */
export function onlyReads(tool: string): boolean {
  return READING.has(tool);
}
