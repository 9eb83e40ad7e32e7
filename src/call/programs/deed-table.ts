import { deed, HELP_WORD } from "./infra-shape.js";
import type { CommandSpec, Form, ProgramSpec } from "./spec.js";

type Tree = { [name: string]: Tree | string };

/**
 * An entry of a program of which only its deeds are known: by their subcommands (`"pool destroy|rm"`),
 * or by an option where the key begins with a dash (`"--delete-all"`).
 *
 * @param names separated by spaces
 * @param deeds what does which deed
 */
export function deedsOf(
  names: string,
  deeds: Readonly<Record<string, string>>,
  more: Omit<ProgramSpec, "names"> = {},
): ProgramSpec {
  const tree: Tree = {};
  const forms: Form[] = [...((more.forms as Form[] | undefined) ?? [])];
  const flags: string[] = [...(more.flags ?? [])];
  for (const [way, act] of Object.entries(deeds)) {
    if (way.startsWith("-")) {
      forms.push({ when: { any: [way.split(" ")[0] as string] }, act });
      flags.push(way);
    } else enter(tree, way.split(" "), act);
  }
  return {
    mutates: "unknown",
    ...more,
    names: names.split(" "),
    ...(flags.length > 0 ? { flags } : {}),
    ...(forms.length > 0 ? { forms: [HELP_WORD, ...forms] } : {}),
    ...(Object.keys(tree).length > 0 ? { subcommands: commands(tree) } : {}),
  };
}

function enter(tree: Tree, [first, ...rest]: readonly string[], act: string): void {
  for (const name of (first ?? "").split("|")) {
    if (rest.length === 0) {
      tree[name] = act;
      continue;
    }
    const below = typeof tree[name] === "object" ? tree[name] : {};
    tree[name] = below;
    enter(below, rest, act);
  }
}

function commands(tree: Tree): Record<string, CommandSpec> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, below]) => [
      name,
      typeof below === "string" ? deed(below) : { subcommands: commands(below) },
    ]),
  );
}
