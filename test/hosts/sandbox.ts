import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type ClaudeCodeOptions, runClaudeCode } from "../../src/demo/claude-code.js";
import { type ClientRun, cleanEnvironment, runClient } from "../../src/demo/client.js";
import { type Exchange, startModel } from "../../src/demo/model.js";
import { type OpenCodeOptions, runOpenCode } from "../../src/demo/opencode.js";
import { prompt, type Step } from "../../src/demo/script.js";
import { isTemporary, notTemporary } from "../support/not-temporary.js";

const modules = join(import.meta.dirname, "node_modules");
const platform = `${process.platform}-${process.arch}`;

/** The clients' native binaries. */
export const clients = {
  openCode: join(modules, `opencode-${platform}/bin/opencode`),
  claudeCode: join(modules, `@anthropic-ai/claude-code-${platform}/claude`),
  /** 2.1.197: knows fewer events, and no `onFailure`. */
  claudeCodeOld: join(modules, `claude-code-old-${platform}/claude`),
};

export const repository = join(import.meta.dirname, "../..");

/** Programs that could do harm if a refusal failed: in a sandbox they only write down that they were called. */
const STUBBED = ["sudo", "rm", "curl", "wget", "git", "chmod", "npm", "shred", "dd"];

/**
 * A throwaway home, project and PATH. Dangerous programs are replaced there by stubs, so that a
 * refusal that does not hold fails a test and nothing else.
 */
export class Sandbox {
  // Not in a temporary directory: there everything may be deleted.
  readonly root = newDirectory(join(repository, ".cache/hosts"));
  readonly home = join(this.root, "home");
  readonly project = join(this.root, "project");
  readonly stubs = join(this.root, "stubs");
  readonly #called = join(this.root, "called.log");

