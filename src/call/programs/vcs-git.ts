import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { flags } from "./entry.js";
import { MAIN_BRANCH } from "./main-branch.js";
import type { ProgramSpec } from "./spec.js";
import { directoryOf, isBroad, isList, onPaths, patch } from "./vcs-git-paths.js";
import { refs } from "./vcs-git-refs.js";
import { rest } from "./vcs-git-rest.js";
import { commandsOfSettings, config, settingOf, settingsOf } from "./vcs-git-settings.js";
import { workTree } from "./vcs-git-work.js";
import { taking } from "./wrapper.js";

// The first spellings of global options are names of their own where a subcommand has the same short letter for
// something else: a form that asks for the subcommand's `-C` must not find the global one.
const git: ProgramSpec = {
  names: ["git", "git.exe", "yadm"],
  ownOptions: true,
  style: "posix",
  flags: flags(
    "--paginate -p, --no-pager -P, --no-replace-objects, --no-lazy-fetch, --no-optional-locks, --no-advice, --bare, --literal-pathspecs, --glob-pathspecs, --noglob-pathspecs, --icase-pathspecs, --html-path, --man-path, --info-path",
  ),
  values: {
    "--in -C": "cwd",
    "--work-tree": "cwd",
    "--setting -c --config-env": "text",
    ...taking("--git-dir, --namespace, --super-prefix, --attr-source, --list-cmds"),
  },
  optional: taking("--exec-path"),
  subcommands: { ...workTree, ...refs, ...rest },
  handler: "git",
};

