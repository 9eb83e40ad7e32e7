import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Lane } from "../../src/hosts/claude-code/lanes.js";
import { apply, remove } from "../../src/install/apply.js";
import {
  claudeState,
  serverPath,
  withHooks,
  withoutHooks,
  withoutServer,
  withServer,
} from "../../src/install/claude.js";
import { chooseLane } from "../../src/install/claude-version.js";
import { parseJsonc, setIn, undone } from "../../src/install/jsonc.js";
import { readManifest } from "../../src/install/manifest.js";
import { withoutPlugin, withPlugin } from "../../src/install/opencode.js";
import { type Host, homesOf, isTemporaryCopy, planOf } from "../../src/install/plan.js";

const installation = join(import.meta.dirname, "../..");
const both: readonly Host[] = ["opencode", "claude-code"];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bailiff-install-"));
  mkdirSync(join(root, "project"));
});
afterEach(() => rmSync(root, { recursive: true }));

const where = () => ({ project: join(root, "project"), home: join(root, "home"), env: {}, installation });
const put = (path: string, text: string): void => {
  const file = join(root, "project", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const get = (path: string): string => readFileSync(join(root, "project", path), "utf8");
const install = (hosts = both, lane: Lane = "safe") => apply(planOf({ ...where(), hosts, lane }), hosts, "1");
const own = (): string => homesOf(where()).own;
const uninstall = () => {
  const file = join(own(), "manifest.json");
  const manifest = readManifest(file);
  if (!manifest) throw new Error("no manifest");
  return remove(file, manifest, [join(own(), "brain"), join(own(), "audit")]);
};

/** Every path below a directory with its bytes and mode. */
function snapshot(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => {
        const stat = statSync(path);
        return [path, stat.isDirectory() ? "directory" : `${stat.mode} ${readFileSync(path).toString("base64")}`];
      }),
  );
}

const COMMENTED = `// My settings
{
\t/* plugins of mine */
\t"plugin": [
\t\t"opencode-notes@1.2.0", // keep
\t\t["./mine.ts", { "a": 1 }],
\t],
\t"agent": { "build": { "temperature": 0.1 } }, // warm
}
`;

describe("what init does, uninstall undoes byte for byte", () => {
  test.each<[string, Readonly<Record<string, string>>]>([
    ["an empty directory", {}],
    [
      "opencode.jsonc with comments, foreign plugins and agents",
      { "opencode.jsonc": COMMENTED, ".opencode/agent/mine.md": "x" },
    ],
    ["opencode.json in one line", { "opencode.json": '{"plugin":[],"model":"a/b"}' }],
    [
      "opencode.json with Windows line ends and a byte order mark",
      { "opencode.json": '\uFEFF{\r\n  "model": "a/b"\r\n}\r\n' },
    ],
    ["settings below .opencode", { ".opencode/opencode.json": '{\n    "theme": "x"\n}' }],
    [
      "Claude Code settings with hooks of one's own",
      {
        ".claude/settings.local.json":
          '{\n  "permissions": {"allow": ["Bash(ls)"]},\n  "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}]}\n}\n',
        ".claude/agents/executor.md": "---\nname: executor\ndescription: mine\n---\nMine.\n",
      },
    ],
    ["an empty settings file", { ".claude/settings.local.json": "", "opencode.json": "\n" }],
    ["rules of one's own", { ".bailiff/deny-rules.yaml": "rules: []\n" }],
  ])("%s", (_, files) => {
    for (const [path, text] of Object.entries(files)) put(path, text);
    const before = snapshot(root);
    const done = install();
    expect(done.filter(({ did }) => did === "failed")).toEqual([]);
    for (const [path, text] of Object.entries(files))
      if (!/opencode\.jsonc?$|settings/.test(path)) expect(get(path)).toBe(text);
    const installed = snapshot(root);
    expect(install().filter(({ did }) => did !== "unchanged" && did !== "kept")).toEqual([]);
    expect(snapshot(root)).toEqual(installed);
    // What a session leaves.
    put(".bailiff/brain/state.json", "{}");
    put(".bailiff/audit/audit.jsonl", "{}\n");
    expect(uninstall().filter(({ did }) => did === "failed" || did === "kept")).toEqual([]);
    expect(snapshot(root)).toEqual(before);
  });

  test("comments stay where they are meanwhile", () => {
    put("opencode.jsonc", COMMENTED);
    install(["opencode"]);
    for (const part of ["// My settings", "/* plugins of mine */", "// keep", "// warm", "opencode-notes@1.2.0"])
      expect(get("opencode.jsonc")).toContain(part);
    expect((parseJsonc(get("opencode.jsonc")) as { plugin: unknown[] }).plugin).toHaveLength(3);
  });
});

