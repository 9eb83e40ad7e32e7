import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { artefactFiles, readArtefact } from "../../src/policy/artefact.js";
import { textHash } from "../../src/policy/compile.js";
import { loadPolicy, openPolicy } from "../../src/policy/load.js";
import { configDirectory, type PolicyPlaces, policyProject } from "../../src/policy/places.js";
import { bundle } from "../support/bundle.js";

let root: string;
let places: PolicyPlaces;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bailiff-load-"));
  places = {
    shipped: join(root, "shipped"),
    user: join(root, "user"),
    project: join(root, "project"),
    state: join(root, "state"),
  };
  put(shipped(), table("base"));
});
afterEach(() => rmSync(root, { recursive: true }));

const shipped = (): string => join(places.shipped, "deny-rules.yaml");
const project = (): string => join(root, "project/.bailiff/deny-rules.yaml");
const table = (id: string, type = "deny"): string =>
  `rules:\n  - {id: ${id}, type: ${type}, pattern: x, message: m, suggestion: s}\n`;
const put = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const load = (over = {}) => loadPolicy({ places, version: "1", ...over });
const ids = async (over = {}): Promise<string[]> => (await load(over)).rules.map((rule) => rule.id);

describe("the compiled policy", () => {
  test("is written once and read after that", async () => {
    const first = await load();
    const { artefact } = artefactFiles(places);
    const written = readFileSync(artefact, "utf8");
    const second = await load();
    expect(second).toEqual(first);
    expect(readFileSync(artefact, "utf8")).toBe(written);
    expect(readArtefact(places, "1")?.policy).toEqual(first);
  });

  test.each<[string, (file: string) => void]>([
    ["cut short", (file) => writeFileSync(file, readFileSync(file, "utf8").slice(0, -20))],
    ["changed", (file) => writeFileSync(file, readFileSync(file, "utf8").replace('"id":"base"', '"id":"evil"'))],
    ["empty", (file) => writeFileSync(file, "")],
    ["no JSON", (file) => writeFileSync(file, "x\ny")],
    ["not there", (file) => rmSync(file)],
  ])("that is %s is not used", async (_, spoil) => {
    await load();
    spoil(artefactFiles(places).artefact);
    expect(readArtefact(places, "1")).toBeUndefined();
    expect(await ids()).toEqual(["base"]);
  });

  describe("with agents", () => {
    const agent = "---\nname: helper\nscope: bridge\ndescription: Helps\npermission:\n  bash:\n    ls: allow\n---\n";
    beforeEach(() => {
      put(join(root, "agents/helper.md"), agent);
      places = { ...places, agents: [{ directory: join(root, "agents"), layer: "user", names: "file" }] };
    });
    const spoil = (from: string, to: string): void => {
      const file = artefactFiles(places).artefact;
      const text = readFileSync(file, "utf8");
      expect(text).toContain(from);
      writeFileSync(file, text.replaceAll(from, to));
    };

    test("keeps what each of them may do", async () => {
      const first = await load();
      expect(first.agents.helper?.lists).toHaveLength(1);
      expect(readArtefact(places, "1")?.policy).toEqual(first);
    });

    test("never judges by an agent's changed list, and makes it anew", async () => {
      const first = await load();
      spoil('"pattern":"ls"', '"pattern":"rm"');
      const changed = await load();
      expect(() => changed.agents.helper?.lists).toThrow("changed");
      expect((await load()).agents).toEqual(first.agents);
    });

    test("cut short behind the rules is not used", async () => {
      await load();
      const file = artefactFiles(places).artefact;
      writeFileSync(file, readFileSync(file, "utf8").slice(0, -1));
      expect(readArtefact(places, "1")).toBeUndefined();
    });
  });

  test("of another version is not used", async () => {
    await load();
    expect(readArtefact(places, "2")).toBeUndefined();
    expect((await load({ version: "2" })).hash).not.toBe((await load()).hash);
  });

  test("is stale when a file changed, even one put back to its old time and size", async () => {
    await load();
    const old = new Date(1_600_000_000_000);
    utimesSync(shipped(), old, old);
    await load();
    put(shipped(), table("bose"));
    utimesSync(shipped(), old, old);
    expect(await ids()).toEqual(["bose"]);
  });

  test("is stale when a file appears or goes", async () => {
    expect(await ids()).toEqual(["base"]);
    put(project(), table("p"));
    expect(await ids()).toEqual(["base", "p"]);
    rmSync(project());
    expect(await ids()).toEqual(["base"]);
  });

  test("is stale when trust was given or withdrawn", async () => {
    put(project(), table("p", "allow"));
    const hash = textHash(table("p", "allow"));
    expect(await ids()).toEqual(["base"]);
    const trusted = (path: string, given: string): boolean => path === project() && given === hash;
    expect(await ids({ trusted })).toEqual(["base", "p"]);
    expect(await ids()).toEqual(["base"]);
  });

  test("leaves no temporary files behind", async () => {
    await load();
    put(project(), table("p"));
    await load();
    expect(readdirSync(join(places.state, "policy")).length).toBe(2);
  });

  test("is not needed: where it cannot be written the policy is used all the same", async () => {
    put(places.state, "a file where the directory should be");
    expect(await ids()).toEqual(["base"]);
  });
});

