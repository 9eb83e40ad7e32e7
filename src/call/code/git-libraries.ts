import type { Call } from "./profile.js";
import { asText, list, type Text, text, type Value } from "./values.js";

/**
 * Libraries that put git's own commands under their names: GitPython's `repo.git.reset("--hard")`
 * (gitpython.readthedocs.io), simple-git's `git.reset(["--hard"])` (github.com/steveukx/git-js).
 */

function flat(values: readonly Value[]): Value[] {
  return values.flatMap((v) => (v.kind === "list" ? flat(v.items) : v.kind === "text" ? [v] : []));
}

/** `hard=True` is `--hard`, `f=True` is `-f`. */
function options(named: ReadonlyMap<string, Value>): Text[] {
  return [...named].flatMap(([name, value]) => {
    const on = (value.kind === "symbol" && /^(?:True|true|null)$/.test(value.name)) || value.kind === "text";
    if (!on) return [];
    const option = name.startsWith("-") ? name : name.length === 1 ? `-${name}` : `--${name.replaceAll("_", "-")}`;
    return [
      text(option),
      ...(value.kind === "text" && value.text !== "" && !/^true$/i.test(value.text) ? [value] : []),
    ];
  });
}

/** GitPython: any command of git as a method. */
export function gitMethod(name: string): Call {
  return (args, m) => {
    const rest = [...flat(args.positional), ...options(args.named)];
    if (name === "execute") m.spawn(list(flat(args.positional)), []);
    else m.spawn(list([text("git"), text(name.replaceAll("_", "-")), ...rest]), []);
    return undefined;
  };
}

/** simple-git: some methods take a mode in the place of options. */
export function simpleGit(name: string): Call {
  return (args, m) => {
    const rest = flat(args.positional).map((v, i) => mode(name, asText(v), i));
    const given = [...rest, ...options(args.named)];
    if (name === "raw") m.spawn(list([text("git"), ...given]), []);
    else if (/^deleteLocalBranch(?:es)?$/.test(name)) {
      const force = args.positional[1]?.kind === "symbol" && args.positional[1].name === "true";
      m.spawn(list([text("git"), text("branch"), text(force ? "-D" : "-d"), ...rest.slice(0, 1)]), []);
    } else if (/^[a-z]+$/.test(name)) m.spawn(list([text("git"), text(name), ...given]), []);
    return { kind: "symbol", name: SIMPLE_GIT };
  };
}

function mode(name: string, value: Text, at: number): Value {
  if (at > 0 || value.text.startsWith("-")) return value;
  if (name === "reset" && /^(?:hard|soft|mixed|merge|keep)$/.test(value.text)) return text(`--${value.text}`);
  return name === "clean" && /^[a-z]+$/.test(value.text) ? text(`-${value.text}`) : value;
}

/** What the constructor gives; no name of a program's own holds brackets. */
export const SIMPLE_GIT = "simplegit()";
