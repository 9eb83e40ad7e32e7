// Whether decisions are the same: node test/bench/same.mjs [COMMIT] [COMMIT]
// Judges the whole corpus and 10,000 calls made from it by the sources of one commit (HEAD where none
// is named), and by those of another (the working tree where none is named), as the library has them
// and as the hook process has them. Prints what differs and ends with 1 where something does.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { FAR, lazy } from "../../scripts/build/lazy.mjs";
import { ascii, shippedAsText, tables } from "../../scripts/build/tables.mjs";

const root = join(import.meta.dirname, "../..");
mkdirSync(join(root, ".cache"), { recursive: true });
const box = mkdtempSync(join(root, ".cache/same-"));
process.on("exit", () => rmSync(box, { recursive: true, force: true }));
const require = createRequire(import.meta.url);
const MADE = 10_000;

/** The judge of one state of the sources. */
async function judgeOf(name, directory, plugins = []) {
  const file = join(box, `${name}.cjs`);
  await build({
    entryPoints: [join(directory, "src/judge-by.ts")],
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile: file,
    plugins,
    logLevel: "warning",
  });
  writeFileSync(file, ascii(readFileSync(file, "utf8")));
  const { judgeBy } = require(file);
  const policies = ["standard", "strict"].map((preset) => ({
    hash: "",
    preset,
    off: [],
    rules: [],
    programs: [],
    agents: {},
    problems: [],
  }));
  return (call) =>
    JSON.stringify(
      policies.map((policy) => {
        const { decision, findings } = judgeBy(call, policy);
        return [decision, findings.map((each) => [each.check, each.ruleId ?? each.code, each.subject])];
      }),
    );
}

function sourcesOf(commit) {
  const directory = join(box, commit.replaceAll(/[^\w]/g, "-"));
  mkdirSync(directory);
  const archive = execFileSync("git", ["archive", commit, "src", "tsconfig.json"], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync("tar", ["-x", "-C", directory], { input: archive });
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  return directory;
}

function corpus() {
  const directory = join(root, "test/corpus");
  const lines = readdirSync(directory)
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap((file) => readFileSync(join(directory, file), "utf8").split("\n"));
  return lines.flatMap((line) => {
    if (line === "") return [];
    const { tool = "bash", input, cwd = "/home/dev/app", home = "/home/dev" } = JSON.parse(line);
    return input ? [{ host: "test", tool, rawTool: tool, input, cwd, home }] : [];
  });
}

/** Calls made of the corpus's words, chains, quotes and wrappers; the same ones in every run. */
function made(calls, count) {
  let state = 1;
  const draw = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = (list) => list[draw(list.length)];
  const commands = calls.flatMap(({ input }) => (typeof input.command === "string" ? [input.command] : []));
  const words = [...new Set(commands.flatMap((command) => command.split(/\s+/)))];
  const shapes = [
    () => `${pick(commands)} ${pick(["&&", "||", ";", "|", "\n"])} ${pick(commands)}`,
    () => `${pick(["sudo", "env A=1", "timeout 5", "xargs", "nice", "time", "command", "ssh host"])} ${pick(commands)}`,
    () =>
      `${pick(["bash -c", "sh -lc", "eval", "python3 -c", "node -e", "su -c"])} '${pick(commands).replaceAll("'", "")}'`,
    () => Array.from({ length: 2 + draw(6) }, () => pick(words)).join(" "),
    () => {
      const parts = pick(commands).split(" ");
      parts[draw(parts.length)] = pick(words);
      return parts.join(" ");
    },
    () => `X=${pick(words)}; ${pick(commands)} $X > ${pick(words)}`,
    () => `for f in ${pick(words)} ${pick(words)}; do ${pick(commands)}; done`,
    () => `echo "$(${pick(commands)})" | ${pick(commands)}`,
  ];
  return Array.from({ length: count }, () => ({
    ...pick(calls),
    tool: "bash",
    rawTool: "Bash",
    input: { command: pick(shapes)() },
  }));
}

const [before = "HEAD", after] = process.argv.slice(2);
const directory = after === undefined ? root : sourcesOf(after);
const { module, text } = await shippedAsText(directory);
writeFileSync(join(box, "programs.jsonl"), text);
// What the hook's form keeps in a file of its own.
await build({
  entryPoints: [join(directory, FAR.code.file)],
  bundle: true,
  platform: "node",
  format: "cjs",
  outfile: join(box, "code.cjs"),
  logLevel: "warning",
});
const judges = {
  before: await judgeOf("before", sourcesOf(before)),
  after: await judgeOf("after", directory),
  hook: await judgeOf("hook", directory, [lazy(directory), tables(directory, module)]),
};
const given = corpus();
const calls = [...given, ...made(given, MADE)];
const differ = { after: 0, hook: 0 };
for (const call of calls) {
  const was = judges.before(call);
  for (const name of ["after", "hook"]) {
    const is = judges[name](call);
    if (is === was) continue;
    if (differ[name]++ < 10) console.log(`${name}: ${JSON.stringify(call.input)}\n  was ${was}\n  is  ${is}`);
  }
}
console.log(
  `${given.length} calls of the corpus and ${MADE} made ones, under both presets: ` +
    `${differ.after} decided otherwise by the sources, ${differ.hook} by the hook's form of them`,
);
process.exitCode = differ.after + differ.hook === 0 ? 0 : 1;
