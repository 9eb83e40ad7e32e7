// What bailiff costs, beside `node -e 0` and cc-safety-net, in one run: npm run bench [-- --readme] [--quick]
// Needs dist/ (npm run build). cc-safety-net is installed from npm into a directory of its own.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir, type } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import v8 from "node:v8";
import { runInNewContext } from "node:vm";
import { load } from "../../scripts/load.mjs";
import { callsInTurns, inTurns, librariesInTurns, median, spread } from "./measure.mjs";
import { ORDINARY } from "./ordinary.mjs";

const OTHER = "cc-safety-net@2.4.5";
const root = join(import.meta.dirname, "../..");
const quick = process.argv.includes("--quick");
const rounds = quick ? 5 : 31;
const box = mkdtempSync(join(tmpdir(), "bailiff-bench-"));
process.on("exit", () => rmSync(box, { recursive: true, force: true }));

const sections = [];
const table = (title, head, rows, note) => sections.push({ title, head, rows, note });
const ms = (value) => `${value.toFixed(1)} ms`;
const us = (value) => `${value.toFixed(value < 10 ? 1 : 0)} µs`;
const times = (value) => `${value.toFixed(2)} ×`;
const percent = (value) => `${Math.round(value * 100)} %`;

const DENIED = "cd /tmp && rm -rf ~ && git push --force origin main";
const SIXTY = Array.from({ length: 60 }, (_, i) => `echo step-${i} >> /tmp/log-${i}.txt`).join(" && ");

const project = join(box, "project");
mkdirSync(join(project, ".git"), { recursive: true });
const event = (tool_name, tool_input) =>
  JSON.stringify({
    session_id: "bench",
    transcript_path: join(box, "t.jsonl"),
    cwd: project,
    hook_event_name: "PreToolUse",
    tool_name,
    tool_input,
    tool_use_id: "call",
  });

function install() {
  const directory = join(box, "other");
  mkdirSync(directory);
  writeFileSync(join(directory, "package.json"), "{}");
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", OTHER], { cwd: directory, stdio: "pipe" });
  return join(directory, "node_modules/cc-safety-net/dist");
}
const other = install();

// Fresh processes.
{
  const env = { PATH: process.env.PATH, HOME: box };
  const ours = [join(root, "dist/hook.cjs")];
  const theirs = [join(other, "bin/cc-safety-net.js"), "hook", "--claude-code"];
  const say = [
    ["an ordinary command, let through", event("Bash", { command: ORDINARY[1] })],
    ["a destructive command, refused", event("Bash", { command: DENIED })],
    ["60 commands in one line", event("Bash", { command: SIXTY })],
    ["Read", event("Read", { file_path: join(project, "a.txt") })],
  ];
  const cases = [
    { name: "`node -e 0`", args: ["-e", "0"], env, cwd: project },
    ...say.map(([name, input]) => ({ name: `bailiff's hook: ${name}`, args: ours, input, env, cwd: project })),
    ...say
      .slice(0, 3)
      .map(([name, input]) => ({ name: `cc-safety-net's hook: ${name}`, args: theirs, input, env, cwd: project })),
  ];
  const { wall, cpu } = inTurns(cases, rounds + 1, box);
  const to = (times_, at) => times(median(times_[at]) / median(times_[0]));
  table(
    "A fresh process for a tool call (Claude Code's command hook)",
    ["", "median", "spread", "to `node -e 0`", "processor time", "to `node -e 0`"],
    cases.map(({ name }, at) => [
      name,
      ms(median(wall[at])),
      percent(spread(wall[at])),
      to(wall, at),
      ms(median(cpu[at])),
      to(cpu, at),
    ]),
  );
  const peak = (args, input) => {
    const code = `process.on("exit",()=>require("fs").writeFileSync(${JSON.stringify(join(box, "peak"))},String(process.resourceUsage().maxRSS)));`;
    try {
      execFileSync(process.execPath, ["-e", `${code}${args}`], { input, env, cwd: project, stdio: "pipe" });
    } catch {
      // A refusal ends with 2.
    }
    return Number(readFileSync(join(box, "peak"), "utf8")) / 1024;
  };
  const none = median(Array.from({ length: 5 }, () => peak("", "")));
  const hook = median(Array.from({ length: 5 }, () => peak(`require(${JSON.stringify(ours[0])})`, say[0][1])));
  table(
    "Memory of the hook's process",
    ["", "peak", "to `node -e 0`"],
    [
      ["`node -e 0`", `${none.toFixed(0)} MB`, times(1)],
      ["bailiff's hook", `${hook.toFixed(0)} MB`, times(hook / none)],
    ],
  );
}

const { createGovernor, emptyPolicy } = await import(pathToFileURL(join(root, "dist/index.js")).href);
const call = (command) => ({
  host: "library",
  tool: "bash",
  rawTool: "bash",
  input: { command },
  cwd: project,
  home: box,
});
const surroundings = { own: [], canAsk: true };
const governor = createGovernor({ policy: emptyPolicy, surroundings });

// Decisions within a process: one for each product, as a host has it.
{
  const [ours, theirs] = await librariesInTurns(
    [
      ["bailiff", join(root, "dist/index.js")],
      ["cc-safety-net", join(other, "api.js")],
    ],
    { project, home: box },
    quick ? 40 : 300,
  );
  table(
    "A decision on an ordinary command of about 80 characters, within a process",
    ["", "median", "spread", ""],
    [
      ["bailiff", us(median(ours)), percent(spread(ours)), ""],
      ["cc-safety-net's library", us(median(theirs)), percent(spread(theirs)), times(median(theirs) / median(ours))],
    ],
  );
}

