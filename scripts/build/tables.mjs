// Program entries as data for the bundles: one JSON text for each, read when its name is first looked
// up. What is written in src/call/programs stays the only source; the texts are made from it here.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";

/** Every shipped entry as the table of names leads to it, and which file's code each handler is. */
async function entries(root, groups) {
  const resolveDir = join(root, "src/call/programs");
  const all = ["./shipped.js", ...groups].map((file, at) => `export * as part${at} from ${JSON.stringify(file)};`);
  const directory = mkdtempSync(join(root, "node_modules/.tables-"));
  const outfile = join(directory, "tables.mjs");
  try {
    await build({
      stdin: { contents: all.join("\n"), resolveDir },
      bundle: true,
      format: "esm",
      platform: "neutral",
      outfile,
      logLevel: "warning",
    });
    return texts(await import(outfile), groups);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function texts({ part0: shipped, ...parts }, groups) {
  const lines = [];
  const places = new Map();
  const place = (spec) => {
    if (!places.has(spec)) places.set(spec, lines.push(JSON.stringify(spec)) - 1);
    return places.get(spec);
  };
  const names = Object.fromEntries(shipped.programNames().map((name) => [name, place(shipped.shippedProgram(name))]));
  const prefixes = shipped.shippedPrefixes().map(({ prefix, spec }) => [prefix, place(spec)]);
  const handlers = {};
  for (const [at, file] of groups.entries())
    for (const name of Object.keys(parts[`part${at + 1}`].handlers)) handlers[name] = file;
  return { texts: lines, names, prefixes, handlers };
}

/**
 * The entries' texts, one a line, and the module that stands for src/call/programs/shipped.ts: the
 * same functions over these texts, of which a call reads the lines of the programs that it names.
 *
 * @returns {Promise<{ module: string, text: string }>} `text` goes beside the bundle as `programs.jsonl`
 */
export async function shippedAsText(root) {
  const source = readFileSync(join(root, "src/call/programs/shipped.ts"), "utf8");
  const groups = [...source.matchAll(/^import \* as \w+ from "(.+)";$/gm)].map(([, file]) => file);
  const { texts, names, prefixes, handlers } = await entries(root, groups);
  const lines = texts.map((text) => `${ascii(text)}\n`);
  let end = 0;
  // "from+length" of each line in bytes.
  const spans = lines.map((line) => {
    end += line.length;
    return `${end - line.length}+${line.length}`;
  });
  const index = Object.entries(names).map(([name, at]) => `\n${name}=${spans[at]}`);
  const module = [
    'import { fstatSync, openSync, readSync } from "node:fs";',
    // Searched as it is: a call asks for a few names, and making an object of them all costs more.
    `const INDEX = ${JSON.stringify(`${index.join("")}\n`)};`,
    `const PREFIXES = ${JSON.stringify(prefixes.map(([prefix, at]) => [prefix, spans[at]]))};`,
    `const HANDLERS = ${JSON.stringify(handlers)};`,
    `const code = { ${groups.map((file) => `${JSON.stringify(file)}: () => require(${JSON.stringify(`handlers:${file}`)})`).join(", ")} };`,
    "const entries = new Map();",
    "let texts;",
    "function load() {",
    '  const found = openSync(`${__dirname}/programs.jsonl`, "r");',
    `  if (fstatSync(found).size !== ${end}) throw new Error("programs.jsonl is not of this build");`,
    "  return found;",
    "}",
    // A call needs a few of the thousand entries: those are read, and the file is left alone.
    "function read(span) {",
    '  const [from, length] = span.split("+").map(Number);',
    "  const bytes = Buffer.allocUnsafe(length);",
    "  texts ??= load();",
    '  if (readSync(texts, bytes, 0, length, from) !== length) throw new Error("programs.jsonl is cut short");',
    "  return JSON.parse(bytes.latin1Slice());",
    "}",
    "function entry(span) {",
    "  if (span === undefined) return undefined;",
    "  let found = entries.get(span);",
    "  if (!found) entries.set(span, (found = read(span)));",
    "  return found;",
    "}",
    "function spanOf(name) {",
    "  const at = /[\\n=]/.test(name) ? -1 : INDEX.indexOf(`\\n${name}=`);",
    "  if (at < 0) return undefined;",
    "  const from = at + name.length + 2;",
    '  return INDEX.slice(from, INDEX.indexOf("\\n", from));',
    "}",
    "export const shippedProgram = (name) => entry(spanOf(name));",
    "export const shippedByPrefix = (name) => entry(PREFIXES.find(([prefix]) => name.startsWith(prefix))?.[1]);",
    "export const shippedHandler = (name) => Object.hasOwn(HANDLERS, name) ? code[HANDLERS[name]]().handlers[name] : undefined;",
    "export const programNames = () => INDEX.match(/(?<=\\n)[^=]+/g) ?? [];",
  ].join("\n");
  return { module, text: lines.join("") };
}

/** The same JavaScript or JSON in ASCII alone, which Node reads and keeps as one byte a character. */
export function ascii(text) {
  return text.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Marks what stands at the top of a file of entries as free of side effects, as data is: what no
 * handler uses then falls away, since the texts say it already.
 */
async function pure(path) {
  const { code } = await transform(readFileSync(path, "utf8"), { loader: "ts", target: "es2022" });
  const lines = code.split("\n");
  const out = [];
  for (let at = 0; at < lines.length; at++) {
    const begin = /^(export )?const (\w+) = (?!\(|\/|async|function|\w+ =>)/.exec(lines[at]);
    if (!begin) {
      out.push(lines[at]);
      continue;
    }
    let end = at;
    while (end + 1 < lines.length && !/^[a-z/]/.test(lines[end + 1])) end++;
    const text = lines
      .slice(at, end + 1)
      .join("\n")
      .trimEnd();
    const value = text.slice(begin[0].length).replace(/;$/, "");
    out.push(`${begin[1] ?? ""}const ${begin[2]} = /* @__PURE__ */ (() => (${value}))();`);
    at = end;
  }
  return out.join("\n");
}

/** Entries as texts in a bundle. */
export function tables(root, module) {
  const resolveDir = join(root, "src/call/programs");
  return {
    name: "tables",
    setup(bundler) {
      bundler.onResolve({ filter: /^handlers:/ }, ({ path }) => ({ path, namespace: "handlers" }));
      bundler.onLoad({ filter: /.*/, namespace: "handlers" }, ({ path }) => ({
        contents: `export { handlers } from ${JSON.stringify(path.slice("handlers:".length))};`,
        loader: "ts",
        resolveDir,
      }));
      bundler.onLoad({ filter: /[\\/]src[\\/]call[\\/]programs[\\/][\w-]+\.ts$/ }, async ({ path }) =>
        path.endsWith("shipped.ts")
          ? { contents: module, loader: "ts", resolveDir }
          : { contents: await pure(path), loader: "js", resolveDir },
      );
    },
  };
}
