import type { ToolCall } from "../../call/call.js";
import { judgeBy } from "../../judge-by.js";
import type { Policy } from "../../policy/policy.js";
import { refusal } from "../../text/frame.js";

/** What agents usually run, for keeping the code that judges it. */
const USUAL = [
  "git status --short && git diff HEAD~1 -- src | head -50",
  'cd /work/app && npm run build -- --verbose 2>&1 | tail -n 20 | grep -i "error" || true',
  'for f in src/*.ts; do echo "$f: $(wc -l < $f)"; done > /tmp/out.txt',
  'export A=1 B="$HOME/x"; mkdir -p build && cp -r src/. build/ && rm -rf ./build/tmp',
  "find . -name '*.ts' -not -path './node_modules/*' | xargs grep -ln 'TODO'",
  "cat > a.txt <<'EOF'\ntext\nEOF\nif [ -f a.txt ]; then sed -n 1,5p a.txt; fi",
  "git add -A && git commit -m 'Message' && git push origin main; curl -s http://localhost:3000/health",
  "rm -rf ~ && git push --force",
];

const NO_POLICY: Policy = {
  hash: "",
  preset: "standard",
  off: [],
  rules: [],
  programs: [],
  agents: {},
  problems: [],
};

/** Judges some usual commands, so that the code for them is compiled. Looks at nothing, changes nothing. */
export function rehearse(): void {
  for (const command of USUAL) {
    const call: ToolCall = {
      host: "claude-code",
      tool: "bash",
      rawTool: "Bash",
      input: { command },
      cwd: "/work/app",
      home: "/home/dev",
    };
    const decision = judgeBy(call, NO_POLICY);
    if (decision.decision !== "allow") refusal(call, decision);
  }
}
