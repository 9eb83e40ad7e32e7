import type { EffectiveCommand } from "../../call/effect.js";
import { baseName, isWithin, normalise } from "../../call/path.js";
import type { Case } from "../case.js";

/** The directory that git works in, after `-C`, and the words from the subcommand on; null where it is not told. */
function gitCommand(command: EffectiveCommand): { readonly cwd: string; readonly words: string[] } | null {
  if (baseName(command.argv[0]?.text ?? "") !== "git" || command.cwd === null || "GIT_DIR" in command.env) return null;
  const words = command.argv.slice(1).map((w) => w.text);
  let { cwd } = command;
  while (words[0]?.startsWith("-")) {
    const option = words.shift() as string;
    if (/^--(?:git-dir|work-tree)/.test(option)) return null;
    const value = option === "-C" || option === "-c" ? words.shift() : undefined;
    if (option === "-C") cwd = within(cwd, value ?? ".");
  }
  return { cwd, words };
}

function within(cwd: string, path: string): string {
  return normalise(path.startsWith("/") ? path : `${cwd}/${path}`);
}

/** The work tree that `git init` or `git clone` makes. */
function made(command: EffectiveCommand): string | undefined {
  const git = gitCommand(command);
  const [verb, ...rest] = git?.words ?? [];
  if (!git || (verb !== "init" && verb !== "clone")) return undefined;
  const named = rest.filter((w) => !w.startsWith("-"));
  if (verb === "init") return within(git.cwd, named[0] ?? ".");
  const [address = "", target] = named;
  const name = address.replace(/\/+$/, "").replace(/^.*[/:]|\.git$/g, "");
  return target === undefined && (name === "" || name === ".") ? undefined : within(git.cwd, target ?? name);
}

/** Whether a command works in a repository that the same call made in a directory for temporary files. */
export function inScratchRepository(index: number, input: Case): boolean {
  const { commands } = input.analysis;
  const git = commands[index] && gitCommand(commands[index]);
  if (!git) return false;
  const { cwd } = git;
  if (!input.place({ text: cwd, abs: cwd, glob: false, known: true }).temp) return false;
  return commands.slice(0, index).some((each) => {
    const tree = made(each);
    return tree !== undefined && isWithin(cwd, tree);
  });
}
