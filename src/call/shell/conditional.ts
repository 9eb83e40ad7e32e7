import { evaluate } from "./arithmetic.js";
import { type Expansion, expandText } from "./expand.js";
import type { TestNode } from "./syntax.js";

const NUMERIC = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** `[[ … ]]`: runs nothing itself, but what its words hold may be run. */
export function testExpression(node: TestNode, x: Expansion): void {
  x.shell.budget.spend("steps");
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
      const values = [...expandText(node.left, x), ...expandText(node.right, x)];
      if (NUMERIC.has(node.operator)) for (const value of values) subscripted(value, x);
      return;
    }
    default:
      node satisfies never;
  }
}

/** Runs what stands in the subscript of a name that reaches arithmetic as a text. */
export function subscripted(text: string, x: Expansion): void {
  if (/\[[\s\S]*[$`]/.test(text)) evaluate(text, x);
}
