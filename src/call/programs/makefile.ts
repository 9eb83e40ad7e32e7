// What GNU make 4.4 would hand to the shell: recipes of the goals and of what they need, `$(shell …)`, `!=`.

interface Rule {
  readonly targets: readonly string[];
  readonly needs: string;
  readonly lines: readonly string[];
}

interface Reading {
  readonly variables: Map<string, string>;
  readonly rules: Rule[];
  /** Code that runs while the file is read. */
  readonly shell: string[];
  /** Text of another makefile, where it is known. */
  readonly include: (name: string) => string | undefined;
  expanded: number;
}

const ASSIGNMENT = /^(?:(?:export|override|private)\s+)*([A-Za-z_.][\w.-]*)\s*(:{0,3}=|\?=|\+=|!=)\s*(.*)$/s;
const RULE = /^([^:=\t#][^:=#]*?)\s*&?::?(?!=)([^;]*)(?:;(.*))?$/s;
const DEEPEST = 16;
/** Variables may multiply each other; beyond this their values are left as they are written. */
const MOST_EXPANDED = 65_536;
const MOST_RULES = 2_000;

const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ["MAKE", "make"],
  ["RM", "rm -f"],
  ["CC", "cc"],
  ["CXX", "g++"],
  ["AR", "ar"],
  ["CURDIR", "."],
]);

/**
 * The shell code that a makefile runs, one text for each recipe line (or recipe, with `.ONESHELL`).
 *
 * @param goals what is to be made; the file's first target where empty
 * @param given variables of the command line, which win over the file's
 */
export function makefileCode(
  text: string,
  goals: readonly string[],
  given: ReadonlyMap<string, string>,
  include: Reading["include"],
): string[] {
  const reading: Reading = { variables: new Map(), rules: [], shell: [], include, expanded: 0 };
  read(text, reading, 0);
  for (const [name, value] of given) reading.variables.set(name, value);
  const first = reading.rules.flatMap((rule) => rule.targets).find((name) => !/^\.[A-Z_]|%/.test(name));
  const wanted = reading.variables.get(".DEFAULT_GOAL") ?? first;
  const whole = reading.rules.some((rule) => rule.targets.includes(".ONESHELL"));
  const code: string[] = [];
  const made = new Set<string>();
  const open = goals.length > 0 ? [...goals] : wanted === undefined ? [] : [wanted];
  for (let goal = open.shift(); goal !== undefined; goal = open.shift()) {
    if (made.has(goal) || made.size > MOST_RULES) continue;
    made.add(goal);
    for (const rule of rulesFor(goal, reading.rules)) {
      const automatic = new Map([["@", goal]]);
      const needs = expand(rule.needs, reading, automatic).replaceAll("|", " ").split(/\s+/).filter(Boolean);
      automatic
        .set("<", needs[0] ?? "")
        .set("^", needs.join(" "))
        .set("+", needs.join(" "))
        .set("?", needs.join(" "));
      open.push(...needs);
      const lines = rule.lines.map((line) => expand(line, reading, automatic).replace(/^[\s@+-]+/, ""));
      code.push(...(whole ? [lines.join("\n")] : lines));
    }
  }
  return [...reading.shell, ...code].filter((line) => line.trim() !== "");
}

function rulesFor(goal: string, rules: readonly Rule[]): readonly Rule[] {
  const exact = rules.filter((rule) => rule.targets.includes(goal));
  if (exact.some((rule) => rule.lines.length > 0)) return exact;
  const pattern = rules.find((rule) => rule.targets.some((target) => matches(target, goal)));
  return pattern ? [...exact, pattern] : exact;
}

function matches(pattern: string, goal: string): boolean {
  const at = pattern.indexOf("%");
  if (at < 0) return false;
  return goal.startsWith(pattern.slice(0, at)) && goal.endsWith(pattern.slice(at + 1));
}

