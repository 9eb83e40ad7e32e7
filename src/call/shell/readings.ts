import { assignedValues } from "./assign.js";
import { type Expansion, expandWord, plainField } from "./expand.js";
import { combine, type Field } from "./field.js";
import { LIMITS } from "./limits.js";
import type { AssignmentNode, CommandNode, WordNode } from "./syntax.js";

/** A command's words: the name and what stands behind it, redirections among them. */
export type Words = Pick<CommandNode, "name" | "suffix">;

export function isArgument(each: CommandNode["suffix"][number]): each is WordNode | AssignmentNode {
  return each.type === "Word" || each.type === "Assignment";
}

/** All readings of a command's words together. */
export interface Readings {
  /** The words where there is one reading, as nearly always. */
  readonly only: Field[] | undefined;
  /** The readings where there are several. */
  readonly all: readonly Field[][];
  /** There are more. */
  readonly cut: boolean;
  /** Every word stands for itself or is quoted. */
  readonly plain: boolean;
}

const NONE: readonly Field[][] = [];

export function readingsOf({ name, suffix }: Words, declares: boolean, x: Expansion): Readings {
  // Nearly every word is one field.
  const argv: Field[] = [];
  let several: Field[][][] | undefined;
  let plain = true;
  for (let i = name ? -1 : 0; i < suffix.length; i++) {
    const word = (i < 0 ? name : suffix[i]) as CommandNode["suffix"][number];
    if (!isArgument(word)) continue;
    const only = word.type === "Word" ? plainField(word, x) : undefined;
    if (only && !several) {
      argv.push(only);
      continue;
    }
    if (!only) plain = false;
    const readings = only ? [[only]] : wordReadings(word, declares, x);
    if (several) several.push(readings);
    else if (readings.length === 1) for (const each of readings[0] as Field[]) argv.push(each);
    else several = [[argv], readings];
  }
  if (!several) return { only: argv, all: NONE, cut: false, plain };
  const { all, cut } = combine(several, LIMITS.alternatives);
  return { only: all.length === 1 ? all[0] : undefined, all, cut, plain };
}

function wordReadings(word: WordNode | AssignmentNode, declares: boolean, x: Expansion): Field[][] {
  return word.type === "Word" ? expandWord(word, x) : argumentReadings(word, declares, x);
}

/** `name=value` among a command's words. */
function argumentReadings(node: AssignmentNode, declares: boolean, x: Expansion): Field[][] {
  const head = node.text.slice(
    0,
    Math.max(0, node.value.type === "Word" ? node.value.pos - node.pos : node.text.length),
  );
  if (node.value.type === "ArrayValue") return [[{ text: node.text, glob: false, tilde: false, quoted: true }]];
  if (declares) {
    return assignedValues(node, x, true).map((text) => [
      { text: head + text, glob: false, tilde: false, quoted: true },
    ]);
  }
  const readings = expandWord(node.value, x);
  const braces = node.value.parts?.some((part) => part.type === "BraceExpansion") ?? false;
  return readings.map((fields) => {
    if (fields.length === 0) return [{ text: head, glob: false, tilde: false, quoted: true }];
    return fields.map((each, i) =>
      i === 0 || braces ? { ...each, text: head + each.text, tilde: false, quoted: true } : each,
    );
  });
}
