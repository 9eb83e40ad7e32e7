import type { PathRef } from "../../call/effect.js";
import type { Case } from "../case.js";
import { onlyAdds, otherPath, takesAll } from "../changes.js";
import { guardCommands } from "../guard-commands.js";
import { type GuardPlace, guardEnding, guardPlace } from "../guard-places.js";
import type { Change } from "../sorted-effects.js";
import type { Family, FamilyRow, Hit } from "./family.js";

const row = (
  id: string,
  message: string,
  suggestion: string,
  match: readonly string[],
  notMatch: readonly string[],
): FamilyRow => ({
  id: `tamper/${id}`,
  preset: "standard",
  severity: "deny",
  message,
  suggestion,
  examples: { match, not_match: notMatch },
});

const ROW_OF: Readonly<Record<GuardPlace, string>> = {
  own: "tamper/own-files",
  settings: "tamper/host-settings",
  hooks: "tamper/hook-files",
  plugins: "tamper/plugin-list",
};

function byPlace(input: Case, hit: Hit): void {
  for (const change of input.sorted.changes) {
    if (onlyAdds(change) || (change.remote && !change.remote.mounts?.length)) continue;
    const other = otherPath(change);
    byPath(change.path, change, input, hit);
    if (other) byPath(other, change, input, hit);
  }
}

function byPath(path: PathRef, change: Change, input: Case, hit: Hit): void {
  const what = placeOfGuard(path, change, input);
  if (what !== undefined) hit(ROW_OF[what], path.text);
}

function placeOfGuard(path: PathRef, change: Change, input: Case): GuardPlace | undefined {
  const { remote } = change;
  if (path.abs === null) return remote ? undefined : guardEnding(path.text);
  const holding = takesAll(change);
  const map = input.guard;
  if (remote) {
    for (const each of input.place(path, remote).paths) {
      const what = guardPlace(each, map, holding);
      if (what !== undefined) return what;
    }
    return undefined;
  }
  const real = input.facts.paths[path.abs]?.real ?? path.abs;
  return guardPlace(path.abs, map, holding) ?? (real === path.abs ? undefined : guardPlace(real, map, holding));
}

/** The guard itself, and whatever could switch it off. */
export const tamper: Family = {
  name: "tamper",
  summary:
    "Keeps the guard in force: refuses changing, moving, re-permissioning, linking or deleting its own files, the hosts' settings, plugin lists and hook files at the project's root, at home and for the machine; changing `core.hooksPath`; starting any agent's command line with its checks off; and the guard's commands that are for a person. Reading, searching, copying and committing these files passes, and so do files of the same name elsewhere.",
  rows: [
    row(
      "own-files",
      "These are the guard's own files, which no agent changes.",
      "Read them freely; a change of policy is proposed with `bailiff experiment` and decided by the user.",
      ["rm -rf .bailiff", "echo 'mode: FULL' > .bailiff/policy.yaml", "chmod 000 .bailiff/policy.yaml"],
      ["cat .bailiff/policy.yaml", "git add .bailiff", "rm -rf test/fixtures/.bailiff"],
    ),
    row(
      "host-settings",
      "These settings of the host decide whether the guard is asked at all.",
      "Show the user the change you want, for instance with `cat .claude/settings.json`, and let them make it.",
      [
        "echo '{}' > .claude/settings.json",
        "rm ~/.claude/settings.json",
        "mv .claude .claude.off",
        "claude mcp add bailiff -s local -- node other.js",
      ],
      [
        "claude mcp add notes -- npx notes-server",
        "cat .claude/settings.json",
        "cp .claude/settings.json /tmp/",
        "echo x > .claude/agents/reviewer.md",
      ],
    ),
    row(
      "hook-files",
      "These files are run by the host before and after each call.",
      "Put other scripts elsewhere in the project and let the user connect them.",
      ["echo 'exit 0' > .claude/hooks/guard.sh", "chmod -x .claude/hooks/guard.sh"],
      ["cat .claude/hooks/guard.sh", "echo x > src/hooks/useUser.ts"],
    ),
    row(
      "plugin-list",
      "This changes which plugins the host loads, the guard among them.",
      "Ask the user to install or remove plugins; `claude plugin list` and `cat opencode.json` show what is there.",
      ["rm opencode.json", "rm -rf .opencode/plugin", "claude plugin disable bailiff"],
      ["cat opencode.json", "cp opencode.json test/fixtures/opencode.json", "claude plugin list"],
    ),
    row(
      "hooks-path",
      "This changes where git finds its hooks, and so which of them run.",
      "Leave the path as it is; `git config --get core.hooksPath` shows it.",
      ["git config core.hooksPath /dev/null", "git -c core.hooksPath=/dev/null commit -m x"],
      ["git config --get core.hooksPath", "git config user.name dev"],
    ),
    row(
      "agent-unchecked",
      "This starts a coding agent with its checks switched off.",
      "Start it with its checks on, for instance with `claude -p 'task'`, or delegate through the host.",
      ["claude --dangerously-skip-permissions", "codex --yolo", "OPENCODE_PURE=1 opencode run x"],
      ["claude --version", "claude -p 'summarise README.md'", "codex exec 'explain src/app.ts'"],
    ),
    row(
      "guard-command",
      "This command of the guard is for a person at a terminal.",
      "Tell the user what you need and why; `bailiff status` and `bailiff explain 'command'` are yours to use.",
      ["bailiff trust", "bailiff approve 7F3K", "bailiff experiment graduate EXP-0001"],
      ["bailiff status", "bailiff explain 'rm -rf /'", "bailiff lint"],
    ),
    row(
      "guard-package",
      "This removes the guard's own package.",
      "Leave it installed; the user can remove it.",
      ["npm uninstall bailiff", "npm rm -g bailiff"],
      ["npm uninstall eslint", "npm ls bailiff"],
    ),
    row(
      "guard-process",
      "This ends the guard's own process.",
      "Leave it running; `bailiff status` shows its state.",
      ["pkill -f bailiff"],
      ["pkill -f vite"],
    ),
  ],
  judge(input, hit) {
    byPlace(input, hit);
    guardCommands(input, hit);
  },
};