function read(text: string, reading: Reading, depth: number): void {
  const lines = text.split("\n");
  let recipe: string[] | undefined;
  for (let i = 0; i < lines.length && reading.rules.length < MOST_RULES; i++) {
    let line = lines[i] as string;
    const own = line.startsWith("\t");
    while (line.endsWith("\\") && i + 1 < lines.length) line = `${line}\n${lines[++i]}`;
    if (own && recipe) {
      recipe.push(line.slice(1));
      continue;
    }
    line = line
      .replace(/\\\n\s*/g, " ")
      .replace(/(?<!\\)#.*$/, "")
      .trimEnd();
    const define = /^\s*define\s+(\S+)/.exec(line);
    if (define) {
      const body: string[] = [];
      while (++i < lines.length && !/^\s*endef\b/.test(lines[i] as string)) body.push(lines[i] as string);
      reading.variables.set(define[1] as string, body.join("\n"));
      continue;
    }
    const others = /^\s*[-s]?include\s+(.*)$/.exec(line);
    if (others && depth < DEEPEST) {
      for (const name of expand(others[1] as string, reading).split(/\s+/)) {
        const found = name === "" ? undefined : reading.include(name);
        if (found !== undefined) read(found, reading, depth + 1);
      }
      continue;
    }
    const assignment = ASSIGNMENT.exec(line.trimStart());
    if (assignment) {
      assign(assignment, reading);
      recipe = undefined;
      continue;
    }
    const rule = RULE.exec(line);
    if (!rule) {
      // `$(shell …)`, `$(eval …)` or a conditional by itself.
      if (line.includes("$")) expand(line, reading);
      continue;
    }
    recipe = rule[3] === undefined ? [] : [rule[3]];
    const targets = expand(rule[1] as string, reading)
      .split(/\s+/)
      .filter(Boolean);
    reading.rules.push({ targets, needs: rule[2] as string, lines: recipe });
  }
}

function assign([, name = "", operator = "=", value = ""]: RegExpExecArray, reading: Reading): void {
  const { variables } = reading;
  if (operator === "!=") {
    reading.shell.push(expand(value, reading));
    variables.set(name, `\${${name}}`);
  } else if (operator === "+=") variables.set(name, `${variables.get(name) ?? ""} ${value}`.trim());
  else if (operator === "?=") variables.set(name, variables.get(name) ?? value);
  else variables.set(name, operator === "=" ? value : expand(value, reading).replaceAll("$", "$$$$"));
}

/** Expands what make expands; a variable that is not set in the file stays one of the shell's, as make exports those. */
function expand(text: string, reading: Reading, automatic?: ReadonlyMap<string, string>, depth = 0): string {
  if (!text.includes("$")) return text;
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (c !== "$" || i + 1 >= text.length) {
      out += c;
      continue;
    }
    const next = text[++i] as string;
    if (next === "$") {
      out += "$";
      continue;
    }
    let inside = next;
    if (next === "(" || next === "{") {
      const end = closing(text, i);
      inside = text.slice(i + 1, end);
      i = end;
    }
    out += one(inside, reading, automatic, depth);
  }
  reading.expanded += out.length;
  return out;
}

function one(
  inside: string,
  reading: Reading,
  automatic: ReadonlyMap<string, string> | undefined,
  depth: number,
): string {
  if (depth > DEEPEST || reading.expanded > MOST_EXPANDED) return "";
  const again = (text: string): string => expand(text, reading, automatic, depth + 1);
  const call = /^([a-z-]+)\s+(.*)$/s.exec(inside);
  if (call) {
    const [, name, rest = ""] = call;
    if (name === "shell") {
      const code = again(rest);
      reading.shell.push(code);
      return `$(${code})`;
    }
    if (name === "call") {
      const [of = "", ...words] = rest.split(",");
      const numbered = new Map([
        ...(automatic ?? []),
        ...words.map((word, i) => [String(i + 1), word.trim()] as const),
      ]);
      return expand(reading.variables.get(again(of).trim()) ?? "", reading, numbered, depth + 1);
    }
    if (/^(?:if|or|and)$/.test(name as string)) return rest.split(",").slice(1).map(again).join(" ");
    if (/^(?:strip|wildcard|abspath|realpath|sort|info|eval|value|firstword|lastword|dir|notdir)$/.test(name as string))
      return again(rest);
    return again(rest.slice(rest.lastIndexOf(",") + 1));
  }
  const name = again(inside).replace(/:.*$/s, "");
  const own = automatic?.get(name) ?? reading.variables.get(name) ?? BUILT_IN.get(name);
  if (own !== undefined) return again(own);
  return /^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : "";
}

function closing(text: string, open: number): number {
  const [a, b] = text[open] === "(" ? "()" : "{}";
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === a) depth++;
    else if (text[i] === b && --depth === 0) return i;
  }
  return text.length;
}
