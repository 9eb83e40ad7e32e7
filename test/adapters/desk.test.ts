import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openDenials } from "../../src/audit/denial-store.js";
import { auditDirectory } from "../../src/audit/place.js";
import type { AuditRow } from "../../src/audit/row.js";
import { readLog, verify } from "../../src/audit/verify.js";
import type { ToolCall } from "../../src/call/call.js";
import { toolNamed } from "../../src/call/tools.js";
import { type Answer, answer } from "../../src/hosts/answer.js";
import { type LiveJudge, openJudge } from "../../src/hosts/judge.js";
import { openApprovals } from "../../src/sessions/approvals.js";
import { notTemporary } from "../support/not-temporary.js";
import { keptLog } from "./fakes.js";

const loaded = vi.hoisted(() => ({ gate: 0 }));
vi.mock("../../src/gatekeeper/gate.js", (original) => {
  loaded.gate++;
  return original();
});

const shipped = join(import.meta.dirname, "../../governance");
// Not in a temporary directory: there everything may be deleted.
const root = notTemporary(".bailiff-desk-");
afterAll(() => rmSync(root, { recursive: true, force: true }));

let box = "";
let time = 0;
let calls = 0;
let log = keptLog();
beforeEach(() => {
  box = mkdtempSync(join(root, "box-"));
  for (const name of ["home/.config/bailiff", "state", "project/.git"]) mkdirSync(join(box, name), { recursive: true });
  time = Date.parse("2026-01-02T03:04:05Z");
  log = keptLog();
});

const at = (path: string): string => join(box, path);
const settings = (text: string): void => writeFileSync(at("home/.config/bailiff/policy.yaml"), text);

function open(more: { lasting?: boolean; env?: Record<string, string>; canAsk?: boolean } = {}): Promise<LiveJudge> {
  return openJudge({
    shipped,
    home: at("home"),
    state: at("state"),
    project: at("project"),
    own: [],
    canAsk: more.canAsk ?? false,
    env: { XDG_STATE_HOME: at("state"), ...more.env },
    log,
    now: () => new Date(time),
    lasting: more.lasting ?? false,
  });
}

function called(input: string | Record<string, unknown>, more: Partial<ToolCall> = {}): ToolCall {
  return {
    host: "opencode",
    tool: toolNamed(more.rawTool ?? "bash"),
    rawTool: "bash",
    input: typeof input === "string" ? { command: input } : input,
    cwd: at("project"),
    home: at("home"),
    project: at("project"),
    session: "s1",
    callId: `call-${++calls}`,
    level: 0,
    ...more,
  };
}

const ask = (live: LiveJudge, call: ToolCall, canAsk = false): Promise<Answer> =>
  answer(call, { judge: live.judge, log, canAsk, ...(live.desk ? { desk: live.desk } : {}) });
const said = async (live: LiveJudge, command: string): Promise<string> => {
  const given = await ask(live, called(command));
  return given.kind === "allow" ? "" : given.text;
};

async function rows(): Promise<AuditRow[]> {
  const found: AuditRow[] = [];
  for await (const { row } of readLog(auditDirectory(at("project"), at("home"), at("state")))) if (row) found.push(row);
  return found;
}

