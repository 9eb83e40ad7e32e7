import { describe, expect, test } from "vitest";
import type { ToolCall } from "../../src/call/call.js";
import type { Analysis, Effect, EffectiveCommand } from "../../src/call/effect.js";
import { join } from "../../src/call/path.js";
import { plainWord } from "../../src/call/word.js";
import { Case, type Given } from "../../src/checks/case.js";
import { rulesCheck } from "../../src/checks/rules.js";
import type { Facts } from "../../src/observe/facts.js";
import { parseYaml } from "../../src/policy/document.js";
import { emptyPolicy } from "../../src/policy/empty.js";
import { useRegexEngine } from "../../src/policy/match/regex.js";
import type { Policy, Rule, RuleRow } from "../../src/policy/policy.js";
import { re2 } from "../../src/policy/re2.js";
import { readRows } from "../../src/policy/rows.js";

useRegexEngine(re2);

const HOME = "/home/dev";
const CWD = "/home/dev/app";

const facts: Facts = {
  paths: {},
  project: CWD,
  repository: true,
  home: HOME,
  temp: ["/tmp"],
  own: [],
  canAsk: false,
};

/** Entries of their own, so that these tests do not depend on the shipped ones. */
const programs: Policy["programs"] = [
  { names: ["rm"], flags: ["-r -R --recursive", "-f --force", "-i", "-v --verbose"], operands: "delete" },
  {
    names: ["git"],
    values: { "-C": "cwd", "-c": "text" },
    subcommands: {
      push: { flags: ["-f --force", "--force-with-lease", "-u"] },
      status: { flags: ["-s --short"] },
      log: {},
    },
  },
  { names: ["npm"], subcommands: { "test t tst": {}, "install i add": { flags: ["-g --global"] } } },
  { names: ["timeout"], style: "posix", operands: { first: ["text"], rest: "command" } },
  { names: ["sudo"], style: "posix", operands: { rest: "command" } },
  { names: ["curl"], values: { "-X --request": "text", "-o --output": "write" } },
];

const row = (given: Partial<RuleRow>, layer: Rule["layer"] = "user"): Rule => {
  const full = { id: "r", type: "deny", pattern: "x", message: "m", suggestion: "s", ...given };
  const { rules, problems } = readRows(parseYaml("t.yaml", JSON.stringify([full])), layer);
  if (!rules[0]) throw new Error(JSON.stringify(problems));
  return rules[0];
};

const policyOf = (...rules: Rule[]): Policy => ({
  ...emptyPolicy,
  programs,
  rules,
  agents: { executor: { scope: "project" }, builder: { scope: "meta" }, planner: { scope: "bridge" } },
});

/** Words of commands divided by `;`, wrappers followed by what they run, as the analyser lists them. */
function commandsOf(text: string): EffectiveCommand[] {
  return text.split(" ; ").flatMap((part) => {
    const words = part.split(" ");
    const make = (argv: string[], via: string[]): EffectiveCommand => ({
      argv: argv.map(plainWord),
      via,
      cwd: CWD,
      env: {},
      redirects: [],
      certainty: "certain",
      span: [0, 0],
    });
    const skip = words[0] === "timeout" ? 2 : words[0] === "sudo" ? 1 : 0;
    return skip === 0 ? [make(words, [])] : [make(words, []), make(words.slice(skip), [words[0] as string])];
  });
}

const path = (text: string) => ({ text, abs: join(CWD, text), glob: text.includes("*"), known: true });

function judge(policy: Policy, call: Partial<ToolCall>, analysis: Partial<Analysis>, seen: Partial<Facts> = {}) {
  const whole: ToolCall = { host: "cli", tool: "bash", rawTool: "Bash", input: {}, cwd: CWD, home: HOME, ...call };
  const given: Given = {
    call: whole,
    analysis: { commands: [], effects: [], opaque: false, ...analysis },
    facts: { ...facts, ...seen },
    policy,
  };
  return rulesCheck.judge(new Case(given));
}