describe("what somebody changed", () => {
  test("stays as it is, and the rest goes", () => {
    install();
    put(".opencode/agent/planner.md", "mine now\n");
    put(".bailiff/brain/config.json", '{"version":1}\n');
    put("opencode.json", get("opencode.json").replace("{", '{\n  "model": "a/b",'));
    expect(install().filter(({ did }) => did === "updated" || did === "edited")).toEqual([]);
    uninstall();
    expect(get(".opencode/agent/planner.md")).toBe("mine now\n");
    expect(get(".bailiff/brain/config.json")).toBe('{"version":1}\n');
    expect(parseJsonc(get("opencode.json"))).toEqual({ $schema: "https://opencode.ai/config.json", model: "a/b" });
    expect(readdirSync(join(root, "project"))).toEqual([".bailiff", ".opencode", "opencode.json"]);
  });

  test("is not written again when it was removed", () => {
    install();
    rmSync(join(root, "project/.claude/agents/builder.md"));
    expect(install().find(({ path }) => path.endsWith("agents/builder.md"))?.did).toBe("kept");
    expect(() => get(".claude/agents/builder.md")).toThrow();
  });

  test("a settings file that is not JSON is left alone, and said", () => {
    put("opencode.json", "{ not json");
    expect(install(["opencode"]).find(({ path }) => path.endsWith("opencode.json"))).toMatchObject({ did: "failed" });
    expect(get("opencode.json")).toBe("{ not json");
  });

  test("an entry that was taken out comes back, and goes again", () => {
    put("opencode.json", '{"model": "a/b"}\n');
    install(["opencode"]);
    put("opencode.json", '{"model": "c/d"}\n');
    install(["opencode"]);
    expect(get("opencode.json")).toContain('"plugin"');
    uninstall();
    expect(get("opencode.json")).toBe('{"model": "c/d"}\n');
  });
});

