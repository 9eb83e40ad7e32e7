import { isBroad, matchesAll } from "./broad.js";
import { type ParsedFile, parseYaml } from "./document.js";
import { frontmatter } from "./frontmatter.js";
import { leavesMachine } from "./leaves.js";
import type { PolicyProblem } from "./policy.js";

type Path = readonly (string | number)[];

/**
 * Looks for mistakes in an agent's Markdown file: frontmatter that does not parse, denials of
 * everything or of the shell or delegation as a whole, and questions outside their purpose.
 */
export function lintAgent(file: string, text: string): readonly PolicyProblem[] {
  const front = frontmatter(text);
  if (front === undefined) return [];
  const parsed = parseYaml(file, front);
  if (parsed.problems.length > 0) return parsed.problems;
  const data = parsed.value;
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    return [
      {
        file,
        line: 1,
        column: 1,
        message: "The frontmatter holds no keys",
        fix: "Write `name:`, `description:` and `permission:`.",
        severity: "error",
      },
    ];
  }
  const found: PolicyProblem[] = [];
  for (const [key, value] of Object.entries(data)) {
    switch (key.toLowerCase().replace(/[-_]/g, "")) {
      case "permission":
      case "permissions":
        permission(parsed, [key], value, found);
        break;
      case "tools":
        toolSwitches(parsed, [key], value, found);
        break;
      case "disallowedtools":
      case "deniedtools":
      case "deny":
        nameList(parsed, [key], value, found);
        break;
      default:
    }
  }
  return found;
}

function permission(parsed: ParsedFile, path: Path, value: unknown, found: PolicyProblem[], tool?: string): void {
  if (isDeny(value)) {
    if (path.length === 1) broad(parsed, path, "everything", found);
    return;
  }
  // `deny: [Bash, Task]`, as in the hosts' settings.
  if (Array.isArray(value)) {
    if (String(path.at(-1)).toLowerCase() === "deny") nameList(parsed, path, value, found);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, key];
    if (isDeny(inner)) {
      const all = tool === undefined ? isBroad(key) : matchesAll(key);
      if (all)
        broad(
          parsed,
          path,
          tool === undefined || !matchesAll(key) ? `\`${key}\`` : `\`${key}\` of \`${tool}\``,
          found,
          key,
        );
    } else if (isAsk(inner)) ask(parsed, path, key, tool, found);
    else permission(parsed, at, inner, found, tool ?? key);
  }
}

/** OpenCode's older form: `tools: {bash: false}`. */
function toolSwitches(parsed: ParsedFile, path: Path, value: unknown, found: PolicyProblem[]): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [name, on] of Object.entries(value)) {
    if ((on === false || isDeny(on)) && isBroad(name)) broad(parsed, path, `\`${name}\``, found, name);
  }
}

function nameList(parsed: ParsedFile, path: Path, value: unknown, found: PolicyProblem[]): void {
  const names = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value.map(String) : [];
  names.forEach((name, index) => {
    const at = Array.isArray(value) ? [...path, index] : path;
    if (isBroad(name)) broad(parsed, at, `\`${name.trim()}\``, found);
  });
}

function isDeny(value: unknown): boolean {
  return typeof value === "string" && /^(deny|denied|block|never|off|false)$/i.test(value.trim());
}

function isAsk(value: unknown): boolean {
  return typeof value === "string" && /^ask$/i.test(value.trim());
}

function broad(parsed: ParsedFile, path: Path, what: string, found: PolicyProblem[], key?: string): void {
  const place = key === undefined ? parsed.at(path) : parsed.atKey(path, key);
  found.push({
    file: parsed.file,
    ...place,
    message: `A broad deny of ${what} takes the agent's hands away without saying what is dangerous`,
    fix: "Remove it and allow what the agent needs, command by command: what nothing allows is refused anyway. Denies name a command or an agent.",
    severity: "error",
  });
}

function ask(parsed: ParsedFile, path: Path, key: string, tool: string | undefined, found: PolicyProblem[]): void {
  const held = (on: "command" | "tool", pattern: string) => leavesMachine({ on, pattern, match: "glob" });
  if (tool === undefined ? held("tool", key) : held("tool", tool) || held("command", key)) return;
  found.push({
    file: parsed.file,
    ...parsed.atKey(path, key),
    message: `\`ask\` for \`${key}\`: ask is for what leaves the machine or cannot be taken back`,
    fix: "Allow it, or leave it out: where nobody can be asked, ask is a denial.",
    severity: "error",
  });
}