const severity = (pattern: string | Partial<RuleRow>, command: string, call: Partial<ToolCall> = {}): string => {
  const rule = row(typeof pattern === "string" ? { pattern } : pattern);
  return judge(policyOf(rule), call, { commands: commandsOf(command) })[0]?.severity ?? "none";
};

describe("a deny pattern on commands", () => {
  test.each([
    // pattern, caught, not caught
    [
      "rm -rf*",
      [
        "rm -rf x",
        "rm -fr x",
        "rm -r -f x",
        "rm --recursive --force x",
        "rm -Rf x",
        "/bin/rm -rf x",
        "sudo rm -rf x",
        "rm x -r --force",
        "rm -rvf x",
        "rm -rf",
        "rm --rec --fo x",
      ],
      ["rm -r x", "rm x", "rmdir -rf x", "echo rm -rf x"],
    ],
    ["rm -r -f*", ["rm -rf x", "rm -f y -R"], ["rm -f x"]],
    ["/bin/rm -rf*", ["rm -fr x", "/usr/bin/rm -rf x"], ["rm x"]],
    ["rm -rf /", ["rm -rf /", "rm -fr /", "rm / -f -r"], ["rm -rf /tmp", "rm -rfv /", "rm -rf / x"]],
    ["git status", ["git status"], ["git status -s", "git status x", "git -C x status"]],
    ["git status *", ["git status", "git status -s", "git status x", "git -C y status"], ["git statusx", "git log"]],
    ["git status*", ["git status", "git status -s", "git statusx"], ["git log"]],
    [
      "git push --force*",
      ["git push --force", "git push -f origin main", "git push origin main --force", "git -C . push -f"],
      ["git push origin main", "git status"],
    ],
    ["npm test*", ["npm test", "npm t", "npm test -- --watch", "npm tst x"], ["npm install"]],
    ["npm install -g*", ["npm i -g x", "npm add --global x", "npm -g install x"], ["npm i x"]],
    ["curl -X POST*", ["curl -X POST a", "curl --request=POST a", "curl a -XPOST"], ["curl -X GET a", "curl a"]],
    ["chmod 777*", ["chmod 777 x", "chmod 777"], ["chmod 0755 x", "chmod 755 777"]],
    ["*", ["anything at all"], []],
    ["foo?", ["foo1", "food"], ["foo", "fooab"]],
    ["unknown -ab*", ["unknown -a -b x", "unknown -ba"], ["unknown -a"]],
    ["./deploy.sh*", ["./deploy.sh prod"], ["deploy.sh prod", "/x/deploy.sh"]],
    ["deploy.sh*", ["./deploy.sh prod", "/x/deploy.sh"], ["redeploy.sh"]],
    ["git *", ["git", "git x"], ["gitk"]],
    ["  git   push  ", ["git push"], ["git push x"]],
  ])("%s", (pattern, caught, spared) => {
    for (const command of caught) expect([command, severity(pattern, command)]).toEqual([command, "deny"]);
    for (const command of spared) expect([command, severity(pattern, command)]).toEqual([command, "none"]);
  });

  test.each([
    ["regex", "^rm -f -r ", "rm -r x -f", "rm x"],
    ["regex", "--no-verify\\b", "git commit --no-verify -m x", "git commit -m x"],
    ["exact", "git push --force", "git push -f", "git push --force origin"],
    ["exact", "echo *", "echo *", "echo x"],
  ] as const)("%s %s", (match, pattern, caught, spared) => {
    expect(severity({ match, pattern }, caught)).toBe("deny");
    expect(severity({ match, pattern }, spared)).toBe("none");
  });

  test("one of several commands is enough", () => {
    expect(severity("rm -rf*", "ls ; rm -r -f x ; ls")).toBe("deny");
  });

  test("the command it was found on is named", () => {
    expect(
      judge(policyOf(row({ pattern: "rm*" })), {}, { commands: commandsOf("ls ; /bin/rm -r x") })[0]?.subject,
    ).toBe("/bin/rm -r x");
  });
});