describe("the fast lane of Claude Code", () => {
  const STATE =
    '{\n  "numStartups": 7,\n  "mcpServers": {"notes": {"command": "notes"}},\n  "projects": {"/other": {"allowedTools": []}}\n}';
  const state = (): string => join(root, "home/.claude.json");
  const putState = (text: string): void => {
    mkdirSync(join(root, "home"), { recursive: true });
    writeFileSync(state(), text);
  };
  const fast = () => install(["claude-code"], "fast");
  const safe = () => install(["claude-code"], "safe");
  const hooks = (): string => get(".claude/settings.local.json");
  const server = (): unknown => {
    let value = parseJsonc(readFileSync(state(), "utf8"));
    for (const key of serverPath(join(root, "project"))) value = (value as Record<string, unknown>)?.[key];
    return value;
  };
  const failed = (done: ReturnType<typeof install>) => done.filter(({ did }) => did === "failed");

  test.each<[string, string | undefined, Readonly<Record<string, string>>]>([
    ["nothing of the host's", undefined, {}],
    ["the host's own state", STATE, {}],
    ["an empty state", "", {}],
    [
      "settings with hooks of one's own",
      STATE,
      { ".claude/settings.local.json": '{"hooks": {"Stop": [{"hooks": []}]}}' },
    ],
  ])("%s: put in, put in again, changed to the other lane and back, taken out byte for byte", (_, text, files) => {
    if (text !== undefined) putState(text);
    for (const [path, content] of Object.entries(files)) put(path, content);
    const before = snapshot(root);
    expect(failed(fast())).toEqual([]);
    expect(server()).toMatchObject({ command: "/usr/bin/env", args: expect.arrayContaining(["node"]) });
    expect(hooks().match(/"mcp_tool"/g)).toHaveLength(2);
    const installed = snapshot(root);
    expect(fast().filter(({ did }) => did !== "unchanged")).toEqual([]);
    expect(snapshot(root)).toEqual(installed);
    expect(failed(safe())).toEqual([]);
    expect(hooks()).not.toContain("mcp_tool");
    if (text === undefined) expect(() => readFileSync(state())).toThrow();
    else expect(readFileSync(state(), "utf8")).toBe(text);
    expect(safe().filter(({ did }) => did !== "unchanged")).toEqual([]);
    expect(failed(fast())).toEqual([]);
    expect(JSON.parse(JSON.stringify(server()))).toMatchObject({ type: "stdio" });
    expect(failed(uninstall() as ReturnType<typeof install>)).toEqual([]);
    expect(snapshot(root)).toEqual(before);
  });

  test("each event has one lane", () => {
    fast();
    const { PreToolUse } = (parseJsonc(hooks()) as { hooks: Record<string, unknown[]> }).hooks;
    expect(PreToolUse).toHaveLength(1);
    expect(JSON.stringify(PreToolUse)).not.toContain("hook.cjs");
    safe();
    const after = (parseJsonc(hooks()) as { hooks: Record<string, unknown[]> }).hooks.PreToolUse;
    expect(after).toHaveLength(1);
    expect(JSON.stringify(after)).toContain("hook.cjs");
  });

  test("what the host wrote into its state since stays when bailiff goes", () => {
    putState(STATE);
    fast();
    writeFileSync(state(), setIn(readFileSync(state(), "utf8"), ["numStartups"], 8).text);
    uninstall();
    const left = parseJsonc(readFileSync(state(), "utf8")) as Record<string, unknown>;
    expect(left).toMatchObject({ numStartups: 8, mcpServers: { notes: { command: "notes" } } });
    expect(server()).toBeUndefined();
  });

  test("a server of the user's of that name in this project comes back", () => {
    const own = JSON.stringify({
      projects: { [serverPath(join(root, "project"))[1] ?? ""]: { mcpServers: { bailiff: { command: "mine" } } } },
    });
    putState(own);
    fast();
    expect(server()).not.toEqual({ command: "mine" });
    uninstall();
    expect(readFileSync(state(), "utf8")).toBe(own);
  });

  test("a state that is no JSON is left alone, and calls go on as before", () => {
    putState("{ not json");
    expect(failed(fast())).toHaveLength(2);
    expect(readFileSync(state(), "utf8")).toBe("{ not json");
    expect(() => hooks()).toThrow();
  });

  test("permissions and links stay", () => {
    putState(STATE);
    const elsewhere = join(root, "home/dotfiles.json");
    renameSync(state(), elsewhere);
    chmodSync(elsewhere, 0o600);
    symlinkSync(elsewhere, state());
    fast();
    expect(lstatSync(state()).isSymbolicLink()).toBe(true);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o600);
    expect(server()).toBeDefined();
    uninstall();
    expect(readFileSync(elsewhere, "utf8")).toBe(STATE);
    expect(statSync(elsewhere).mode & 0o777).toBe(0o600);
  });

  test("a work tree that was added shares the place of the main one; a submodule has its own", () => {
    const at = (name: string): string => join(root, name);
    put(".git/HEAD", "");
    put(".git/worktrees/wt/commondir", "../..\n");
    put(".git/modules/sub/HEAD", "");
    put("sub/.git", "gitdir: ../.git/modules/sub\n");
    mkdirSync(at("wt"));
    writeFileSync(at("wt/.git"), `gitdir: ${at("project/.git/worktrees/wt")}\n`);
    mkdirSync(at("odd"));
    writeFileSync(at("odd/.git"), "gitdir: /nonexistent\n");
    symlinkSync(at("project"), at("link"));
    const key = (name: string): unknown => serverPath(at(name))[1];
    const real = realpathSync(root);
    expect(["project", "wt", "project/sub", "odd", "link", "none"].map(key)).toEqual([
      ...["project", "project", "project/sub", "odd", "project"].map((name) => join(real, name)),
      at("none"),
    ]);
  });

  test("the host's state is where the host has it", () => {
    const home = join(root, "home");
    expect(claudeState({ home, env: {} })).toBe(join(home, ".claude.json"));
    expect(claudeState({ home, env: { CLAUDE_CONFIG_DIR: "/etc/c" } })).toBe("/etc/c/.claude.json");
    expect(claudeState({ home, env: { CLAUDE_CONFIG_DIR: "relative" } })).toBe(join(home, ".claude.json"));
    mkdirSync(join(home, ".claude"), { recursive: true });
    writeFileSync(join(home, ".claude/.config.json"), "{}");
    expect(claudeState({ home, env: {} })).toBe(join(home, ".claude/.config.json"));
  });

  test.each<[Lane | undefined, string | undefined, readonly number[] | undefined, Lane | "error"]>([
    [undefined, "/p", [2, 1, 330], "fast"],
    [undefined, "/p", [2, 1, 295], "fast"],
    [undefined, "/p", [2, 1, 294], "safe"],
    [undefined, "/p", undefined, "safe"],
    [undefined, undefined, [2, 1, 330], "safe"],
    ["safe", "/p", [2, 1, 330], "safe"],
    ["fast", "/p", [2, 1, 330], "fast"],
    ["fast", "/p", undefined, "fast"],
    ["fast", "/p", [2, 1, 197], "error"],
    ["fast", undefined, [2, 1, 330], "error"],
  ])("asked for %s in %s with version %j: %s", (asked, project, version, lane) => {
    const choose = () => chooseLane(asked, { project, version: () => version }).lane;
    if (lane === "error") expect(choose).toThrow("cannot be had");
    else expect(choose()).toBe(lane);
  });

  test.each<[Lane | undefined, Lane | undefined, boolean, readonly number[] | undefined, Lane | "error"]>([
    [undefined, "safe", false, [2, 1, 330], "safe"],
    [undefined, "fast", false, [2, 1, 330], "fast"],
    [undefined, "fast", false, undefined, "fast"],
    [undefined, "fast", false, [2, 1, 197], "safe"],
    ["fast", "safe", false, [2, 1, 330], "fast"],
    ["safe", "fast", false, [2, 1, 330], "safe"],
    [undefined, undefined, true, [2, 1, 330], "safe"],
    [undefined, "fast", true, [2, 1, 330], "safe"],
    ["fast", undefined, true, [2, 1, 330], "error"],
  ])(
    "asked for %s where %s is installed, for all projects: %s, version %j: %s",
    (asked, installed, everywhere, version, lane) => {
      const choose = () => chooseLane(asked, { project: "/p", version: () => version, installed, everywhere }).lane;
      if (lane === "error") expect(choose).toThrow("cannot be had");
      else expect(choose()).toBe(lane);
    },
  );
});

