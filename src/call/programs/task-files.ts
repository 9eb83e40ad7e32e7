// Lists of commands by name: package.json (docs.npmjs.com), justfile (just.systems), Taskfile.yml (taskfile.dev).

/** `scripts` of a package.json (or the like) under these names, in their order; undefined where it is no JSON. */
export function packageScripts(text: string, names: readonly string[], key = "scripts"): string[] | undefined {
  let whole: unknown;
  try {
    whole = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ""));
  } catch {
    return undefined;
  }
  const scripts = property(whole, key);
  return names.flatMap((name) => {
    const found = property(scripts, name);
    const all: unknown[] = Array.isArray(found) ? found : [property(found, "command") ?? found];
    return all.filter((each) => typeof each === "string");
  });
}

function property(of: unknown, name: string): unknown {
  if (typeof of !== "object" || of === null || !Object.hasOwn(of, name)) return undefined;
  return (of as Record<string, unknown>)[name];
}

interface Named {
  readonly needs: readonly string[];
  readonly code: readonly string[];
}

/** The code of these entries and of those they need. */
function reached(all: ReadonlyMap<string, Named>, names: readonly string[]): string[] {
  const [first] = all.keys();
  const open = names.length > 0 ? [...names] : first === undefined ? [] : [all.has("default") ? "default" : first];
  const done = new Set<string>();
  const code: string[] = [];
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    const entry = all.get(name);
    if (!entry || done.has(name)) continue;
    done.add(name);
    open.push(...entry.needs);
    code.push(...entry.code);
  }
  return code;
}

const RECIPE = /^@?([A-Za-z_][\w-]*)((?:\s+[^:]*?)?):(?!=)\s*(.*)$/;

/** What a justfile's recipes of these names run. A `{{name}}` becomes the shell's variable of that name. */
export function justCode(text: string, names: readonly string[]): string[] {
  const values = new Map<string, string>();
  const all = new Map<string, { needs: string[]; code: string[] }>();
  const filled = (line: string): string =>
    line.replace(
      /\{\{\s*([A-Za-z_][\w-]*)\s*\}\}/g,
      (_, name: string) => values.get(name) ?? `\${${name.replaceAll("-", "_")}}`,
    );
  const lines = text.replace(/\\\n\s*/g, " ").split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    const value = /^(?:export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(?:'([^']*)'|"([^"]*)"|`([^`]*)`)/.exec(line);
    if (value) values.set(value[1] as string, value[2] ?? value[3] ?? `$(${value[4] ?? ""})`);
    const recipe = RECIPE.exec(line);
    if (!recipe) continue;
    const body: string[] = [];
    while (i + 1 < lines.length && /^(?:[ \t]|$)/.test(lines[i + 1] as string))
      body.push(filled((lines[++i] as string).trim()));
    const script = body[0]?.startsWith("#!") ?? false;
    const code = script
      ? [body.join("\n").trimEnd()]
      : body.map((each) => each.replace(/^[@-]+/, "")).filter((each) => each !== "");
    all.set(recipe[1] as string, {
      needs: (recipe[3] ?? "").replace(/[()&]/g, " ").split(/\s+/).filter(Boolean),
      code,
    });
  }
  return reached(all, names);
}

/** What the tasks of these names in a Taskfile run; only the usual block style of YAML is read. */
export function taskfileCode(text: string, names: readonly string[]): string[] {
  const all = new Map<string, { needs: string[]; code: string[] }>();
  let entry: { needs: string[]; code: string[] } | undefined;
  let list: "cmds" | "deps" | undefined;
  let inside = false;
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (/^\S/.test(line)) inside = /^tasks:\s*$/.test(line);
    if (!inside) continue;
    const name = /^ {1,4}(["']?)([\w:.-]+)\1:\s*(.*)$/.exec(line);
    const indent = line.length - line.trimStart().length;
    if (name && indent === taskIndent(lines)) {
      entry = { needs: [], code: name[3] ? scalars(name[3]) : [] };
      all.set(name[2] as string, entry);
      list = undefined;
      continue;
    }
    const key = /^\s+(cmds|cmd|deps):\s*(.*)$/.exec(line);
    if (key) {
      list = key[1] === "deps" ? "deps" : "cmds";
      if (key[2] && entry) (list === "deps" ? entry.needs : entry.code).push(...scalars(key[2]));
      continue;
    }
    const item = /^(\s+)-\s+(?:(cmd|task|defer):\s*)?(.*)$/.exec(line);
    if (!item || !entry || !list) {
      if (/^\s+[\w-]+:/.test(line) && !/^\s+-/.test(line)) list = undefined;
      continue;
    }
    let value = item[3] as string;
    if (/^[|>][-+]?$/.test(value)) {
      const body: string[] = [];
      while (
        i + 1 < lines.length &&
        /^\s*$|^\s+/.test(lines[i + 1] as string) &&
        deeper(lines[i + 1] as string, (item[1] as string).length)
      )
        body.push((lines[++i] as string).trim());
      value = body.join("\n");
      entry.code.push(value);
    } else (list === "deps" || item[2] === "task" ? entry.needs : entry.code).push(...scalars(value));
  }
  return reached(all, names);
}

function deeper(line: string, than: number): boolean {
  return line.trim() === "" || line.length - line.trimStart().length > than;
}

function taskIndent(lines: readonly string[]): number {
  const at = lines.findIndex((line) => /^tasks:\s*$/.test(line));
  const first = lines.slice(at + 1).find((line) => /^\s+[^\s#]/.test(line)) ?? "";
  return first.length - first.trimStart().length;
}

/** A plain or quoted scalar, or a list of them in brackets; template marks become variables of the shell. */
function scalars(value: string): string[] {
  const list = /^\[(.*)\]$/.exec(value.trim());
  const parts = list ? (list[1] as string).split(",") : [value];
  return parts
    .map((part) =>
      part
        .trim()
        .replace(/^(["'])(.*)\1$/s, "$2")
        .replace(/\{\{\s*\.(\w+)\s*\}\}/g, "${$1}"),
    )
    .filter((part) => part !== "");
}