describe("an allow row", () => {
  const table = (pattern: string) =>
    policyOf(row({ id: "no", pattern: "*", overridable: true }, "shipped"), row({ id: "yes", type: "allow", pattern }));
  const decision = (pattern: string, command: string, over: Partial<Analysis> = {}): string | undefined =>
    judge(table(pattern), {}, { commands: commandsOf(command), ...over }).find((f) => f.ruleId === "no")?.severity;

  test.each([
    ["git status", "git status", "allow"],
    ["git status", "git status -s", "deny"],
    ["git status", "git -C /other status", "deny"],
    ["npm test*", "npm test", "allow"],
    ["npm test*", "npm t -- --watch", "allow"],
    ["npm test*", "npm test ; rm -rf /", "deny"],
    ["npm test*", "timeout 60 npm test", "allow"],
    ["npm test*", "sudo npm test", "deny"],
    ["npm test*", "/tmp/npm test", "deny"],
    ["npm test*", "/usr/bin/npm test", "allow"],
    ["git log*", "git -c core.pager=evil log", "deny"],
    ["rm -rf dist", "rm -r -f dist", "allow"],
    ["rm -rf dist", "rm -rf dist src", "deny"],
  ])("%s lifts an overridable row for %s: %s", (pattern, command, expected) => {
    expect(decision(pattern, command)).toBe(expected);
  });

  test("counts for nothing where a part of the call is hidden", () => {
    expect(decision("npm test*", "npm test", { opaque: true })).toBe("deny");
  });

  test.each([
    [
      "a row that is not overridable",
      row({ id: "no", pattern: "*" }, "shipped"),
      row({ id: "yes", type: "allow", pattern: "ls" }),
    ],
    [
      "a row of a later layer",
      row({ id: "no", pattern: "*", overridable: true }, "project"),
      row({ id: "yes", type: "allow", pattern: "ls" }),
    ],
  ])("does not lift %s", (_, no, yes) => {
    const found = judge(policyOf(no, yes), {}, { commands: commandsOf("ls") });
    expect(found.find((f) => f.ruleId === "no")?.severity).toBe("deny");
  });
});

describe("a pattern on paths", () => {
  const caught = (
    pattern: string | Partial<RuleRow>,
    effect: Effect,
    call: Partial<ToolCall> = {},
    seen: Partial<Facts> = {},
  ): boolean =>
    judge(
      policyOf(row(typeof pattern === "string" ? { on: "path", pattern } : { on: "path", ...pattern })),
      call,
      { effects: [effect] },
      seen,
    ).length > 0;
  const write = (text: string): Effect => ({ kind: "write", path: path(text), how: "overwrite" });
  const remove = (text: string, recursive = true): Effect => ({ kind: "delete", path: path(text), recursive });

  test.each([
    ["*.pem", ["a.pem", "x/y/.b.pem", "/etc/c.pem"], ["a.pem.txt", "pem"]],
    [".env", [".env", "sub/.env"], [".env.example", "env"]],
    ["src/**", ["src/a.ts", "src/.x/b", "/home/dev/app/src/c"], ["lib/src/a", "srcs/a"]],
    ["**/generated/*", ["generated/a", "x/generated/b"], ["x/generated/y/z"]],
    ["/etc/**", ["/etc/hosts", "../../../etc/hosts"], ["etc/hosts"]],
    ["~/.config/**", ["/home/dev/.config/x"], [".config/x"]],
    ["./Makefile", ["Makefile"], ["sub/Makefile"]],
    ["{a,b}.lock", ["a.lock", "x/b.lock"], ["c.lock"]],
    ["!(*.md)", ["a.ts"], ["a.md"]],
  ])("%s", (pattern, hits, misses) => {
    for (const each of hits) expect([each, caught(pattern, write(each))]).toEqual([each, true]);
    for (const each of misses) expect([each, caught(pattern, write(each))]).toEqual([each, false]);
  });

  test.each<[string, Effect, boolean]>([
    ["a delete", remove("migrations/1.sql", false), true],
    ["a tree that holds it", remove("."), true],
    ["another tree", remove("dist"), false],
    ["a move away", { kind: "move", path: path("migrations"), to: path("old") }, true],
    ["a move over it", { kind: "move", path: path("x"), to: path("migrations/1.sql") }, true],
    ["a wildcard", { kind: "write", path: path("migrations/*.sql"), how: "inplace" }, true],
    ["a link in its place", { kind: "link", path: path("migrations/x"), target: path("y"), symbolic: true }, true],
    ["a mode", { kind: "chmod", path: path("migrations/x"), recursive: false, mode: "600" }, true],
    ["reading", { kind: "read", path: path("migrations/x") }, false],
    [
      "another machine",
      { kind: "write", path: path("migrations/x"), how: "create", remote: { kind: "host", name: "h" } },
      false,
    ],
  ])("concerns writers: %s", (_, effect, expected) => {
    expect(caught("migrations/**", effect)).toBe(expected);
  });

  test("a wildcard that may mean the path", () => {
    expect(caught(".env", remove(".e*", false))).toBe(true);
    expect(caught(".env", remove("*.log", false))).toBe(false);
  });

  test("links do not hide a path", () => {
    const seen = { paths: { "/home/dev/app/alias": { real: "/home/dev/app/secret/x", exists: true } } };
    expect(caught("secret/**", write("alias"), {}, seen)).toBe(true);
  });

  test("a row that names a reading tool concerns what it reads", () => {
    const read: Effect = { kind: "read", path: path("notes/x.md") };
    const rule = { pattern: "notes/**", tools: ["Read"] };
    expect(caught(rule, read, { tool: "read", rawTool: "read" })).toBe(true);
    expect(caught(rule, read, { tool: "bash", rawTool: "bash" })).toBe(false);
  });
});

