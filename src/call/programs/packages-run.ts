import { plainWord, reworded, type Word } from "../word.js";
import { directory, packageInstall, packageScript } from "./build-files.js";
import type { Emitter, Handler } from "./emit.js";
import { binaryPath } from "./local-binary.js";
import { isUsual } from "./vcs-git-settings.js";

// What package managers run for others: a package's program, a script of the project.

/** Names of packages whose program is called otherwise. */
const PROGRAM_OF: ReadonlyMap<string, string> = new Map([
  ["@anthropic-ai/claude-code", "claude"],
  ["@openai/codex", "codex"],
  ["@google/gemini-cli", "gemini"],
  ["@qwen-code/qwen-code", "qwen"],
  ["@github/copilot", "copilot"],
  ["@sourcegraph/amp", "amp"],
  ["@charmland/crush", "crush"],
  ["@continuedev/cli", "cn"],
  ["opencode-ai", "opencode"],
  ["@changesets/cli", "changeset"],
  ["@vscode/vsce", "vsce"],
  ["firebase-tools", "firebase"],
  ["netlify-cli", "netlify"],
  ["aws-cdk", "cdk"],
  ["del-cli", "del"],
  ["trash-cli", "trash"],
  ["aider-chat", "aider"],
  ["rm-cli", "rm"],
]);