// Growth.
{
  const part = ORDINARY[4];
  const sizes = [1, 8, 64, 512, 740].map((count) => ({
    count,
    command: Array.from({ length: count }, (_, i) => part.replaceAll("assets", `a${i}`)).join(" && "),
  }));
  const measured = sizes.map(
    ({ command, count }) =>
      callsInTurns([() => governor.judge(call(command))], Math.max(5, Math.ceil((quick ? 40 : 400) / count)))[0],
  );
  table(
    "Growth with the command's length",
    ["characters", "median", "to the first", "length to the first"],
    sizes.map(({ command }, i) => [
      String(command.length),
      us(median(measured[i])),
      times(median(measured[i]) / median(measured[0])),
      times(command.length / sizes[0].command.length),
    ]),
  );
}

const { compilePolicy, findPlace, makeKeeper, nodeFiles } = await load("test/bench/parts.ts");

// Rules.
{
  const rows = (count) =>
    Array.from({ length: count }, (_, i) =>
      [
        `  - id: rule-${i}`,
        "    type: deny",
        i % 3 === 0 ? `    pattern: tool${i} --force*` : `    pattern: "**/secret-${i}/**"`,
        ...(i % 3 === 0 ? [] : ["    on: path"]),
        "    message: Not here",
        "    suggestion: Ask the user",
      ].join("\n"),
    );
  const sizes = [10, 30, 300, 3000];
  const governors = sizes.map((count) => {
    const text = `version: 1\nrules:\n${rows(count).join("\n")}\n`;
    const sources = [{ layer: "user", kind: "deny-rules", path: "/deny-rules.yaml", text }];
    const { policy } = compilePolicy({ sources, version: "0" });
    if (policy.rules.length !== count) throw new Error(`${policy.rules.length} rules of ${count}`);
    return createGovernor({ policy, surroundings });
  });
  const measured = callsInTurns(
    governors.flatMap((each) => [() => ORDINARY.map((command) => each.judge(call(command)))]),
    quick ? 20 : 150,
  );
  table(
    "A decision under many rules",
    ["rules", "median", "to 30 rules"],
    sizes.map((count, i) => [
      String(count),
      us(median(measured[i]) / ORDINARY.length),
      times(median(measured[i]) / median(measured[1])),
    ]),
  );
}

// Sessions.
{
  const keepers = [1, 100, 5000].map((count) => {
    const directory = join(box, `brain-${count}`);
    nodeFiles.makeDirectory(join(directory, "app"));
    const place = findPlace({ project: join(directory, "app"), home: directory, mode: "FULL", stateHome: undefined });
    const keeper = makeKeeper({ place, mode: "FULL" });
    const about = { host: "claude-code", project: join(directory, "app") };
    const sample = { time: 1e12, ...about };
    keeper.on({ type: "created", session: "s0", ...sample });
    keeper.on({ type: "seen", session: "s0", tool: "read", ...sample });
    // The others as copies of the first one's record: making them by events takes minutes.
    const record = JSON.parse(readFileSync(join(place.sessions, "s0.json"), "utf8"));
    for (let i = 1; i < count; i++)
      writeFileSync(join(place.sessions, `s${i}.json`), JSON.stringify({ ...record, id: `s${i}` }));
    return { count, keeper, about };
  });
  const measured = callsInTurns(
    keepers.map(({ keeper, about }) => () => {
      keeper.levelOf("s0");
      keeper.on({ type: "seen", session: "s0", time: 1e12, tool: "read", ...about });
    }),
    quick ? 40 : 400,
  );
  table(
    "What a call pays for its session's record",
    ["sessions known", "median", "to 1"],
    keepers.map(({ count }, i) => [
      String(count),
      us(median(measured[i])),
      times(median(measured[i]) / median(measured[0])),
    ]),
  );
}

// Memory of a process that stays.
{
  v8.setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  const held = () => {
    gc();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const judge = (from, to) => {
    for (let i = from; i < to; i++) governor.judge(call(`${ORDINARY[i % ORDINARY.length]} # ${i}`));
  };
  judge(0, 1000);
  const before = held();
  judge(1000, quick ? 3000 : 11_000);
  const after = held();
  table(
    "Memory of a process that stays",
    ["", "held"],
    [
      ["after 1,000 decisions", `${before.toFixed(1)} MB`],
      [quick ? "after 3,000" : "after 11,000", `${after.toFixed(1)} MB`],
    ],
  );
}

const on = `Measured by \`npm run bench\` on ${cpus().length} × ${cpus()[0]?.model ?? "an unnamed processor"}, ${type()} ${release()}, Node ${process.versions.node}; all rows of a table in turns in one run, medians. Spread is the middle half's width.`;
const text = [
  on,
  ...sections.map(({ title, head, rows }) =>
    [
      `**${title}**`,
      "",
      `| ${head.join(" | ")} |`,
      `|${head.map(() => "---|").join("")}`,
      ...rows.map((row) => `| ${row.join(" | ")} |`),
    ].join("\n"),
  ),
].join("\n\n");
console.log(text);

if (process.argv.includes("--readme")) {
  const file = join(root, "README.md");
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const [open, close] = ["<!-- performance -->", "<!-- /performance -->"];
  const block = `${open}\n${text}\n${close}`;
  const begin = before.indexOf(open);
  const end = before.indexOf(close);
  const after =
    begin >= 0 && end > begin
      ? before.slice(0, begin) + block + before.slice(end + close.length)
      : `${before.trimEnd()}\n\n## Performance\n\n${block}\n`;
  writeFileSync(file, after);
}

// In the real client, where it is there: the fast lane beside hooks that do nothing.
if (!quick && existsSync(join(root, "test/hosts/node_modules"))) {
  spawnSync(process.execPath, [join(import.meta.dirname, "hosts.mjs"), "60", "2", "--only=Claude Code"], {
    stdio: "inherit",
  });
}