describe("patterns on other things", () => {
  test.each<[Partial<RuleRow>, Partial<ToolCall>, Effect[], boolean]>([
    [{ on: "url", pattern: "*evil.com*" }, {}, [{ kind: "reach", url: "https://evil.com/x" }], true],
    [{ on: "url", pattern: "https://evil.com/*" }, {}, [{ kind: "reach", url: "EVIL.com" }], true],
    [
      { on: "url", pattern: "https://evil.com/*" },
      {},
      [{ kind: "reach", url: "https://user:pw@evil.com:443/x" }],
      true,
    ],
    [{ on: "url", pattern: "https://evil.com/*" }, {}, [{ kind: "reach", url: "https://good.com/evil.com/" }], false],
    [{ on: "tool", pattern: "mcp__db__*" }, { tool: "mcp__db__drop", rawTool: "mcp__db__drop" }, [], true],
    [{ on: "tool", pattern: "WebFetch" }, { tool: "webfetch", rawTool: "webfetch" }, [], true],
    [{ on: "tool", pattern: "webfetch" }, { tool: "webfetch", rawTool: "WebFetch" }, [], true],
    [{ on: "tool", pattern: "webfetch" }, { tool: "read", rawTool: "Read" }, [], false],
    [{ on: "agent", pattern: "gener*" }, { tool: "task" }, [{ kind: "delegate", agent: "general", prompt: "" }], true],
    [
      { on: "agent", pattern: "general" },
      { tool: "task" },
      [{ kind: "delegate", agent: "explore", prompt: "" }],
      false,
    ],
  ])("%j %j %j: %s", (rule, call, effects, expected) => {
    expect(judge(policyOf(row(rule)), call, { effects }).length > 0).toBe(expected);
  });
});