test("an agent of the project's own is rendered for both hosts, and takes the place of a shipped one", () => {
  put(".bailiff/agents/executor.md", "---\nname: executor\ndescription: Ours.\nscope: project\n---\nOurs.\n");
  install();
  for (const path of [".opencode/agent/executor.md", ".claude/agents/executor.md"])
    expect(get(path)).toContain("Ours.");
  put(".bailiff/agents/executor.md", "---\nname: executor\ndescription: Newer.\nscope: project\n---\nOurs.\n");
  install();
  expect(get(".claude/agents/executor.md")).toContain("Newer.");
});

test("for all of the user's projects", () => {
  const { project: _, ...user } = where();
  const plan = planOf({ ...user, hosts: both });
  apply(plan, both, "1");
  const files = Object.keys(snapshot(root)).map((path) => path.slice(root.length));
  for (const path of [
    "/home/.config/opencode/opencode.json",
    "/home/.config/opencode/agent/executor.md",
    "/home/.claude/settings.json",
    "/home/.config/bailiff/policy.yaml",
  ])
    expect(files).toContain(path);
  expect(files.some((path) => path.includes("brain"))).toBe(false);
});

describe("edits of settings", () => {
  const json = fc.json({ maxDepth: 3 }).filter((text) => /^\s*\{/.test(text));

  test("of any JSON object go back to the same bytes, and lose nothing", () => {
    fc.assert(
      fc.property(json, fc.constantFrom("\n", "\r\n", " "), (text, end) => {
        const before = text + end;
        const { text: after, undo } = setIn(before, ["plugin-of-ours"], ["x"]);
        expect(undone(after, undo)).toBe(before);
        expect(parseJsonc(after)).toEqual({ ...(parseJsonc(before) as object), "plugin-of-ours": ["x"] });
      }),
    );
  });

  test("of any JSON object are taken out again even after other changes", () => {
    fc.assert(
      fc.property(json, fc.constantFrom<Lane>("fast", "safe"), (text, lane) => {
        const { plugin: _, hooks: __, ...rest } = parseJsonc(text) as Record<string, unknown>;
        const before = JSON.stringify(rest);
        const file = join(root, "opencode.json");
        const plugged = withPlugin(before, file, "/x/bailiff") ?? before;
        const hooked = withHooks(plugged, installation, lane) ?? plugged;
        const changed = setIn(hooked, ["also"], 1).text;
        const out = withoutHooks(withoutPlugin(changed, "/x/bailiff") ?? changed) ?? changed;
        expect(parseJsonc(out)).toEqual({ ...rest, also: 1 });
      }),
    );
  });

  test("of any JSON object take a server in and out again", () => {
    fc.assert(
      fc.property(json, (text) => {
        const { projects: _, ...rest } = parseJsonc(text) as Record<string, unknown>;
        const before = JSON.stringify({ ...rest, projects: { "/a": { b: 1 } } });
        const put = withServer(before, "/nowhere/p", installation) ?? before;
        expect(withServer(put, "/nowhere/p", installation)).toBeUndefined();
        const out = withoutServer(put, serverPath("/nowhere/p")) ?? "";
        const projects = { "/a": { b: 1 }, "/nowhere/p": { mcpServers: {} } };
        expect(parseJsonc(out)).toEqual({ ...rest, projects });
        expect(withoutServer(out, serverPath("/nowhere/p"))).toBeUndefined();
      }),
    );
  });
});

describe("a copy that a package runner made for one call", () => {
  test.each([
    ["/home/dev/.npm/_npx/a23df09f/node_modules/bailiff", true],
    ["/home/dev/.cache/pnpm/dlx/1a2b/node_modules/bailiff", true],
    ["/home/dev/.cache/pnpm/dlx-1234/5678/node_modules/.pnpm/bailiff@1/node_modules/bailiff", true],
    ["/tmp/bunx-0-bailiff@latest/node_modules/bailiff", true],
    ["/home/dev/app/node_modules/bailiff", false],
    ["/usr/lib/node_modules/bailiff", false],
    ["/home/dev/src/bailiff", false],
    ["/home/dev/dlx/bailiff", false],
  ])("%s: %s", (installation, expected) => expect(isTemporaryCopy(installation)).toBe(expected));
});
