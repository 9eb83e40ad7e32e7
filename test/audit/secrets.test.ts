import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openJudge } from "../../src/hosts/judge.js";
import { fileLog } from "../../src/hosts/log.js";
import { createHooks } from "../../src/hosts/opencode/plugin.js";
import { openSessions } from "../../src/hosts/sessions.js";

const repository = join(import.meta.dirname, "../..");
const cache = join(repository, ".cache");
mkdirSync(cache, { recursive: true });
const root = realpathSync(mkdtempSync(join(cache, "secrets-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const home = join(root, "home");
const project = join(root, "project");
const state = join(home, ".local/state/bailiff");
const env = { HOME: home, PATH: process.env.PATH ?? "", XDG_STATE_HOME: join(home, ".local/state") };

beforeAll(() => {
  for (const directory of [join(project, ".git"), join(project, ".bailiff/brain"), join(home, ".config/bailiff")])
    mkdirSync(directory, { recursive: true });
  writeFileSync(join(home, ".config/bailiff/deny-rules.yaml"), ASKING);
  // As after init: state is kept in the project.
  writeFileSync(join(project, ".bailiff/brain/config.json"), "{}");
  writeFileSync(
    join(home, ".config/bailiff/policy.yaml"),
    JSON.stringify({
      version: 1,
      preset: "strict",
      gatekeeper: {
        enabled: true,
        provider: "command",
        command: ["/bin/sh", "-c", "grep -v FENCE | tail -1 | sed 's/^/ALLOW: /'"],
      },
    }),
  );
});

const ASKING = `version: 1
rules:
  - id: asking
    type: ask
    pattern: make ship*
    message: Shipping asks.
    suggestion: Do not ship.
    examples: { match: [make ship it], not_match: [make it] }
`;

const letters = (chars: string, length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...chars), minLength: length, maxLength: length });
const WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const HEX = "0123456789abcdef";
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** Formats that tell themselves, and words that only their place tells. */
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  awsId: letters(upper, 16).map((x) => `AKIA${x}`),
  github: letters(WORD, 36).map((x) => `ghp_${x}`),
  githubFine: letters(WORD, 40).map((x) => `github_pat_${x}`),
  gitlab: letters(WORD, 20).map((x) => `glpat-${x}`),
  slack: letters(WORD, 24).map((x) => `xoxb-${x}`),
  openai: letters(WORD, 40).map((x) => `sk-proj-${x}`),
  anthropic: letters(WORD, 40).map((x) => `sk-ant-api03-${x}`),
  stripe: letters(WORD, 24).map((x) => `sk_live_${x}`),
  google: letters(WORD, 35).map((x) => `AIza${x}`),
  npm: letters(WORD, 36).map((x) => `npm_${x}`),
  pypi: letters(WORD, 40).map((x) => `pypi-${x}`),
  digitalocean: letters(HEX, 64).map((x) => `dop_v1_${x}`),
  huggingface: letters(WORD, 34).map((x) => `hf_${x}`),
  vault: letters(WORD, 24).map((x) => `hvs.${x}`),
  sendgrid: fc.tuple(letters(WORD, 22), letters(WORD, 43)).map(([a, b]) => `SG.${a}.${b}`),
  shopify: letters(HEX, 32).map((x) => `shpat_${x}`),
  telegram: letters(WORD, 33).map((x) => `123456789:AA${x}`),
  twilio: letters(HEX, 32).map((x) => `SK${x}`),
  jwt: fc.tuple(letters(WORD, 20), letters(WORD, 30), letters(WORD, 30)).map(([a, b, c]) => `eyJ${a}.eyJ${b}.${c}`),
  age: letters(upper, 58).map((x) => `AGE-SECRET-KEY-1${x}`),
  grafana: letters(WORD, 32).map((x) => `glsa_${x}`),
  databricks: letters(HEX, 32).map((x) => `dapi${x}`),
};
const placed = letters(WORD, 18).map((x) => `pw${x}9`);

const ALL: string[] = [];
interface Given {
  readonly tokens: readonly string[];
  readonly password: string;
}
const stream: readonly Given[] = fc.sample(
  fc.record({ tokens: fc.tuple(...Object.values(formats)), password: placed }),
  { numRuns: 6, seed: 7 },
);

/** Commands that are let through, refused, and asked about, all with secrets in them. */
function commands(token: string, password: string): string[] {
  return [
    `echo ${token}`,
    `curl -H 'Authorization: Bearer ${token}' https://api.example.com`,
    `DB_PASSWORD=${password} make test`,
    `psql postgres://app:${password}@db/app -c 'select 1'`,
    `git push --force https://x:${token}@github.com/a/b`,
    `rm -rf ~/${token}`,
    `cat ~/.ssh/id_rsa ${token}`,
    `echo ${token} >> ~/.bashrc`,
    `npm publish --otp 123456 --token ${password}`,
    `terraform apply -var token=${token}`,
    `mysql -u root -p${password} -e 'drop database x'`,
    `make ship TOKEN=${token} --password ${password}`,
    `mystery-${token} "`,
  ];
}

