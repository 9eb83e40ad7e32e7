// A real OpenCode session with bailiff, in a throwaway project, against a scripted model: no key, no
// network beyond npm's registry (for the client, on first use). Ends with 0 when everything went as it should.

import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prompt, runOpenCode, startModel } from "../dist/demo/index.js";

const OPENCODE = "1.18.33";
const root = join(import.meta.dirname, "..");

/** The client's binary, from npm into `.cache/` on first use. */
async function client() {
  const name = `opencode-${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const cache = join(root, ".cache", `opencode-${OPENCODE}`);
  const binary = join(cache, "node_modules", name, "bin", process.platform === "win32" ? "opencode.exe" : "opencode");
  if (existsSync(binary)) return binary;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), '{"private":true}\n');
  process.stdout.write(`Fetching OpenCode ${OPENCODE} from npm (60 MB, once) `);
  const dots = setInterval(() => process.stdout.write("."), 1000);
  const code = await new Promise((resolve) => {
    const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", `${name}@${OPENCODE}`];
    spawn("npm", args, { cwd: cache, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" })
      .on("close", resolve)
      .on("error", () => resolve(1));
  });
  clearInterval(dots);
  process.stdout.write(code === 0 ? " done\n\n" : " failed\n");
  if (code !== 0 || !existsSync(binary)) {
    console.error(`OpenCode ${OPENCODE} could not be fetched for ${process.platform}-${process.arch}.`);
    process.exit(1);
  }
  return binary;
}

/** A project that can be lost, and rules of its own with one warning. */
function throwaway() {
  // Not in a temporary directory: there everything may be deleted.
  const sandbox = mkdtempSync(join(root, ".cache", "demo-"));
  const project = join(sandbox, "project");
  for (const dir of ["src", ".git", ".bailiff"]) mkdirSync(join(project, dir), { recursive: true });
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(project, "src/precious.ts"), "export const answer = 42;\n");
  writeFileSync(join(project, "build.sh"), "#!/bin/sh\necho built\n");
  writeFileSync(
    join(project, ".bailiff/deny-rules.yaml"),
    [
      "version: 1",
      "rules:",
      "  - id: world-writable",
      "    type: deny",
      "    severity: warn",
      '    pattern: "chmod 777*"',
      "    message: Everyone on this machine can now change the file.",
      "    suggestion: Use chmod 755 or more restrictive.",
      "    examples: { match: [chmod 777 build.sh], not_match: [chmod 755 build.sh] }",
      "",
    ].join("\n"),
  );
  // Should a refusal ever not hold, this is all that these programs can do here.
  const stubs = join(sandbox, "stubs");
  mkdirSync(stubs);
  for (const name of ["rm", "sudo"]) {
    writeFileSync(join(stubs, name), `#!/bin/sh\n/bin/rm -rf '${project}/src'\n`);
    chmodSync(join(stubs, name), 0o755);
  }
  return { sandbox, project, stubs };
}

const bash = (command) => ({ tool: "bash", args: { command, description: "a step of the demo" } });
const DESTRUCTIVE = "sudo env CI=1 bash -c 'cd / && rm -r -f *'";
const steps = [
  bash("cat src/precious.ts"),
  bash(DESTRUCTIVE),
  bash("chmod 777 build.sh"),
  {
    tool: "task",
    args: {
      description: "Tidy up",
      subagent_type: "general",
      prompt: prompt("subagent", [bash("git -C . reset --hard"), { text: "It was refused." }]),
    },
  },
  { text: "Done." },
];

const binary = await client();
const { sandbox, project, stubs } = throwaway();
const model = await startModel();
const failed = [];
try {
  const run = await runOpenCode({
    binary,
    sandbox,
    project,
    port: model.port,
    plugin: join(root, "dist/opencode.js"),
    prompt: prompt("main agent", steps),
    env: { PATH: `${stubs}:${process.env.PATH}` },
  });
  console.log(`OpenCode ${OPENCODE} with bailiff, as the model saw it:\n`);
  const exchanges = model.exchanges();
  for (const { prompt: who, tool, input, output } of exchanges) {
    console.log(`--- ${who}: ${tool} ${input.command ?? `"${input.description}" to ${input.subagent_type}`}`);
    console.log(`${output.trim().replace(/^/gm, "    ")}\n`);
  }
  const result = (part) => exchanges.find((each) => String(each.input.command).includes(part))?.output ?? "";
  const check = (what, holds) => {
    console.log(`${holds ? "ok  " : "FAIL"}  ${what}`);
    if (!holds) failed.push(what);
  };
  check("an ordinary command ran", result("cat src").includes("answer = 42"));
  check("a wrapped destructive command was refused", result(DESTRUCTIVE).includes("## BLOCKED"));
  check("the files it was after are still there", existsSync(join(project, "src/precious.ts")));
  check("a warning was shown, and its command ran", result("chmod 777").includes("## WARNING"));
  check("a subagent's attempt was refused too", result("reset --hard").includes("## BLOCKED"));
  check("the session ended well", run.code === 0);
  if (failed.length > 0) console.error(`\n${run.stderr.slice(-2000)}`);
} finally {
  await model.close();
  rmSync(sandbox, { recursive: true, force: true });
}
process.exit(failed.length === 0 ? 0 : 1);