  constructor() {
    for (const dir of [this.home, this.project, this.stubs]) mkdirSync(dir, { recursive: true });
    for (const name of STUBBED) {
      const file = join(this.stubs, name);
      writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> '${this.#called}'\n`);
      chmodSync(file, 0o755);
    }
    this.write("README.md", "# A project\n");
    this.write("node_modules/left/index.js", "module.exports = 1;\n");
    // A work tree as far as anyone looks, without running git.
    this.write(".git/HEAD", "ref: refs/heads/main\n");
    mkdirSync(join(this.home, ".ssh"));
    writeFileSync(join(this.home, ".ssh/id_rsa"), "-----BEGIN OPENSSH PRIVATE KEY-----\nnot a key\n");
  }

  get path(): string {
    return `${this.stubs}:${process.env.PATH ?? "/usr/bin:/bin"}`;
  }

  /** What the stubs were called with, one call a line, without what the clients ask git for themselves. */
  get called(): string[] {
    if (!existsSync(this.#called)) return [];
    const lines = readFileSync(this.#called, "utf8").trimEnd().split("\n");
    return lines.filter((line) => !line.startsWith("git ") || /^git (-C \. )?(reset|commit|push)/.test(line));
  }

  write(path: string, content: string): void {
    const file = join(this.project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  read(path: string): string | undefined {
    const file = join(this.project, path);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function newDirectory(parent: string): string {
  mkdirSync(parent, { recursive: true });
  // A clone below a temporary directory: there no fence would hold.
  if (isTemporary(realpathSync(parent))) return notTemporary(".bailiff-box-");
  return realpathSync(mkdtempSync(join(parent, "box-")));
}

/** What came of a scripted session. */
export interface Session extends ClientRun {
  readonly exchanges: readonly Exchange[];
  /** Every request that the model got, as text. */
  readonly requests: string;
  /** The bodies of all requests, in order. */
  readonly bodies: readonly unknown[];
  /** Result of the call whose arguments hold a text; throws when there is none. */
  result(part: string, title?: string): string;
}

type Extra<T> = Partial<Omit<T, "sandbox" | "project" | "port" | "prompt" | "plugin">> & {
  /** None when the client finds it by itself. */
  plugin?: string | undefined;
  meanwhile?: () => Promise<void>;
  /** What the user says instead of the steps, e.g. `/compact`. */
  said?: string;
};

/** Runs a script through OpenCode with bailiff as built. */
export function openCode(box: Sandbox, steps: readonly Step[], extra: Extra<OpenCodeOptions> = {}): Promise<Session> {
  return session(steps, extra, (port, prompted) =>
    runOpenCode({
      binary: clients.openCode,
      plugin: join(repository, "dist/opencode.js"),
      ...extra,
      sandbox: box.root,
      project: box.project,
      port,
      prompt: prompted,
      env: { PATH: box.path, ...extra.env },
    }),
  );
}

/** Runs a script through Claude Code with bailiff as built, without any permission prompt of the client's own. */
export function claudeCode(
  box: Sandbox,
  steps: readonly Step[],
  extra: Extra<ClaudeCodeOptions> = {},
): Promise<Session> {
  return session(steps, extra, (port, prompted) =>
    runClaudeCode({
      binary: clients.claudeCode,
      plugin: repository,
      args: ["--dangerously-skip-permissions"],
      ...extra,
      sandbox: box.root,
      project: box.project,
      port,
      prompt: prompted,
      env: { PATH: box.path, IS_SANDBOX: "1", ...extra.env },
    }),
  );
}

async function session(
  steps: readonly Step[],
  { meanwhile, said }: { meanwhile?: () => Promise<void>; said?: string },
  run: (port: number, prompted: string) => Promise<ClientRun>,
): Promise<Session> {
  const model = await startModel();
  try {
    const [ran] = await Promise.all([run(model.port, said ?? prompt("main", steps)), meanwhile?.()]);
    const exchanges = model.exchanges();
    return {
      ...ran,
      exchanges,
      requests: JSON.stringify(model.requests),
      bodies: [...model.requests],
      result(part, title = "main") {
        // A delegation's prompt holds the commands of the other conversation.
        const found = exchanges.filter(
          (e) => e.prompt === title && e.input.prompt === undefined && JSON.stringify(e.input).includes(part),
        );
        if (found.length !== 1 || !found[0])
          throw new Error(
            `${found.length} results for ${part} in ${title}\n${ran.stdout.slice(-600)}\n${ran.stderr.slice(-600)}`,
          );
        return found[0].output;
      },
    };
  } finally {
    await model.close();
  }
}

/** Throws unless dangerous programs are stubs wherever the client runs commands: nothing dangerous is tried before. */
export function assertStubbed(box: Sandbox, output: string): void {
  for (const name of STUBBED)
    if (!output.includes(join(box.stubs, name))) throw new Error(`${name} is not a stub in this client:\n${output}`);
}

export const probe = `command -v ${STUBBED.join(" ")}`;

/** Waits until a file is there. */
export async function appears(file: string, limit = 60_000): Promise<void> {
  const end = performance.now() + limit;
  while (!existsSync(file)) {
    if (performance.now() > end) throw new Error(`${file} did not appear`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Runs a client's own command, e.g. to validate the plugin. */
export function command(
  binary: string,
  args: readonly string[],
  box: Sandbox,
): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(binary, args, {
    cwd: box.project,
    env: { PATH: process.env.PATH, HOME: box.home, CLAUDE_CONFIG_DIR: join(box.home, ".claude"), TMPDIR: box.root },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { code: status, output: stdout + stderr };
}

/** As `command`, several at a time, with the client's directories below the sandbox's home. */
export function commandOf(
  binary: string,
  args: readonly string[],
  box: Sandbox,
  extra: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  const env = { ...cleanEnvironment(box.root), PATH: box.path, CLAUDE_CONFIG_DIR: join(box.home, ".claude"), ...extra };
  const options = { cwd: box.project, env, input: "", limit: 60_000 };
  return runClient(binary, args, options).then(({ code, stdout, stderr }) => ({
    code,
    output: code === 0 ? stdout : stdout + stderr,
  }));
}
