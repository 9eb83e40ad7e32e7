import { evaluate } from "./arithmetic.js";
import { type Expansion, expandText } from "./expand.js";
import type { TestNode, WordNode } from "./syntax.js";

const NUMERIC = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** `[[ … ]]`: runs nothing itself, but what its words hold may be run. */
export function testExpression(node: TestNode, x: Expansion): void {
  x.shell.budget.step();
  switch (node.type) {
    case "TestLogical":
      for (const each of node.operands) testExpression(each, x);
      return;
    case "TestNot":
      testExpression(node.operand, x);
      return;
    case "TestGroup":
      testExpression(node.expression, x);
      return;
    case "TestUnary": {
      const values = expandText(node.operand, x);
      // A variable's name may have a subscript, which is arithmetic.
      if (node.operator === "-v" || node.operator === "-R") for (const value of values) subscripted(value, x);
      return;
    }
    case "TestBinary": {
      const left = homed(node.left, x);
      const right = homed(node.right, x);
      const values = [...left, ...right];
      if (node.operator === "=~") matched(left, right, x);
      if (NUMERIC.has(node.operator)) for (const value of values) subscripted(value, x);
      return;
    }
    default:
      node satisfies never;
  }
}

/** A word's texts with its home directory written out. */
function homed(word: WordNode, x: Expansion): string[] {
  const texts = expandText(word, x);
  return /^~(?:\/|$)/.test(word.text) ? texts.map((text) => x.shell.call.home + text.slice(1)) : texts;
}

/** Longer texts and patterns are not tried: matching may take long. */
const LONGEST = 128;

/** `BASH_REMATCH`: what the groups matched, where text and pattern are known. */
function matched(left: readonly string[], right: readonly string[], x: Expansion): void {
  const { holes } = x.shell;
  const [text = "", pattern = ""] = [left[0], right[0]];
  const known = left.length === 1 && right.length === 1 && holes.known(text + pattern);
  const found = known ? tried(holes.bare(text), holes.bare(pattern)) : undefined;
  const array =
    found ??
    Array.from({ length: 10 }, (_, i) =>
      holes.add({ source: `\${BASH_REMATCH[${i}]}`, taint: holes.taint(text) ?? "unknown", contrived: true }),
    );
  x.state.set("BASH_REMATCH", array.slice(0, 1), { array });
}

function tried(text: string, pattern: string): string[] | undefined {
  // A repeated group may take for ever.
  if (text.length > LONGEST || pattern.length > LONGEST || /\)[*+?{]|\[\[:|\\/.test(pattern)) return undefined;
  if ((pattern.match(/[*+{]/g)?.length ?? 0) > 4) return undefined;
  try {
    return new RegExp(pattern).exec(text)?.map((each) => each ?? "") ?? [];
  } catch {
    return undefined;
  }
}

/** Runs what stands in the subscript of a name that reaches arithmetic as a text. */
export function subscripted(text: string, x: Expansion): void {
  if (/\[[\s\S]*[$`]/.test(text)) evaluate(text, x);
}