/** The program that a package of this name brings: `@scope/name@1.2` is called `name`. */
export function programOf(word: Word): Word {
  const { text } = word;
  const marked = /[@=[]/.test(text);
  const bare = marked ? text.replace(/(?<=.)@[^/]*$/, "").replace(/==.*$/, "") : text;
  const own = PROGRAM_OF.get(bare) ?? (marked ? bare.replace(/^@[^/]+\//, "").replace(/\[.*$/, "") : bare);
  return own === text ? word : reworded(word, own);
}

/** `npx pkg args`, `pnpm dlx pkg args`, `uvx pkg args`: the package's program with these words. */
const packageRun: Handler = (inv, out) => {
  const [first] = inv.operands;
  if (!first || inv.has("-c")) return;
  out.act("remote-exec/package-run", first.text);
  // A script by its address: `pipx run https://example.com/x.py`.
  if (/^https?:\/\/\S+\.(?:py|[cm]?[jt]s|sh|rb)$/.test(first.text))
    out.effect({ kind: "read", path: out.path(first), how: "execute" });
  // Where the project has it installed, that is what runs.
  const own = first.known ? binaryPath(first.text) : undefined;
  if (own !== undefined) out.effect({ kind: "list", path: out.path(plainWord(own)) });
  out.command([programOf(first), ...inv.operands.slice(1)], { via: inv.name, cwd: directory(inv, out) });
};

const packageCreate: Handler = (inv, out) => {
  if (inv.operands[0]) out.act("remote-exec/package-run", inv.operands[0].text);
};

/** Programs that a project's own `node_modules/.bin` often holds, and no script is called. */
const BINS =
  /^(?:rimraf|del|del-cli|shx|trash|prisma|sequelize|sequelize-cli|typeorm|knex|drizzle-kit|mikro-orm|vercel|netlify|wrangler|firebase|serverless|sls|cdk|pulumi|eas|expo|lerna|changeset|semantic-release|release-it|np|nx|vsce|ovsx|jsr|claude|codex|opencode|gemini|bailiff|cross-env|dotenv|concurrently|tsx|ts-node|nodemon|env-cmd|zx|execa)$/;

/** `yarn rimraf x`: what is no command of the package manager is a script or a program of the project. */
const bareRun: Handler = (inv, out) => {
  const [first] = inv.operands;
  if (inv.path.length > 0 || !first) return;
  // With their options as they stand: those belong to the program.
  const words = inv.words.slice(inv.words.indexOf(first));
  if (BINS.test(first.text)) out.command(words, { via: inv.name, certainty: "possible", cwd: directory(inv, out) });
  else {
    releaseScript(first, out);
    packageScript(first.text, inv.operands.slice(1), inv, out);
  }
};

/** Scripts and targets that by their name leave the machine. */
export function releaseScript(word: Word, out: Emitter): void {
  if (/^(?:release|publish|deploy)(?:[:_-].*)?$/.test(word.text) && !/dry|check|local|test|preview/.test(word.text))
    out.act("publish/pipeline", word.text);
}

const LIFECYCLE: ReadonlyMap<string, string> = new Map([
  ["test", "test"],
  ["tst", "test"],
  ["t", "test"],
  ["start", "start"],
  ["stop", "stop"],
  ["restart", "restart"],
]);

const scriptRun: Handler = (inv, out) => {
  const [first] = inv.operands;
  // `npm test` and the like are scripts by their own names.
  const own = inv.words.find(
    (word, i) => i > 0 && /^(?:run|run-script|rum|urn|test|tst|t|start|stop|restart)$/.test(word.text),
  );
  const lifecycle = LIFECYCLE.get(own?.text ?? "");
  if (lifecycle !== undefined) packageScript(lifecycle, inv.operands, inv, out);
  if (!first) return;
  if (lifecycle === undefined) packageScript(first.text, inv.operands.slice(1), inv, out);
  releaseScript(first, out);
  if (BINS.test(first.text))
    out.command(inv.operands, { via: inv.name, certainty: "possible", cwd: directory(inv, out) });
};

const again =
  (program: string, skip: number): Handler =>
  (inv, out) => {
    const words = inv.operands.slice(skip);
    if (words.length > 0) out.command([plainWord(program), ...words]);
  };

/** Settings of npm and its kin that name a program to run. */
const RUNS =
  /^(?:script-shell|scriptShell|shell|editor|viewer|git|init-module|init\.module|onload-script|node-options|nodeOptions|yarn-path|yarnPath|pnpmfile|global-pnpmfile|npm-path)(?:=|$)/;

const npmConfig: Handler = (inv, out) => {
  const [first, ...others] = inv.operands;
  const last = inv.path.at(-1);
  const verb = last === "set" || last === "get" ? last : first?.text;
  const words = last === "set" || last === "get" ? inv.operands : others;
  const [key] = words;
  if (!key) return;
  // `set key=value …` or `set key value`; an editor that people have is no harm.
  const pairs = key.text.includes("=")
    ? words.map((w) => [w.text, w.text.slice(w.text.indexOf("=") + 1)] as const)
    : [[key.text, words[1]?.text ?? ""] as const];
  const runs = pairs.some(
    ([name, value]) => RUNS.test(name) && !(/^(?:editor|viewer|git)\b/.test(name) && isUsual(value)),
  );
  if ((verb === "set" || verb === "add") && runs)
    out.act("persistence/package-config", words.map((w) => w.text).join(" "));
  if (verb === "get" && /_auth|_password|token/i.test(key.text)) out.act("secrets/print-token", key.text);
};

/** `npm pkg set scripts.name=code`: what the scripts are from now on, for whoever runs them in the same call. */
const packageSet: Handler = (inv, out) => {
  const [verb, ...pairs] = inv.operands;
  if (verb?.text !== "set") return;
  const scripts: Record<string, string> = {};
  for (const { text } of pairs) {
    const script = /^scripts[.[]["']?([\w:-]+)["']?\]?=(.*)$/s.exec(text);
    if (script) scripts[script[1] as string] = script[2] as string;
  }
  const path = out.path(plainWord("package.json"), directory(inv, out));
  const content = Object.keys(scripts).length > 0 ? JSON.stringify({ scripts }) : undefined;
  out.effect({ kind: "write", path, how: "inplace", content });
};

/** Taking the guard's own package away. */
const packageRemoval: Handler = (inv, out) => {
  for (const word of inv.operands)
    if (/^bailiff(?:@.*)?$/.test(word.text)) out.act("tamper/guard-package", `${inv.name} ${word.text}`);
};

/** `corepack npm publish`, `corepack yarn@4 npm publish`. */
const corepack: Handler = (inv, out) => {
  const [first, ...others] = inv.operands;
  if (first && /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg)(?:@.*)?$/.test(first.text))
    out.command([programOf(first), ...others]);
};

const jsonEdit: Handler = (inv, out) => {
  const file = inv.value("-f");
  if (file && inv.has("-I")) out.effect({ kind: "write", path: out.path(file), how: "inplace" });
};

/** `go run example.com/tool/cmd/tool@latest words`: the program that the module is. */
const goRun: Handler = (inv, out) => {
  const [module, ...words] = inv.operands;
  const path = module?.text.replace(/@.*$/, "").replace(/\/v\d+$/, "") ?? "";
  if (/^[\w-]+(?:\.[\w-]+)+\/.+/.test(path)) out.command([plainWord(path.slice(path.lastIndexOf("/") + 1)), ...words]);
};

export const runHandlers: Readonly<Record<string, Handler>> = {
  "go-run": goRun,
  "json-edit": jsonEdit,
  "package-run": packageRun,
  "package-create": packageCreate,
  "package-install": packageInstall,
  "package-set": packageSet,
  "bare-run": bareRun,
  "script-run": scriptRun,
  "yarn-again": again("yarn", 0),
  "yarn-workspace": again("yarn", 1),
  "node-again": again("node", 0),
  "npm-config": npmConfig,
  "package-removal": packageRemoval,
  corepack,
};