test("a stream of secrets leaves none in whatever is written", { timeout: 240_000 }, async () => {
  const log = fileLog({ project, state, host: "opencode", now: () => new Date() });
  const own: string[] = [];
  const live = await openJudge({
    shipped: join(repository, "governance"),
    home,
    state,
    project,
    own,
    canAsk: false,
    env,
    log,
    lasting: true,
  });
  const sessions = openSessions({
    host: "opencode",
    project,
    home,
    env,
    law: live.law,
    delivery: "always",
    log,
    now: () => new Date(),
  });
  const hooks = createHooks({
    live: async () => live,
    sessions: { opened: Promise.resolve(sessions), project, limit() {} },
    directory: project,
    project,
    home,
    log,
    beat() {},
    tell() {},
    session: async () => undefined,
    after: () => ({ done: new Promise(() => {}), cancel() {} }),
  });
  await hooks.event({ event: { type: "session.created", properties: { info: { id: "ses_1" } } } });
  await hooks["chat.message"]({ sessionID: "ses_1" }, { message: { agent: "build" } });
  let n = 0;
  const call = async (tool: string, args: Record<string, unknown>, text: string): Promise<void> => {
    const input = { tool, sessionID: "ses_1", callID: `call-${n++}` };
    try {
      await hooks["tool.execute.before"](input, { args });
    } catch {
      return;
    }
    if (n % 2) await hooks["tool.execute.after"](input, { title: "", output: text, metadata: {} });
    else
      await hooks.event({
        event: {
          type: "message.part.updated",
          properties: { part: { ...input, state: { status: "error", error: `failed: ${text}` } } },
        },
      });
  };
  for (const { tokens, password } of stream) {
    ALL.push(password);
    for (const [i, token] of tokens.entries()) {
      ALL.push(token);
      const list = commands(token, password);
      const command = list[(i + n) % list.length] as string;
      await call("bash", { command }, `result ${token} password=${password}`);
      await call(
        "write",
        { filePath: join(project, "a.env"), content: `TOKEN=${token}\npassword: ${password}` },
        token,
      );
      await call("read", { filePath: join(home, ".aws", token) }, token);
      await call(`files_${token}`, { path: token, nested: { secret: password, list: [token] } }, token);
      await call("task", { description: token, prompt: `use ${token}`, subagent_type: token }, token);
      log.error(`failed with ${token}`, new Error(`connect postgres://a:${password}@h: ${token}`));
    }
  }
  await hooks["experimental.session.compacting"]({ sessionID: "ses_1" }, { context: [] });
  await hooks.event({ event: { type: "session.idle", properties: { sessionID: "ses_1" } } });
  await hooks.dispose();

  const [first] = stream;
  const token = first?.tokens[1] ?? "";
  const password = first?.password ?? "";
  const event = (name: string, more: object): string =>
    JSON.stringify({
      session_id: "s-claude",
      cwd: project,
      hook_event_name: name,
      transcript_path: join(home, "t.jsonl"),
      ...more,
    });
  const tool = (command: string, id: string) => ({ tool_name: "Bash", tool_use_id: id, tool_input: { command } });
  const events = [
    event("SessionStart", { source: "startup" }),
    event("UserPromptSubmit", { prompt: `deploy with ${token}` }),
    ...commands(token, password).map((command, i) => event("PreToolUse", tool(command, `t${i}`))),
    event("PostToolUse", { ...tool(`echo ${token}`, "t0"), tool_response: { stdout: token, stderr: password } }),
    event("PostToolUseFailure", { ...tool(`x ${token}`, "t2"), error: `failed: ${token} password=${password}` }),
    event("PreToolUse", {
      tool_name: "Agent",
      tool_use_id: "a1",
      tool_input: { prompt: token, description: token, subagent_type: token },
    }),
    event("PreCompact", { trigger: "auto", custom_instructions: token }),
    event("Stop", {}),
    event("SessionEnd", { reason: "other" }),
    `{"half": "${token}`,
  ];
  for (const input of events)
    spawnSync(process.execPath, [join(repository, "dist/hook.cjs")], { input, cwd: project, env, encoding: "utf8" });

  const files = filesIn(root);
  const names = files.map((file) => file.slice(root.length));
  for (const kind of [
    /audit\.jsonl$/,
    /bailiff\.log$/,
    /approvals\/.*\.json$/,
    /denials\/.*\.json$/,
    /sessions\/.*\.json$/,
  ])
    expect(
      names.some((name) => kind.test(name)),
      String(kind),
    ).toBe(true);
  const leaks = files.flatMap((file) => {
    const text = `${file}\n${readFileSync(file, "utf8")}`;
    return [...new Set(ALL)]
      .filter((secret) => text.includes(secret))
      .map((secret) => {
        const at = text.indexOf(secret);
        return `${file.slice(root.length)}: ${text.slice(Math.max(0, at - 120), at + 60)}`;
      });
  });
  expect(leaks.slice(0, 12)).toEqual([]);
});

function filesIn(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? filesIn(path) : [path];
  });
}
