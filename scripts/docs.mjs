// Writes docs/families.md from the families' own rows: node scripts/docs.mjs [--check]

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const page = join(root, "docs/families.md");
const dir = mkdtempSync(join(root, "node_modules/.docs-"));

const code = (text) => {
  const fence = text.includes("`") ? "``" : "`";
  const pad = fence === "``" ? " " : "";
  return `${fence}${pad}${text.replace(/\n/g, "\\n")}${pad}${fence}`;
};
const list = (texts) => texts.map((text) => `  - ${code(text)}`);

function row({ id, preset, severity, message, suggestion, examples }) {
  const holds = preset === "strict" ? ", under the strict preset" : "";
  return [
    `### ${id}`,
    "",
    `${message} (${severity}${holds})`,
    "",
    `- Instead: ${suggestion}`,
    "- Caught:",
    ...list(examples.match),
    "- Let through:",
    ...list(examples.not_match),
    "",
  ];
}

try {
  const outfile = join(dir, "families.mjs");
  await build({
    entryPoints: [join(root, "src/checks/families/all.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const { families } = await import(outfile);
  const count = families.reduce((sum, family) => sum + family.rows.length, 0);
  const text = [
    "<!-- Written by scripts/docs.mjs from src/checks/families/. Change the rows, not this page. -->",
    "",
    "# Built-in families",
    "",
    `${families.length} families with ${count} rows hold for every agent at every depth of delegation. They judge what a`,
    "call would do, not its text: mentioning a command, asking for its help or a dry run is never refused.",
    "Rows marked strict hold under `preset: strict` only; a family is switched off by `families:` in",
    "`~/.config/bailiff/policy.yaml`, and nowhere else. Every example on this page is run by the tests.",
    "",
    ...families.map((family) => `- [${family.name}](#${family.name}), ${family.rows.length} rows`),
    "",
    ...families.flatMap((family) => [`## ${family.name}`, "", family.summary, "", ...family.rows.flatMap(row)]),
  ].join("\n");
  if (!process.argv.includes("--check")) {
    mkdirSync(dirname(page), { recursive: true });
    writeFileSync(page, text);
  } else if (!existsSync(page) || readFileSync(page, "utf8") !== text) {
    console.error(`${page} is not what the rows say: run node scripts/docs.mjs`);
    process.exitCode = 1;
  }
} finally {
  rmSync(dir, { recursive: true });
}