describe("context", () => {
  const rm = { pattern: "rm -rf*" };
  test.each<[string, Partial<RuleRow>, Partial<ToolCall>, string]>([
    [
      "a scope that is the caller's",
      { ...rm, context: { scopes: ["meta", "project"] } },
      { agent: "executor" },
      "deny",
    ],
    ["a scope that is not", { ...rm, context: { scopes: ["meta"] } }, { agent: "executor" }, "none"],
    ["an agent without a scope", { ...rm, context: { scopes: ["meta"] } }, { agent: "build" }, "none"],
    ["nobody", { ...rm, context: { scopes: ["meta"] } }, {}, "none"],
    [
      "an agent's name that is no key of the table",
      { ...rm, context: { scopes: ["meta"] } },
      { agent: "__proto__" },
      "none",
    ],
    [
      "scoped rows are recorded from level 2 on",
      { ...rm, context: { scopes: ["project"] } },
      { agent: "executor", level: 2 },
      "allow",
    ],
    ["other rows hold at every level", rm, { agent: "executor", level: 5 }, "deny"],
    ["an agent by name", { ...rm, context: { agents: ["exec*"] } }, { agent: "executor" }, "deny"],
    ["another agent", { ...rm, context: { agents: ["exec*"] } }, { agent: "builder" }, "none"],
    ["a tool in the other host's spelling", { ...rm, tools: ["Bash"] }, { tool: "bash", rawTool: "bash" }, "deny"],
    ["another tool", { ...rm, tools: ["write"] }, {}, "none"],
    ["severity warn", { ...rm, severity: "warn" }, {}, "warn"],
    ["ask", { ...rm, type: "ask" }, {}, "ask"],
  ])("%s", (_, rule, call, expected) => {
    expect(severity(rule, "rm -rf x", call)).toBe(expected);
  });

  test("file types", () => {
    const rule = row({ on: "path", pattern: "src/**", context: { fileTypes: ["ts", ".sql"] } });
    const hit = (text: string): boolean =>
      judge(policyOf(rule), {}, { effects: [{ kind: "write", path: path(text), how: "create" }] }).length > 0;
    expect([hit("src/a.ts"), hit("src/a.SQL"), hit("src/a.md")]).toEqual([true, true, false]);
  });
});

describe("a large table", () => {
  // Where a program has many rows they are looked up, and nothing that a small table catches may be missed.
  test.each([
    ["rm -rf*", "sudo /bin/rm x -r --force"],
    ["git push --force*", "git -C . push origin -f"],
    ["git status", "git status"],
    ["git *", "git -C x log"],
    ["git -C * push*", "git -C a push"],
    ["git p*", "git -C x push"],
    ["npm t*", "npm test -- x"],
    ["npm tst x*", "npm t x"],
    ["npm install -g*", "npm add --global y"],
    ["curl -X POST*", "curl a --request POST"],
    ["unknown a* -b*", "unknown -b ac"],
    ["un*", "unknown -b ac"],
    ["./un*", "./unknown x"],
    ["?nknown x", "unknown x"],
  ])("catches what a small one does: %s", (pattern, command) => {
    const programs = ["rm", "git", "npm", "curl", "unknown", "./unknown"];
    const others = programs.flatMap((name) =>
      Array.from({ length: 50 }, (_, i) =>
        row({ id: `${name.replace("./", "dot-")}-${i}`, pattern: `${name} zzz${i} --x*` }),
      ),
    );
    const found = judge(policyOf(...others, row({ id: "it", pattern })), {}, { commands: commandsOf(command) });
    expect(found.map((f) => f.ruleId)).toEqual(["it"]);
  });

  test("a call meets only the rows that name its program", () => {
    const rules = Array.from({ length: 3000 }, (_, i) => row({ id: `r${i}`, pattern: `program${i} --danger*` }));
    const policy = policyOf(...rules);
    // Rows of other programs are not looked at: their patterns are never divided.
    const looked: string[] = [];
    const watch = (rule: Rule): Rule =>
      new Proxy(rule, {
        get(target, key) {
          if (key === "context") looked.push(target.id);
          return Reflect.get(target, key);
        },
      });
    const watched = { ...policy, rules: rules.map(watch) };
    expect(judge(watched, {}, { commands: commandsOf("program17 --danger x") }).map((f) => f.ruleId)).toEqual(["r17"]);
    expect([...new Set(looked)]).toEqual(["r17"]);
  });

  test("regex rows run in linear time", () => {
    const policy = policyOf(row({ match: "regex", pattern: "^(a+)+$" }));
    expect(judge(policy, {}, { commands: commandsOf(`${"a".repeat(20_000)}b`) })).toEqual([]);
  });
});