/** A list of all branches, of which nothing was left out: the main one is among them. */
const WHOLE_LIST = /⟦.*\bgit (?:-\S+ )*(?:branch (?:\S+ )*-[a-z]*[ra]|for-each-ref|ls-remote|show-ref)\b/s;
const PICKED = /grep|awk\s+['"][^'"]*[!/]|--merged|--no-merged|--contains|head|tail|\/[\w-]+\/\*|-l |--list/;

function listsBranches(inv: Invocation): boolean {
  const all = inv.upstream.map((each) => each.argv.map((w) => w.text).join(" ")).join(" | ");
  return WHOLE_LIST.test(`⟦${all}`) && !PICKED.test(all);
}

const push: Handler = (inv, out) => {
  if (inv.has("-n")) return;
  const words = inv.operands;
  const mirrored = settingsOf(inv).some(
    ({ key, value }) => /^remote\..+\.mirror$/i.test(key) || (/^remote\..+\.push$/i.test(key) && value.text[0] === "+"),
  );
  const forced = words.filter((w) => w.text.startsWith("+"));
  if (inv.has("-f", "--mirror", "--prune") || forced.length > 0 || mirrored)
    out.act("git-history/force-push", forced[0]?.text);
  const removed = [
    ...words.filter((w) => w.text.length > 1 && w.text.startsWith(":")).map((w) => w.text.slice(1)),
    ...(inv.has("-d") ? words.slice(words.length > 1 ? 1 : 0).map((w) => w.text) : []),
  ];
  if (removed.some((name) => WHOLE_LIST.test(name) && !PICKED.test(name)) || (inv.has("-d") && listsBranches(inv)))
    out.act("git-history/remote-main", removed[0]);
  for (const name of removed)
    out.act(MAIN_BRANCH.test(name) ? "git-history/remote-main" : "git-history/remote-branch", name);
};

const branch: Handler = (inv, out) => {
  if (!inv.has("-f") || inv.has("-d", "-D", "-m", "-M", "-c", "-C")) return;
  const name = inv.operands[0]?.text;
  if (name !== undefined)
    out.act(MAIN_BRANCH.test(name) ? "git-history/main-branch-moved" : "git-history/move-branch", name);
};

const tag: Handler = (inv, out) => {
  if (inv.has("-d")) {
    const many = inv.operands.some((w) => isList(w) || isBroad(w));
    out.act(many ? "git-history/ref-removal" : "git-history/move-branch", inv.operands[0]?.text);
  } else if (inv.has("-f")) out.act("git-history/move-branch", inv.operands[0]?.text);
};

/** An age below which unreachable objects may still be wanted. */
function isSoon(age: string): boolean {
  return !/never|false|week|month|year/i.test(age);
}

const gc: Handler = (inv, out) => {
  const prune = inv.value("--prune")?.text;
  const ages = settingsOf(inv).filter(({ key }) => /^gc\..*(?:expire|expireunreachable)$/i.test(key));
  if ((prune !== undefined && isSoon(prune)) || ages.some(({ value }) => isSoon(value.text)))
    out.act("git-history/expiry");
};

const prune: Handler = (inv, out) => {
  const age = inv.value("--expire")?.text;
  if (!inv.has("-n") && (age === undefined || isSoon(age))) out.act("git-history/expiry");
};

const clean: Handler = (inv, out) => {
  if (inv.has("-n")) return;
  const unforced = /^(?:false|no|off|0)$/i.test(settingOf(inv, "clean.requireforce") ?? "");
  // Interactive cleaning asks; with an input of its own it is answered beforehand.
  if (inv.has("-i") ? inv.stdin !== undefined : unforced && !inv.has("-f")) out.act("git-history/clean");
};

const updateRef: Handler = (inv, out) => {
  if (!inv.has("--stdin")) return;
  const text = inv.stdin?.kind === "text" && inv.stdin.known ? inv.stdin.text : undefined;
  if (text === undefined || /^delete[ \0]/m.test(text)) out.act("git-history/ref-removal", "--stdin");
};

/** One word is shell text, several are a command (git-submodule(1)). */
const submodule: Handler = (inv, out) => {
  if (inv.path[1] !== "foreach") return;
  const [first] = inv.operands;
  if (first && inv.operands.length === 1) out.code("sh", first, { via: "git submodule foreach" });
  else if (first) out.command(inv.operands, { via: "git submodule foreach" });
};

const forEachRepo: Handler = (inv, out) => {
  if (inv.operands.length > 0) out.command([plainWord("git"), ...inv.operands]);
};

const ADDRESSED = new Set(["clone", "fetch", "pull", "push", "remote", "ls-remote", "submodule", "archive"]);

/** `ext::command` as an address runs the command (git-remote-ext(1)). */
function addresses(inv: Invocation, out: Emitter): void {
  if (!ADDRESSED.has(inv.path[0] ?? "")) return;
  const words: Word[] = [...inv.operands, ...inv.values("--remote")];
  const local = inv.path[0] === "clone" ? inv.operands[0] : undefined;
  for (const word of words) {
    const file = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(word.text)?.[1];
    if (file !== undefined) out.effect({ kind: "read", path: out.path({ ...word, text: file }) });
    else if (word === local && /^(?:\.{0,2}\/|~)/.test(word.text)) out.effect({ kind: "read", path: out.path(word) });
  }
  for (const word of words)
    if (word.text.startsWith("ext::"))
      out.code("sh", { ...word, text: word.text.slice(5).replaceAll("% ", " ") }, { via: "git ext" });
}

/** `git clone --template=DIR` and `git init --template=DIR` lay hooks that run later. */
function templates(inv: Invocation, out: Emitter): void {
  const template = inv.value("--template");
  if (template && template.text !== "" && /^(?:clone|init)$/.test(inv.path[0] ?? ""))
    out.effect({ kind: "read", path: out.path(template, directoryOf(inv, out)), how: "execute" });
}

const bySubcommand: ReadonlyMap<string, Handler> = new Map(
  Object.entries({
    ...onPaths,
    push,
    branch,
    tag,
    gc,
    prune,
    clean,
    submodule,
    config,
    "update-ref": updateRef,
    "for-each-repo": forEachRepo,
  }),
);

const gitHandler: Handler = (inv, out) => {
  commandsOfSettings(inv, out);
  addresses(inv, out);
  templates(inv, out);
  bySubcommand.get(inv.path[0] ?? "")?.(inv, out);
};

/** `git-reset` in git's own directory of programs, `git-lfs` beside it: the same as with a blank. */
const dashed: Handler = (inv, out) => {
  const [, ...words] = inv.words;
  out.command([plainWord("git"), plainWord(inv.name.slice("git-".length)), ...words], { via: inv.name });
};

export const gitPrograms: readonly ProgramSpec[] = [
  git,
  { names: ["git-*"], style: "words", mutates: "unknown", handler: "git-dashed" },
  // The BFG has no dry run: every call with an option rewrites.
  {
    names: ["bfg"],
    flags: flags("--massive-non-file-objects-over-recover, --private, --no-blob-protection"),
    values: taking(
      "-b --strip-blobs-bigger-than, -B --strip-biggest-blobs, -D --delete-files, --delete-folders, -rt --replace-text, -bi --strip-blobs-with-ids, -fi --filter-content-including, -fe --filter-content-excluding, -fs --filter-content-size-threshold, -p --protect-blobs-from",
    ),
    forms: [{ when: { any: ["-b", "-B", "-D", "--delete-folders", "-rt", "-bi"] }, act: "git-history/rewrite" }],
    mutates: true,
  },
];

export const gitHandlers: Readonly<Record<string, Handler>> = { git: gitHandler, "git-dashed": dashed, patch };