describe("the record", () => {
  test("a call that runs has an enter row, and an exit row when it has ended", async () => {
    const live = await open({ lasting: true });
    const call = called("git status");
    expect((await ask(live, call)).kind).toBe("allow");
    time += 40;
    live.desk?.ended(call, { outcome: "ran", result: "nothing to commit" });
    live.desk?.ended(call, { outcome: "failed" });
    live.desk?.close();
    expect(await rows()).toMatchObject([
      { event: "enter", decision: "allow", tool: "bash", args: '{"command":"git status"}', replayable: true },
      { event: "exit", outcome: "ran", duration: 40, result: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect((await rows())[0]?.correlation).toBe((await rows())[1]?.correlation);
  });

  test("a refused call has both at once, on the disk before the answer", async () => {
    const live = await open({ lasting: true });
    const call = called("git reset --hard");
    expect((await ask(live, call)).kind).toBe("deny");
    const found = await rows();
    expect(found).toMatchObject([
      { event: "enter", decision: "deny", rule: "git-history/hard-reset", effects: ["act git-history/hard-reset"] },
      { event: "exit", outcome: "refused" },
    ]);
    // The host tells the end of refused calls, too.
    live.desk?.ended(call, { outcome: "failed", error: "refused" });
    live.desk?.close();
    expect(await rows()).toHaveLength(2);
  });

  test("two processes write one call", async () => {
    const call = called("git status");
    const before = await open();
    await ask(before, call);
    before.desk?.close();
    const after = await open();
    after.desk?.ended(call, { outcome: "ran", duration: 12.4 });
    expect(await rows()).toMatchObject([
      { event: "enter", correlation: `s1/${call.callId}` },
      { event: "exit", correlation: `s1/${call.callId}`, duration: 12 },
    ]);
  });

  test("calls under way when the host ends are abandoned", async () => {
    const live = await open({ lasting: true });
    await ask(live, called("npm run build"));
    live.desk?.close();
    expect(await rows()).toMatchObject([{ event: "enter" }, { event: "exit", outcome: "abandoned" }]);
  });

  test("calls that no process ended are ended by a later one, once, and only those of the session", async () => {
    const dead = await open();
    const mine = called("npm run build");
    await ask(dead, mine);
    await ask(dead, called("npm run other", { session: "s2" }));
    const ended = called("npm test");
    await ask(dead, ended);
    dead.desk?.ended(ended, { outcome: "ran" });
    const later = await open();
    // Its end may still be on its way.
    later.desk?.abandon("s1");
    expect((await rows()).filter((row) => row.outcome === "abandoned")).toEqual([]);
    time += 10_001;
    later.desk?.abandon("s1");
    later.desk?.abandon("s1");
    expect((await rows()).filter((row) => row.outcome === "abandoned")).toMatchObject([
      { correlation: `s1/${mine.callId}` },
    ]);
    time += 25 * 3_600_000;
    later.desk?.abandon();
    expect((await rows()).filter((row) => row.outcome === "abandoned")).toHaveLength(2);
  });

  test.each([
    ["a call that could change something", "bash", { command: "make" }, "refused"],
    ["a call that only reads", "read", { filePath: "a.txt" }, undefined],
  ])("what could not be judged is recorded: %s", async (_what, tool, input, outcome) => {
    const live = await open();
    const broken = (): never => {
      throw new Error("boom");
    };
    await answer(called(input, { tool, rawTool: tool }), {
      judge: broken,
      log,
      canAsk: false,
      ...(live.desk ? { desk: live.desk } : {}),
    });
    const found = await rows();
    expect(found[0]).toMatchObject({
      event: "enter",
      decision: outcome ? "deny" : "allow",
      findings: [{ check: "internal", code: "ERR_INTERNAL" }],
    });
    expect(found[1]?.outcome).toBe(outcome);
  });

  test("without a place to write the decision stands, and one warning is given", async () => {
    const live = await open();
    const directory = auditDirectory(at("project"), at("home"), at("state"));
    mkdirSync(join(directory, ".."), { recursive: true });
    writeFileSync(directory, "no directory");
    expect((await ask(live, called("git reset --hard"))).kind).toBe("deny");
    expect((await ask(live, called("git status"))).kind).toBe("allow");
    const news = [...live.news(), ...live.news()];
    expect(news).toHaveLength(1);
    expect(news[0]).toContain("cannot write its audit");
  });
});

describe("a question where nobody can be asked", () => {
  const question = "terraform apply -auto-approve";
  const publish = (): void =>
    writeFileSync(
      at("home/.config/bailiff/deny-rules.yaml"),
      `version: 1
rules:
  - id: applying
    type: ask
    pattern: terraform apply*
    message: Applying changes what others use.
    suggestion: Look at the plan with \`terraform plan\`.
    examples: { match: [terraform apply], not_match: [terraform plan] }
`,
    );
  const codeIn = (text: string): string => /bailiff approve ([0-9A-Z]{6})/.exec(text)?.[1] ?? "";

  test("is refused with a code; approved, it runs once and only as it is", async () => {
    publish();
    const live = await open();
    const first = await said(live, question);
    expect(first).toContain("## BLOCKED:");
    const code = codeIn(first);
    expect(code).not.toBe("");
    // The same question keeps its code.
    expect(codeIn(await said(live, question))).toBe(code);
    openApprovals(join(at("state"), "approvals")).answer(code, "approved", time);
    expect(codeIn(await said(live, `${question} -target=x`))).not.toBe("");
    const call = called(question, { session: "s2" });
    expect((await ask(live, call)).kind).toBe("deny");
    expect((await ask(live, called(question))).kind).toBe("allow");
    expect((await ask(live, called(question))).kind).toBe("deny");
    const allowed = (await rows()).find((row) => row.decision === "allow");
    expect(allowed?.findings?.[0]).toMatchObject({ check: "approval", severity: "allow" });
  });

  test("declined, it says so in exactly these words", async () => {
    publish();
    const live = await open();
    const code = codeIn(await said(live, question));
    openApprovals(join(at("state"), "approvals")).answer(code, "declined", time);
    const text = await said(live, question);
    expect(text).toContain("not run: the operator declined. Do not re-run it.");
    expect(codeIn(text)).toBe("");
  });

  test("an approval lasts ten minutes", async () => {
    publish();
    const live = await open();
    const code = codeIn(await said(live, question));
    openApprovals(join(at("state"), "approvals")).answer(code, "approved", time);
    time += 600_001;
    expect((await ask(live, called(question))).kind).toBe("deny");
  });
});

const AGAIN = "ALREADY BLOCKED: do not retry this call.";
const STOP = "stop and ask the user";

describe("refusals that repeat", () => {
  test("the same call within 30 seconds is told so, later it is not", async () => {
    const live = await open();
    expect(await said(live, "git reset --hard")).not.toContain(AGAIN);
    time += 29_000;
    expect(await said(live, "git reset --hard")).toContain(AGAIN);
    time += 31_000;
    expect(await said(live, "git reset --hard")).not.toContain(AGAIN);
  });

  test("three in ten minutes add the advice; what is older does not count", async () => {
    const live = await open();
    const advised = async (command: string): Promise<boolean> =>
      (await said(live, command)).split("Next Steps")[0]?.includes(STOP) ?? false;
    expect(await advised("git reset --hard")).toBe(false);
    time += 60_000;
    expect(await advised("rm -rf /")).toBe(false);
    time += 60_000;
    expect(await advised("cat ~/.ssh/id_rsa")).toBe(true);
    time += 700_000;
    expect(await advised("rm -rf /")).toBe(false);
    expect(openDenials(join(at("state"), "denials")).list(time)).toEqual([{ session: "s1", refusals: 1, detours: 0 }]);
  });

  const home = "~";
  const detours: [first: string | Record<string, unknown>, second: string | Record<string, unknown>, tool?: string][] =
    [
      ["git reset --hard", `python3 -c 'import subprocess; subprocess.run(["git","reset","--hard"])'`],
      ["git reset --hard", "git checkout-index -f -a"],
      ["git reset --hard", "bash -c 'git restore .'"],
      ["git checkout -- .", "git stash && git stash drop"],
      ["rm -rf ~/Documents", "find ~/Documents -delete"],
      ["rm -rf ~/Documents", `node -e 'require("fs").rmSync(process.env.HOME + "/Documents", {recursive: true})'`],
      ["rm -rf ~/Documents", "rm -rf ~/Documents/*"],
      ["rm -rf ~", "mv ~ /tmp/gone"],
      [`cat ${home}/.ssh/id_rsa`, `base64 < ${home}/.ssh/id_rsa`],
      [`cat ${home}/.ssh/id_rsa`, `cp ${home}/.ssh/id_rsa key.txt`],
      ["echo x >> ~/.bashrc", "tee -a ~/.bashrc <<< x"],
      ["npm publish", "npx npm publish --tag next"],
      ["git push --force", "git -c x.y=z push -f"],
    ];
  test.each(detours)("%s, then %s is a detour", async (first, second) => {
    const live = await open();
    expect((await ask(live, called(first))).kind).toBe("deny");
    time += 60_000;
    expect((await ask(live, called(second))).kind).toBe("deny");
    const enters = (await rows()).filter((row) => row.event === "enter");
    expect(enters.map((row) => row.detail)).toEqual([undefined, { detour: true }]);
  });

  test("a file tool is a detour around a shell, too", async () => {
    const live = await open();
    await ask(live, called(`cat ${home}/.ssh/id_rsa`));
    const read = called({ filePath: at("home/.ssh/id_rsa") }, { rawTool: "read", tool: "read" });
    expect((await ask(live, read)).kind).toBe("deny");
    expect((await rows()).at(-2)?.detail).toEqual({ detour: true });
  });

  const others: [string, string][] = [
    ["git reset --hard", "git push --force"],
    ["rm -rf ~/Documents", "rm -rf ~/Pictures"],
    [`cat ${home}/.ssh/id_rsa`, `cat ${home}/.aws/credentials`],
    ["rm -rf /", "git reset --hard"],
    ["echo x >> ~/.bashrc", "rm -rf ~"],
    ["npm publish", "terraform destroy -auto-approve"],
  ];
  test.each(others)("%s, then %s is none", async (first, second) => {
    const live = await open();
    expect((await ask(live, called(first))).kind).toBe("deny");
    expect((await ask(live, called(second))).kind).toBe("deny");
    expect((await rows()).flatMap((row) => row.detail ?? [])).toEqual([]);
  });

  test("sessions do not share their refusals; processes do", async () => {
    const live = await open();
    await ask(live, called("git reset --hard"));
    const other = await ask(live, called("git reset --hard", { session: "s2" }));
    expect(other).not.toMatchObject({ text: expect.stringContaining(AGAIN) });
    expect(await said(await open(), "git reset --hard")).toContain(AGAIN);
  });
});

describe("limits on use", () => {
  const tool = (): ToolCall => called({}, { rawTool: "bailiff_wish", tool: "bailiff_wish" });

  test("the 21st call of bailiff's tools in a minute is refused with the seconds to wait", async () => {
    const live = await open({ lasting: true });
    for (let n = 0; n < 20; n++) {
      const call = tool();
      expect((await ask(live, call)).kind, `call ${n + 1}`).toBe("allow");
      live.desk?.ended(call, { outcome: "ran" });
      time += 1_000;
      await settled();
    }
    const refused = await ask(live, tool());
    expect(refused.kind).toBe("deny");
    expect(refused).toMatchObject({ text: expect.stringMatching(/Come back in 4\d seconds/) });
    time += 41_000;
    expect((await ask(live, tool())).kind).toBe("allow");
  });

  test("the third at once is refused until one has ended, however it did", async () => {
    const live = await open({ lasting: true });
    const [one, two] = [tool(), tool()];
    expect((await ask(live, one)).kind).toBe("allow");
    expect((await ask(live, two)).kind).toBe("allow");
    expect(await ask(live, tool())).toMatchObject({
      kind: "deny",
      text: expect.stringContaining("2 calls are under way"),
    });
    live.desk?.ended(one, { outcome: "failed", error: "it was stopped" });
    live.desk?.ended(one, { outcome: "failed" });
    await settled();
    expect((await ask(live, tool())).kind).toBe("allow");
    expect((await ask(live, tool())).kind).toBe("deny");
  });

  test("a refused call takes nothing", async () => {
    const live = await open({ lasting: true });
    for (let n = 0; n < 30; n++) expect((await ask(live, tool())).kind).toBe(n < 2 ? "allow" : "deny");
    time += 600_001;
    expect((await ask(live, tool())).kind).toBe("allow");
  });

  test("another process frees what this one took", async () => {
    const [one, two] = [tool(), tool()];
    await ask(await open(), one);
    await ask(await open(), two);
    expect((await ask(await open(), tool())).kind).toBe("deny");
    const after = await open();
    after.desk?.ended(two, { outcome: "ran" });
    await settled();
    expect((await ask(await open(), tool())).kind).toBe("allow");
  });
});

/** What is freed is freed in a later turn. */
const settled = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await new Promise((done) => setImmediate(done));
};

describe("the second opinion", () => {
  const judgeBy = (script: string, enabled = true): void =>
    settings(`version: 1
gatekeeper:
  enabled: ${enabled}
  provider: command
  command: [/bin/sh, -c, ${JSON.stringify(script)}]
`);

  test("is off unless somebody switched it on", async () => {
    judgeBy(`touch ${at("asked")}; echo 'DENY: 1.1'`, false);
    const live = await open();
    expect(live.desk?.gated()).toBe(false);
    expect((await ask(live, called("make build"))).kind).toBe("allow");
    expect(existsSync(at("asked"))).toBe(false);
    expect(loaded.gate).toBe(0);
  });

  test("its no refuses with the rule and the advice, and is recorded", async () => {
    judgeBy("cat > asked.txt; echo 'DENY: rule 3.3, releases are for people'");
    const live = await open();
    expect(live.desk?.gated()).toBe(true);
    const text = await said(live, "make release");
    expect(text).toContain("rule 3.3, releases are for people");
    expect(text).toContain("Offer the user alternatives");
    expect(loaded.gate).toBe(1);
    const [gate, enter] = await rows();
    expect(gate).toMatchObject({
      event: "gate_check",
      detail: { command: "make release", allowed: false, severity: "warning", task_id: `call-${calls}` },
    });
    expect(enter).toMatchObject({ event: "enter", decision: "deny", findings: [{ check: "gatekeeper" }] });
  });

  test("its yes lets it run; each command is judged once", async () => {
    judgeBy(`echo x >> ${at("asked")}; echo 'ALLOW: 4.1'`);
    const live = await open();
    expect((await ask(live, called("make build && make build && make test"))).kind).toBe("allow");
    expect(readFileSync(at("asked"), "utf8")).toBe("x\nx\n");
  });

  test("is not asked about what is refused anyway, nor about tools that run no command", async () => {
    judgeBy(`touch ${at("asked")}; echo 'DENY: 1.1'`);
    const live = await open();
    await ask(live, called("git reset --hard"));
    await ask(live, called({ filePath: at("project/a") }, { rawTool: "read", tool: "read" }));
    expect(existsSync(at("asked"))).toBe(false);
  });

  test("comes before a question to a person", async () => {
    judgeBy("echo 'DENY: 3.3'");
    writeFileSync(
      at("home/.config/bailiff/deny-rules.yaml"),
      `version: 1
rules:
  - id: shipping
    type: ask
    pattern: ship it*
    message: Shipping asks.
    suggestion: Do not ship.
    examples: { match: [ship it], not_match: [ship] }
`,
    );
    const live = await open({ canAsk: true });
    expect((await ask(live, called("ship it"), true)).kind).toBe("deny");
  });

  test.each([
    ["no provider", "version: 1\n", { BAILIFF_GATEKEEPER: "1" }],
    ["a provider that fails", 'version: 1\ngatekeeper: {enabled: true, provider: command, command: ["false"]}\n', {}],
    [
      "a provider that is missing",
      "version: 1\ngatekeeper: {enabled: true, provider: command, command: [/no/x]}\n",
      {},
    ],
    [
      "no ground rules",
      "version: 1\ngatekeeper: {enabled: true, provider: command, command: [echo, 'ALLOW: x'], rules: /no/rules.md}\n",
      {},
    ],
  ])("denies with %s", async (_what, text, env) => {
    settings(text);
    const live = await open({ env });
    expect(await ask(live, called("make build"))).toMatchObject({
      kind: "deny",
      text: expect.stringContaining("the gatekeeper could not decide"),
    });
  });

  test("does not judge its own process", async () => {
    judgeBy("echo 'DENY: 1.1'");
    const live = await open({ env: { BAILIFF_IN_GATEKEEPER: "1" } });
    expect((await ask(live, called("make build"))).kind).toBe("allow");
  });
});

test("a call that the host was told is refused meanwhile is recorded as refused, and holds nothing", async () => {
  const live = await open({ lasting: true });
  const call = called({}, { rawTool: "bailiff_wish", tool: "bailiff_wish" });
  const late = { judge: live.judge, log, canAsk: false, late: () => true, ...(live.desk ? { desk: live.desk } : {}) };
  for (let n = 0; n < 5; n++) expect((await answer({ ...call, callId: `late-${n}` }, late)).kind).toBe("deny");
  await settled();
  expect((await ask(live, call)).kind).toBe("allow");
  expect((await rows()).slice(0, 2)).toMatchObject([
    { event: "enter", decision: "deny", findings: [{ code: "ERR_INTERNAL" }] },
    { event: "exit", outcome: "refused" },
  ]);
});

test("whatever came, the chain holds and nothing stands in the project", async () => {
  const live = await open({ lasting: true });
  for (const command of ["git status", "git reset --hard", "rm -rf /", "ls", "git reset --hard"])
    await ask(live, called(command));
  live.desk?.close();
  const result = await verify(auditDirectory(at("project"), at("home"), at("state")));
  expect(result).toMatchObject({ ok: true, rows: 10 });
  expect(readdirSync(at("project"))).toEqual([".git"]);
});