describe("a project's table broken later", () => {
  test("leaves its last good version in force, over any number of loads, and in a new process", async () => {
    put(project(), table("p"));
    expect(await ids()).toEqual(["base", "p"]);
    put(project(), "rules:\n  - {id: p, type: deny}\n");
    const policy = await load();
    expect(policy.rules.map((rule) => rule.id)).toEqual(["base", "p"]);
    expect(policy.problems[0]).toMatchObject({
      file: project(),
      line: 2,
      severity: "error",
      message: expect.stringContaining("last good version stays in force"),
    });
    put(project(), "rules: [");
    expect(await ids()).toEqual(["base", "p"]);
    put(project(), table("q"));
    expect(await ids()).toEqual(["base", "q"]);
    expect((await load()).problems).toEqual([]);
  });

  test("leaves the shipped one in force where it was never good", async () => {
    put(project(), "rules: [");
    expect(await ids()).toEqual(["base"]);
  });

  test.skipIf(process.getuid?.() === 0)("an unreadable file counts as broken", async () => {
    put(project(), table("p"));
    await load();
    chmodSync(project(), 0);
    expect(await ids()).toEqual(["base", "p"]);
  });
});

test("processes that compile at once leave one whole file, and agree", async () => {
  for (let i = 0; i < 20; i++) put(join(places.user, "deny-rules.yaml"), table(`u${i}`));
  const loader = await bundle(
    `import { loadPolicy } from "./policy/load.js";
     loadPolicy({ places: JSON.parse(process.argv[2]), version: "1" }).then((policy) => console.log(policy.hash));`,
    join(root, "load.cjs"),
  );
  const hashes = await Promise.all(
    Array.from({ length: 8 }, () => promisify(execFile)(process.execPath, [loader, JSON.stringify(places)])),
  );
  expect(new Set(hashes.map(({ stdout }) => stdout)).size).toBe(1);
  expect(`${readArtefact(places, "1")?.policy.hash}\n`).toBe(hashes[0]?.stdout);
  expect(readdirSync(join(places.state, "policy")).length).toBe(2);
}, 60_000);

test("a long-lived process sees a change when it looks", async () => {
  const live = await openPolicy({ places, version: "1" });
  const before = live.current;
  expect(await live.refresh()).toBe(before);
  put(project(), table("p"));
  expect((await live.refresh()).rules.map((rule) => rule.id)).toEqual(["base", "p"]);
  expect(live.current).not.toBe(before);
});

describe("places", () => {
  test.each<[string, string[], string, string | null]>([
    ["the repository's root", ["/p/.git", "/p/.bailiff"], "/p/a/b", "/p"],
    ["not one further in", ["/p/.git", "/p/.bailiff", "/p/a/.bailiff"], "/p/a/b", "/p"],
    ["not hidden by a repository further in", ["/p/.git", "/p/.bailiff", "/p/a/.git"], "/p/a", "/p"],
    ["the nearest without a repository", ["/p/.bailiff", "/.bailiff"], "/p/a", "/p"],
    ["none", ["/p/.git"], "/p/a", null],
  ])("%s", (_, existing, cwd, expected) => {
    expect(policyProject(cwd, (path) => existing.includes(path))).toBe(expected);
  });

  test.each([
    [{}, "/h/.config/bailiff"],
    [{ XDG_CONFIG_HOME: "/c" }, "/c/bailiff"],
    [{ XDG_CONFIG_HOME: "relative" }, "/h/.config/bailiff"],
    [{ XDG_CONFIG_HOME: "" }, "/h/.config/bailiff"],
  ])("the user's directory with %j", (env, expected) => {
    expect(configDirectory(env, "/h")).toBe(expected);
  });
});

test("the way to an artefact loads nothing of the compiler", () => {
  const script = `
    import { build } from "esbuild";
        const { metafile } = await build({ entryPoints: ["src/policy/load.ts"], bundle: true, write: false, metafile: true,
      platform: "node", format: "esm", packages: "external", splitting: true, outdir: "x" });
    const [main] = Object.entries(metafile.outputs).filter(([, o]) => o.entryPoint === "src/policy/load.ts");
    const seen = new Set();
    const follow = (name) => { if (seen.has(name)) return; seen.add(name);
      for (const i of metafile.outputs[name]?.imports ?? []) if (i.kind === "import-statement") follow(i.path); };
    follow(main[0]);
    console.log(JSON.stringify([...seen]));`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  const loaded = JSON.parse(out) as string[];
  expect(loaded.filter((name) => /^(yaml|ajv|picomatch|re2js|typebox|commander)/.test(name))).toEqual([]);
});
