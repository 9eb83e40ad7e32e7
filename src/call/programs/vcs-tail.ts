import { deedsOf } from "./deed-table.js";
import type { Handler } from "./emit.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { running, taking } from "./wrapper.js";

// Front ends of git and other version control: Graphite, git-extras, git-machete, StGit, Sapling's kin, DVC, Dolt,
// CVS, Pijul, Plastic; and programs that run a command in many repositories: mr, gita, meta, west, vcstool.

const removal = "git-history/branch-removal";
const rewrite = "git-history/rewrite";
const discards = "git-history/discard-tree";
const hard = "git-history/hard-reset";

const withOption = (options: readonly string[], act: string): CommandSpec => ({
  flags: [...options],
  forms: [{ when: { any: options.map((each) => each.split(" ")[0] as string) }, act }],
  mutates: true,
});
const always = (act: string): CommandSpec => ({ forms: [{ act }], mutates: true });

export const programs: readonly ProgramSpec[] = [
  {
    names: ["gt", "graphite"],
    subcommands: {
      "delete dl": withOption(["-f --force"], removal),
      "branch b": { subcommands: { "delete dl": withOption(["-f --force"], removal) } },
      undo: withOption(["-f --force"], rewrite),
      "submit s ss": { mutates: true, network: true },
    },
    mutates: "unknown",
  },
  deedsOf("stg", { "delete|clean": removal, "reset|rollback": hard }, { flags: ["--help"] }),
  {
    names: ["dolt"],
    subcommands: { reset: withOption(["--hard"], hard), clean: always("git-history/clean") },
    mutates: "unknown",
  },
  { names: ["dvc"], subcommands: { "checkout co": withOption(["-f --force"], discards) }, mutates: "unknown" },
  { names: ["cvs"], subcommands: { "update up": withOption(["-C"], discards) }, mutates: "unknown" },
  { names: ["pijul"], subcommands: { reset: always(discards) }, mutates: "unknown" },
  { names: ["cm"], subcommands: { "undo unco undochange": withOption(["-r", "--all"], discards) }, mutates: "unknown" },
  // The same in every repository.
  { names: ["mr", "myrepos"], subcommands: { "run r": running() }, mutates: "unknown" },
  { names: ["gita"], subcommands: { "super shell": { style: "posix", handler: "gita" } }, mutates: "unknown" },
  {
    names: ["meta"],
    subcommands: { exec: { style: "posix", operands: "sh" }, git: { style: "words", handler: "git-again" } },
  },
  {
    names: ["west"],
    subcommands: { forall: { style: "posix", values: { "-c": "sh", ...taking("-C, -g") } } },
    mutates: "unknown",
  },
  {
    names: ["vcs"],
    subcommands: { custom: { style: "posix", flags: ["--git"], handler: "vcs-custom" } },
    mutates: "unknown",
  },
];

export const handlers: Readonly<Record<string, Handler>> = {
  /** `gita super [repositories] git-words`, `gita shell [repositories] command`. */
  gita(inv, out) {
    const [git, ...words] = [{ text: "git", known: true, glob: false, tilde: false }, ...inv.operands];
    const from = inv.path.at(-1) === "super" && words[0]?.text !== "git" ? [git, ...words] : words;
    if (git && from.length > 0) out.command(from, { via: "gita" });
  },
  "git-again"(inv, out) {
    out.command(inv.words.slice(1), { via: inv.name });
  },
  "vcs-custom"(inv, out) {
    const at = inv.words.findIndex((w) => w.text === "--args");
    const git = { text: "git", known: true, glob: false, tilde: false };
    if (at > 0 && at + 1 < inv.words.length) out.command([git, ...inv.words.slice(at + 1)], { via: "vcs custom" });
  },
};
