import { describe, expect, test } from "vitest";
import { compilePolicy, type Source, textHash } from "../../src/policy/compile.js";
import type { FileKind } from "../../src/policy/kinds.js";
import type { Layer, PolicyProblem } from "../../src/policy/policy.js";

const source = (text: string, layer: Layer = "user", kind: FileKind = "deny-rules"): Source => ({
  layer,
  kind,
  path: `/${layer}/${kind}.yaml`,
  text,
});
const compile = (...sources: Source[]) => compilePolicy({ sources, version: "1" });
const problemsOf = (text: string, kind: FileKind = "deny-rules"): readonly PolicyProblem[] =>
  compile(source(text, "user", kind)).policy.problems;

const ROW = "  - {id: a, type: deny, pattern: x*, message: m, suggestion: s}\n";

describe("a mistake in a rule table is an error that names line, row and fix", () => {
  test.each([
    [
      "a deny without a message",
      "rules:\n  - id: a\n    type: deny\n    pattern: x\n    suggestion: s\n",
      2,
      "a",
      /needs a `message`/,
      /Add `message:`/,
    ],
    [
      "a deny without a suggestion",
      "rules:\n  - id: a\n    type: deny\n    pattern: x\n    message: s\n",
      2,
      "a",
      /needs a `suggestion`/,
      /Add `suggestion:`/,
    ],
    [
      "an ask without a message",
      "rules:\n  - id: a\n    type: ask\n    pattern: x\n    suggestion: s\n",
      2,
      "a",
      /needs a `message`/,
      /Add/,
    ],
    [
      "a regex that does not compile",
      "rules:\n  - id: a\n    type: deny\n    match: regex\n    pattern: 'rm ('\n    message: m\n    suggestion: s\n",
      5,
      "a",
      /does not compile: missing closing \)/,
      /Escape/,
    ],
    [
      "a regex with look-ahead",
      "rules:\n  - id: a\n    type: deny\n    match: regex\n    pattern: 'rm (?!x)'\n    message: m\n    suggestion: s\n",
      5,
      "a",
      /does not compile/,
      /look-around/,
    ],
    [
      "a path glob that does not close",
      "rules:\n  - id: a\n    type: deny\n    on: path\n    pattern: 'src/{a,b'\n    message: m\n    suggestion: s\n",
      5,
      "a",
      /not closed/,
      /brackets/,
    ],
    [
      "a path glob of many wildcards",
      `rules:\n  - id: a\n    type: deny\n    on: path\n    pattern: '${"*a".repeat(20)}'\n    message: m\n    suggestion: s\n`,
      5,
      "a",
      /more than 16 wildcards/,
      /./,
    ],
    [
      "an id that is taken",
      `rules:\n${ROW}${ROW.replace("x*", "y*")}`,
      3,
      "a",
      /already taken by the row in line 2/,
      /a-2/,
    ],
    [
      "a key one level too far out",
      "rules:\n  - id: a\n    type: deny\n    message: m\n    suggestion: s\npattern: x\n",
      6,
      undefined,
      /Unknown key `pattern`/,
      /indent it/,
    ],
    ["a key that breaks the list", "rules:\n  - id: a\n  type: deny\n", 3, "a", /Not valid YAML/, /indentation/],
    [
      "a key between two levels",
      "rules:\n  - id: a\n    type: deny\n   pattern: x\n",
      4,
      "a",
      /Not valid YAML/,
      /indentation/,
    ],
    ["a tab", "rules:\n\t- id: a\n", 2, "a", /Not valid YAML/, /spaces/],
    [
      "examples one level too far out",
      `rules:\n  - id: a\n    type: deny\n    pattern: x\n    message: m\n    suggestion: s\n    examples:\n    match: [x]\n`,
      7,
      "a",
      /`examples` must be a map of keys, not empty/,
      /indentation of the lines below/,
    ],
    [
      "a misspelt key",
      `rules:\n  - id: a\n    type: deny\n    patern: x\n    message: m\n    suggestion: s\n`,
      4,
      "a",
      /Unknown key `patern`/,
      /`pattern`/,
    ],
    [
      "a misspelt value",
      `rules:\n  - id: a\n    type: denny\n    pattern: x\n    message: m\n    suggestion: s\n`,
      3,
      "a",
      /"denny"/,
      /Did you mean `deny`/,
    ],
    [
      "a value of another type",
      `rules:\n  - id: a\n    type: deny\n    pattern: 7\n    message: m\n    suggestion: s\n`,
      4,
      "a",
      /must be a string, not 7/,
      /quotes/,
    ],
    [
      "a text where a list belongs",
      `rules:\n  - id: a\n    type: deny\n    pattern: x\n    tools: bash\n    message: m\n    suggestion: s\n`,
      5,
      "a",
      /must be a list/,
      /list/,
    ],
    [
      "a star without quotes",
      "rules:\n  - id: a\n    type: deny\n    pattern: *x\n",
      4,
      "a",
      /Not valid YAML/,
      /quotes/,
    ],
    ["a quote that does not close", "rules:\n  - id: a\n    pattern: 'x\n", 4, "a", /Not valid YAML/, /./],
    ["no rows at all", "rule: []\n", 1, undefined, /./, /`rules:?`/],
  ])("%s", (_, text, line, row, message, fix) => {
    const [problem] = problemsOf(text);
    expect(problem).toMatchObject({ file: "/user/deny-rules.yaml", line, severity: "error" });
    expect(problem?.row).toBe(row);
    expect(problem?.message).toMatch(message);
    expect(problem?.fix).toMatch(fix);
    expect(problem?.column).toBeGreaterThan(0);
  });

  test.each([
    ["a misspelt family", "families:\n  fs-delte: off\n", 2, /`fs-delete`/],
    ["a scope that there is not", "agents:\n  build: {scope: projects}\n", 2, /`project`/],
    ["a preset that there is not", "preset: strct\n", 1, /`strict`/],
  ])("policy.yaml: %s", (_, text, line, fix) => {
    expect(problemsOf(text, "policy")[0]).toMatchObject({ line, severity: "error", fix: expect.stringMatching(fix) });
  });

  test.each([
    ["an unknown key", "programs:\n  - names: [x]\n    flgs: [-a]\n", 3, /`flags`/],
    ["a role that there is not", "programs:\n  - names: [x]\n    operands: delte\n", 3, /`delete`/],
    ["no names", "programs:\n  - flags: [-a]\n", 2, /`names:`/],
  ])("programs.yaml: %s", (_, text, line, fix) => {
    expect(problemsOf(text, "programs")[0]).toMatchObject({ line, severity: "error", fix: expect.stringMatching(fix) });
  });

  test.each([
    ["an empty file", ""],
    ["a file of comments", "# nothing yet\n"],
    ["an empty table", "rules: []\n"],
    ["a bare list", "- {id: a, type: deny, pattern: x, message: m, suggestion: s}\n"],
  ])("is not: %s", (_, text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  test.each([
    [
      "a bomb of aliases",
      `a: &a [${"x,".repeat(50)}]\nb: &b [${"*a,".repeat(50)}]\nc: &c [${"*b,".repeat(50)}]\nrules: [*c]\n`,
    ],
    ["a huge file", "#".repeat(1_100_000)],
    ["binary", "\u0000\u0001\u0002: [\u0003"],
    ["a merge into the prototype", "__proto__: {polluted: true}\nrules: []\n"],
  ])("never throws: %s", (_, text) => {
    expect(problemsOf(text).length).toBeGreaterThan(0);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("a broken table", () => {
  const good = `rules:\n${ROW}`;
  const shipped = source("rules:\n  - {id: base, type: deny, pattern: b, message: m, suggestion: s}\n", "shipped");

  test("leaves the last good one in force, and says so", () => {
    const project = source("rules:\n  - {id: a, type: deny}\n", "project");
    const { policy, good: kept } = compilePolicy({
      sources: [shipped, project],
      version: "1",
      good: { [project.path]: good },
    });
    expect(policy.rules.map((rule) => rule.id)).toEqual(["base", "a"]);
    expect(policy.problems[0]?.message).toMatch(/Its last good version stays in force/);
    expect(kept[project.path]).toBe(good);
  });

  test("leaves the shipped one in force where there was no good one", () => {
    const { policy } = compile(shipped, source("rules: [", "project"));
    expect(policy.rules.map((rule) => rule.id)).toEqual(["base"]);
    expect(policy.problems[0]).toMatchObject({ file: "/project/deny-rules.yaml", severity: "error" });
  });

  test("a file that cannot be read is broken too", () => {
    const project: Source = { ...source("", "project"), text: null, unreadable: "EACCES" };
    const { policy } = compilePolicy({ sources: [shipped, project], version: "1", good: { [project.path]: good } });
    expect(policy.rules.map((rule) => rule.id)).toEqual(["base", "a"]);
  });
});

describe("layers", () => {
  const rules = (rows: string, layer: Layer) => source(`rules:\n${rows}`, layer);
  const base = rules(
    "  - {id: hard, type: deny, pattern: a, message: m, suggestion: s}\n" +
      "  - {id: soft, type: deny, pattern: b, message: m, suggestion: s, overridable: true}\n" +
      "  - {id: question, type: ask, pattern: c, message: m, suggestion: s}\n",
    "shipped",
  );
  const settings = (text: string, layer: Layer) => source(text, layer, "policy");
  const trusting = (...sources: Source[]) =>
    compilePolicy({
      sources,
      version: "1",
      trusted: (path, hash) => sources.some((s) => s.path === path && hash === textHash(s.text ?? "")),
    });
  const ids = (policy: { rules: readonly { id: string; type: string; severity: string }[] }) =>
    Object.fromEntries(policy.rules.map((rule) => [rule.id, rule.type === "deny" ? rule.severity : rule.type]));

  test("a project's deny and ask rows count, its allow rows only once it is trusted", () => {
    const project = rules(
      "  - {id: p, type: deny, pattern: p, message: m, suggestion: s}\n  - {id: q, type: allow, pattern: b}\n",
      "project",
    );
    const { policy } = compile(base, project);
    expect(ids(policy)).toMatchObject({ p: "block", soft: "block" });
    expect(policy.rules.some((rule) => rule.id === "q")).toBe(false);
    expect(policy.problems[0]).toMatchObject({
      row: "q",
      line: 3,
      severity: "warning",
      message: expect.stringContaining("not in force until `bailiff trust`"),
    });
    expect(trusting(base, project).policy.rules.some((rule) => rule.id === "q")).toBe(true);
    expect(trusting(base, project).policy.problems).toEqual([]);
  });

  test.each<[string, string, Layer, boolean, Record<string, string>, RegExp | null]>([
    ["the user may switch any row off", "rules: {hard: off, soft: off, question: off}", "user", false, {}, null],
    [
      "the user may turn rows",
      "rules: {hard: warn, question: deny}",
      "user",
      false,
      { hard: "warn", soft: "block", question: "block" },
      null,
    ],
    [
      "a project may tighten",
      "rules: {question: deny}",
      "project",
      false,
      { hard: "block", soft: "block", question: "block" },
      null,
    ],
    [
      "a project may not loosen",
      "rules: {soft: off}",
      "project",
      false,
      { hard: "block", soft: "block", question: "ask" },
      /not in force until/,
    ],
    [
      "a trusted project may, what is overridable",
      "rules: {soft: off, question: warn}",
      "project",
      true,
      { hard: "block", question: "warn" },
      null,
    ],
    [
      "a trusted project may not, what is not",
      "rules: {hard: off}",
      "project",
      true,
      { hard: "block", soft: "block", question: "ask" },
      /cannot loosen/,
    ],
    [
      "a row that there is not",
      "rules: {hrad: off}",
      "user",
      false,
      { hard: "block", soft: "block", question: "ask" },
      /No row has the id/,
    ],
  ])("%s", (_, text, layer, trusted, expected, message) => {
    const { policy } = (trusted ? trusting : compile)(base, settings(text, layer));
    expect(ids(policy)).toEqual(expected);
    if (message) expect(policy.problems[0]?.message).toMatch(message);
    else expect(policy.problems).toEqual([]);
  });

  test.each<[string, Source[], boolean, object, number]>([
    ["the user chooses strict", [settings("preset: strict", "user")], false, { preset: "strict" }, 0],
    [
      "a project chooses strict over the user",
      [settings("preset: standard", "user"), settings("preset: strict", "project")],
      false,
      { preset: "strict" },
      0,
    ],
    [
      "a project cannot choose standard",
      [settings("preset: strict", "user"), settings("preset: standard", "project")],
      true,
      { preset: "strict" },
      1,
    ],
    ["the user switches a family off", [settings("families: {system: off}", "user")], false, { off: ["system"] }, 0],
    ["a project cannot", [settings("families: {system: off}", "project")], true, { off: [] }, 1],
    [
      "a project can switch it on again",
      [settings("families: {system: off}", "user"), settings("families: {system: on}", "project")],
      false,
      { off: [] },
      0,
    ],
    [
      "agents join",
      [settings("agents: {build: {scope: project}}", "project")],
      false,
      { agents: { build: { scope: "project" } } },
      0,
    ],
    [
      "a project cannot change the user's mapping",
      [settings("agents: {build: {scope: bridge}}", "user"), settings("agents: {build: {scope: meta}}", "project")],
      false,
      { agents: { build: { scope: "bridge" } } },
      1,
    ],
    [
      "the user's programs count",
      [source("programs: [{names: [x]}]", "user", "programs")],
      false,
      { programs: [{ names: ["x"] }] },
      0,
    ],
    [
      "a project's do not",
      [source("programs: [{names: [rm], mutates: false}]", "project", "programs")],
      false,
      { programs: [] },
      1,
    ],
    [
      "until it is trusted",
      [source("programs: [{names: [x]}]", "project", "programs")],
      true,
      { programs: [{ names: ["x"] }] },
      0,
    ],
  ])("%s", (_, sources, trusted, expected, problems) => {
    const { policy } = (trusted ? trusting : compile)(...sources);
    expect(policy).toMatchObject(expected);
    expect(policy.problems.length).toBe(problems);
  });

  test.each<[string, Source[], boolean, object, number]>([
    [
      "modes of all layers are kept for the strictest",
      [settings("mode: READONLY", "user"), settings("mode: nonsense", "project")],
      false,
      { modes: ["READONLY", "nonsense"] },
      1,
    ],
    [
      "undeclared tools let through by the user",
      [settings("modes: {undeclared: allow}", "user")],
      false,
      { undeclaredTools: "allow" },
      0,
    ],
    ["not by a project", [settings("modes: {undeclared: allow}", "project")], false, {}, 1],
    [
      "forbidden again by a project",
      [settings("modes: {undeclared: allow}", "user"), settings("modes: {undeclared: deny}", "project")],
      false,
      { undeclaredTools: "deny" },
      0,
    ],
    [
      "a tool that changes nothing, says a project",
      [settings("tools: {a: {mutates: false}, b: {mutates: true}}", "project")],
      false,
      { tools: { b: { mutates: true } } },
      1,
    ],
    [
      "a tool that changes nothing, says the user",
      [settings("tools: {a: {mutates: false}}", "user")],
      false,
      { tools: { a: { mutates: false } } },
      0,
    ],
    [
      "roles inherit from the shipped ones",
      [settings("roles: {helper: {inherits: ai, denied_tools: [bash]}}", "user")],
      false,
      { roles: { helper: { allowed: ["*"], denied: ["bash"] }, ai: { allowed: ["*"] } } },
      0,
    ],
    [
      "a role that inherits from itself allows nothing",
      [settings("roles: {a: {inherits: b}, b: {inherits: a}}", "user")],
      false,
      { roles: { a: { denied: ["*"] } } },
      2,
    ],
    ["a project's roles are not in force", [settings("roles: {ai: {allowed_tools: ['*']}}", "project")], false, {}, 1],
    [
      "projects are registered",
      [settings("projects: [{name: a, path: ~/a}, {name: b, path: /b, write: false, no_delete: true}]", "user")],
      false,
      {
        projects: [
          { name: "a", path: "~/a", write: true, no_delete: false },
          { name: "b", path: "/b", write: false, no_delete: true },
        ],
      },
      0,
    ],
    ["a project does not widen the fence", [settings("projects: [{name: a, path: /}]", "project")], false, {}, 1],
    [
      "every layer adds tools that no agent gets",
      [settings("never_expose_to_ai: [a]", "user"), settings("never_expose_to_ai: [b]", "project")],
      false,
      { neverExpose: ["a", "b"] },
      0,
    ],
    ["depth as the user says", [settings("max_depth: null", "user")], false, { maxDepth: null }, 0],
    [
      "a project lowers it",
      [settings("max_depth: null", "user"), settings("max_depth: 1", "project")],
      false,
      { maxDepth: 1 },
      0,
    ],
    ["a project does not raise it", [settings("max_depth: 4", "project")], false, {}, 1],
    ["a trusted one does", [settings("max_depth: 4", "project")], true, { maxDepth: 4 }, 0],
    [
      "whom an agent may delegate to",
      [settings("agents: {a: {scope: project, delegates_to: [b]}}", "user")],
      false,
      { agents: { a: { scope: "project", delegatesTo: ["b"] } } },
      0,
    ],
  ])("%s", (_, sources, trusted, expected, problems) => {
    const { policy } = (trusted ? trusting : compile)(...sources);
    expect(policy).toMatchObject(expected);
    expect(policy.problems.length).toBe(problems);
    for (const key of ["undeclaredTools", "roles", "projects", "maxDepth"] as const) {
      if (!(key in expected)) expect(policy).not.toHaveProperty(key);
    }
  });

  test("the user's row replaces a shipped one of the same id, a project's stands beside it", () => {
    const again = (layer: Layer) =>
      rules("  - {id: hard, type: deny, pattern: z, message: m, suggestion: s, severity: warn}\n", layer);
    expect(
      compile(base, again("user"))
        .policy.rules.filter((r) => r.id === "hard")
        .map((r) => r.pattern),
    ).toEqual(["z"]);
    const beside = compile(base, again("project")).policy;
    expect(beside.rules.filter((r) => r.id === "hard").map((r) => r.pattern)).toEqual(["a", "z"]);
    expect(beside.problems[0]?.message).toMatch(/both rows hold/);
  });

  test("the hash follows content, version and trust", () => {
    const project = rules(ROW, "project");
    const hashes = [
      compile(base).policy.hash,
      compile(base, project).policy.hash,
      trusting(base, project).policy.hash,
      compilePolicy({ sources: [base], version: "2" }).policy.hash,
    ];
    expect(new Set(hashes).size).toBe(4);
    expect(compile(base, project).policy.hash).toBe(hashes[1]);
  });
});
