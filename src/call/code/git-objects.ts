import { truthy } from "./deeds.js";
import type { Args, Call } from "./profile.js";
import { alternatives, asText, list, text, type Value } from "./values.js";

/**
 * Libraries whose objects do what commands of git do: GitPython's `repo.head.reset(…, working_tree=True)`
 * (gitpython.readthedocs.io), pygit2 (pygit2.org), dulwich's porcelain (dulwich.io), isomorphic-git
 * (isomorphic-git.org), NodeGit, ruby-git and Rugged. Each call is told as the command that it is.
 */

/** What the constructors give; no name of a program's own holds brackets. */
export const GIT_PYTHON = "gitpython()";
export const PYGIT2 = "pygit2()";
export const RUBY_GIT = "rubygit()";
export const RUGGED = "rugged()";

const git = (words: (args: Args) => readonly Value[] | undefined): Call => {
  return (args, m) => {
    const given = words(args);
    if (given) m.spawn(list([text("git"), ...given]), []);
    return undefined;
  };
};

const gives = (name: string): Call => {
  return () => ({ kind: "symbol", name });
};

const words = (...given: string[]): Value[] => given.map(text);

/** Texts among the arguments, lists opened. */
function texts(args: Args, ...names: string[]): Value[] {
  const named = names.flatMap((name) => args.named.get(name) ?? []);
  return [...args.positional, ...named]
    .flatMap(alternatives)
    .flatMap((v) => (v.kind === "list" ? v.items : [v]))
    .filter((v) => v.kind === "text");
}

/** Whether any argument is a constant or a symbol of that name: `GIT_RESET_HARD`, `ResetMode.HARD`, `:hard`. */
function says(args: Args, word: RegExp): boolean {
  return [...args.positional, ...args.named.values()].some(
    (v) => word.test(v.kind === "symbol" ? v.name : asText(v).text) && (v.kind === "symbol" || v.kind === "text"),
  );
}

const push = git((args) => [
  ...words("push", ...(truthy(args, "force", "f") ? ["--force"] : []), ...(truthy(args, "mirror") ? ["--mirror"] : [])),
  ...(truthy(args, "delete") ? words("--delete") : []),
  text("origin"),
  ...texts(args, "refspec", "ref", "remoteRef").slice(0, 3),
]);
const reset = (hard: (args: Args) => boolean): Call => git((args) => words("reset", hard(args) ? "--hard" : "--soft"));
const checkout = (force: (args: Args) => boolean): Call =>
  git((args) => (force(args) ? words("checkout", "-f") : undefined));
const forced = (args: Args): boolean => truthy(args, "force", "f") || says(args, /\bforce$|FORCE$/);
const removesBranch = (force: (args: Args) => boolean): Call =>
  git((args) => [text("branch"), text(force(args) ? "-D" : "-d"), ...texts(args, "ref").slice(0, 1)]);
const always = (): boolean => true;
const hard = (args: Args): boolean => says(args, /(?:^|[_.:])hard$/i);

/** By the full name, the constructor's result in front. */
const OBJECTS: readonly (readonly [RegExp, Call])[] = [
  [/^gitpython\(\)\.remote$/, gives(`${GIT_PYTHON}.remotes.origin`)],
  [/^gitpython\(\)\.remotes(?:\.\w+)?\.push$/, push],
  [/^gitpython\(\)\.(?:head|index)\.reset$/, reset((args) => truthy(args, "working_tree"))],
  [/^gitpython\(\)\.(?:heads?|branches|active_branch)(?:\.\w+)?\.checkout$/, checkout(forced)],
  [/^gitpython\(\)\.index\.checkout$/, checkout(forced)],
  [/^gitpython\(\)\.delete_head$/, removesBranch(forced)],
  [/^pygit2\(\)\.reset$/, reset(hard)],
  [/^pygit2\(\)\.checkout(?:_\w+)?$/, checkout((args) => says(args, /FORCE$/))],
  [/^pygit2\(\)\.stash_drop$/, git(() => words("stash", "drop"))],
  [/^pygit2\(\)\.branches(?:\.local)?\.delete$/, removesBranch(always)],
  [/^pygit2\(\)\.remotes(?:\.\w+)?\.push$/, push],
  [/^dulwich\.porcelain\.reset$/, reset(hard)],
  [/^dulwich\.porcelain\.push$/, push],
  [/^dulwich\.porcelain\.clean$/, git(() => words("clean", "-fd"))],
  [/^dulwich\.porcelain\.branch_delete$/, removesBranch(always)],
  [/^isomorphic-git\.push$/, push],
  [/^isomorphic-git\.checkout$/, checkout(forced)],
  [/^isomorphic-git\.deleteBranch$/, removesBranch(always)],
  [/^nodegit\.Reset\.reset$/, reset(hard)],
  [/^nodegit\.Stash\.drop$/, git(() => words("stash", "drop"))],
  [/^nodegit\.Checkout\.\w+$/, checkout((args) => says(args, /FORCE$/))],
  [/^rubygit\(\)\.reset_hard$/, reset(always)],
  [/^rubygit\(\)\.reset$/, reset((args) => truthy(args, "hard"))],
  [/^rubygit\(\)\.push$/, push],
  [/^rubygit\(\)\.clean$/, git((args) => words("clean", truthy(args, "force", "ff") ? "-fd" : "-n"))],
  [/^rubygit\(\)\.checkout$/, checkout(forced)],
  [/^rugged\(\)\.reset$/, reset(hard)],
  [/^rugged\(\)\.checkout(?:_\w+)?$/, checkout(forced)],
  [/^rugged\(\)\.branches\.delete$/, removesBranch(always)],
];

/** What a method of such an object does. */
export function gitObject(name: string): Call | undefined {
  return OBJECTS.find(([pattern]) => pattern.test(name))?.[1];
}
