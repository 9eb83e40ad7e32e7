// Judges the corpus's command lines with bailiff and with another guard, side by side in one process, and prints what
// each refuses, what each refuses wrongly, and how long a decision takes: npm run bench:peers [-- --strict]
//
// The other one is fetched from npm into a temporary directory, without its install scripts, and removed at the end.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const PEER = "cc-safety-net";
const VERSION = "2.4.5";
const { values } = parseArgs({ options: { strict: { type: "boolean" } } });
const root = join(import.meta.dirname, "..");
const corpus = join(root, "test/corpus");

const rows = readdirSync(corpus)
  .filter((name) => name.endsWith(".jsonl"))
  .flatMap((name) => readFileSync(join(corpus, name), "utf8").split("\n"))
  .filter((line) => line.trim() !== "")
  .map((line) => JSON.parse(line))
  .filter((row) => typeof row.input.command === "string" && row.agent === undefined);
const harmful = (row) => row.expect === "deny" || row.expect === "ask";

/** Installs the other guard. */
function fetched() {
  const place = mkdtempSync(join(tmpdir(), "bailiff-peers-"));
  writeFileSync(join(place, "package.json"), '{"private":true}\n');
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", `${PEER}@${VERSION}`];
  const { status } = spawnSync("npm", args, {
    cwd: place,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status === 0) return place;
  rmSync(place, { recursive: true, force: true });
  throw new Error(`${PEER}@${VERSION} could not be fetched from npm.`);
}

/** The other guard asks the machine: homes and projects of the rows are directories that exist, outside `/tmp`. */
function staged() {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const stage = realpathSync(mkdtempSync(join(root, ".cache/peers-")));
  return {
    stage,
    moved(row) {
      const home = row.home ?? "/home/dev";
      const cwd = row.cwd ?? "/home/dev/app";
      const to = (path) => join(stage, path);
      const command = row.input.command
        .replaceAll(new RegExp(`${literal(cwd)}(?![\\w.-])`, "g"), to(cwd))
        .replaceAll(new RegExp(`(?<![\\w./-])${literal(home)}(?![\\w.-])`, "g"), to(home));
      mkdirSync(to(cwd), { recursive: true });
      mkdirSync(to(home), { recursive: true });
      return { command, cwd: to(cwd), home: to(home) };
    },
  };
}

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Judges every row twice: once to warm up, once with a clock. */
function run(judge) {
  const refused = [];
  const times = [];
  for (const timed of [false, true]) {
    for (const row of rows) {
      const begin = process.hrtime.bigint();
      const answer = judge(row);
      if (!timed) continue;
      times.push(Number(process.hrtime.bigint() - begin) / 1e3);
      refused.push(answer);
    }
  }
  return { refused, times: times.sort((a, b) => a - b) };
}

const percent = (part, whole) => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);
const pad = (text, width) => String(text).padEnd(width);

function printed(results) {
  const head = results.map(({ name }) => `${pad(`${name}: recall`, 28)}${pad("false refusals", 18)}`).join("");
  console.log(`${pad("family", 15)}${pad("rows", 12)}${head}`);
  const families = [...new Set(rows.map((row) => row.family))].sort();
  for (const family of [...families, "all"]) {
    const mine = rows.flatMap((row, at) => (family === "all" || row.family === family ? [at] : []));
    const bad = mine.filter((at) => harmful(rows[at]));
    const good = mine.filter((at) => !harmful(rows[at]));
    const cells = results.map(({ refused }) => {
      const hits = bad.filter((at) => refused[at]).length;
      const wrong = good.filter((at) => refused[at]).length;
      return `${pad(percent(hits, bad.length), 28)}${pad(`${percent(wrong, good.length)} (${wrong})`, 18)}`;
    });
    console.log(`${pad(family, 15)}${pad(`${bad.length}+${good.length}`, 12)}${cells.join("")}`);
  }
  console.log("");
  for (const { name, times } of results) {
    const at = (part) => `${times[Math.floor((times.length - 1) * part)].toFixed(0)} µs`;
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    console.log(
      `${pad(name, 34)}time per decision: median ${at(0.5)}, mean ${mean.toFixed(0)} µs, 95 % within ${at(0.95)}`,
    );
  }
}

const { createGovernor, emptyPolicy } = await import(pathToFileURL(join(root, "dist/index.js")).href);
const place = fetched();
const { stage, moved } = staged();
try {
  if (values.strict) process.env.CC_SAFETY_NET_STRICT = "1";
  const { checkCommand } = await import(pathToFileURL(join(place, "node_modules", PEER, "dist/api.js")).href);
  const governor = createGovernor({ policy: emptyPolicy, surroundings: { own: [], canAsk: true } });
  const ours = run((row) => {
    const { decision } = governor.judge({
      host: "cli",
      tool: "bash",
      rawTool: "bash",
      input: row.input,
      cwd: row.cwd ?? "/home/dev/app",
      home: row.home ?? "/home/dev",
    }).decision;
    return decision === "deny" || decision === "ask";
  });
  const places = new Map(rows.map((row) => [row, moved(row)]));
  const theirs = run((row) => {
    const { command, cwd, home } = places.get(row);
    process.env.HOME = home;
    try {
      return checkCommand({ command, cwd }).kind !== "allow";
    } catch {
      // Its manual: a command that cannot be checked is not to be run.
      return true;
    }
  });
  console.log(
    `${rows.length} command lines, Node ${process.version}, ${PEER} ${VERSION}${values.strict ? " (strict)" : ""}\n`,
  );
  printed([
    { name: "bailiff", ...ours },
    { name: PEER, ...theirs },
  ]);
} finally {
  rmSync(place, { recursive: true, force: true });
  rmSync(stage, { recursive: true, force: true });
}
