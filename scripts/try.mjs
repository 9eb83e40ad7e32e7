// Judges command lines with the sources as they are, without a build: node scripts/try.mjs 'rm -rf /' [--cwd DIR] [--json]

import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cwd: { type: "string" }, home: { type: "string" }, json: { type: "boolean" } },
});
const dir = mkdtempSync(join(import.meta.dirname, "../node_modules/.try-"));
try {
  const outfile = join(dir, "index.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "../src/index.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const { createGovernor, emptyPolicy } = await import(outfile);
  const governor = createGovernor({ policy: emptyPolicy, surroundings: { own: [], canAsk: false } });
  const cwd = values.cwd ?? "/home/dev/app";
  for (const command of positionals) {
    const call = {
      host: "cli",
      tool: "bash",
      rawTool: "bash",
      input: { command },
      cwd,
      home: values.home ?? "/home/dev",
    };
    const { decision, analysis } = governor.judge(call);
    if (values.json) {
      console.log(JSON.stringify({ command, decision, analysis }));
      continue;
    }
    console.log(`\n${command}\n  => ${decision.decision}`);
    for (const c of analysis.commands)
      console.log(`  run ${JSON.stringify(c.argv.map((w) => w.text))} via ${c.via} cwd ${c.cwd}`);
    for (const e of analysis.effects) if (e.kind !== "run") console.log(`  ${JSON.stringify(e)}`);
    for (const f of decision.findings) console.log(`  ! ${f.ruleId ?? f.code}: ${f.message} [${f.subject ?? ""}]`);
  }
} finally {
  rmSync(dir, { recursive: true });
}
