import { type Expansion, expandAgain, pieces, textOf } from "./expand.js";
import { lookUp } from "./parameter.js";
import { parse } from "./parse.js";
import { substitutionText } from "./substitution.js";
import type { Arithmetic, ArithmeticPart } from "./syntax.js";

const DECEPTIVE = /['"][\s\S]*[$`]|[$`][\s\S]*['"]|\b(?:case|esac)\b/;

/** The value of `$((…))` as a text; unknown where it depends on something that is not known. */
export function arithmeticPart(part: ArithmeticPart, x: Expansion): string {
  const known = x.resultOf(part);
  if (known !== undefined) return known[0] ?? "";
  const value = calculate(part.expression, part.text, x);
  x.gave(part, [value]);
  return value;
}

/** The value of an arithmetic expression that the parser has read; `text` is how it was written. */
export function calculate(expression: Arithmetic | undefined, text: string, x: Expansion): string {
  if (DECEPTIVE.test(text) && /[$`]/.test(text)) {
    // Quotes do not protect anything here, whatever the parser took them for.
    const inside = text.replace(/^\$?(?:\(\(|\[)/, "").replace(/(?:\)\)|\])$/, "");
    expandAgain(inside.replaceAll("'", ""), x);
    x.shell.opaque("code", "unknown", text, x.scope);
  }
  const value = expression ? number(expression, x, 0) : 0;
  return value === null ? x.shell.holes.add({ source: text, taint: "unknown" }) : String(value);
}

/** Evaluates a text that bash takes for arithmetic: subscripts, offsets, operands of `-eq`. */
export function evaluate(text: string, x: Expansion): string {
  if (/^-?\d+$/.test(text)) return text;
  const plain = /^\s*\(?\s*(-?\d+)\s*\)?\s*$/.exec(text);
  if (plain) return plain[1] as string;
  if (/[$`]/.test(text) && /\[|['"]/.test(text)) {
    x.shell.opaque("code", "unknown", text, x.scope);
    return expandAgain(text.replaceAll("'", ""), x);
  }
  const command = parse(`((${text}))`).commands[0]?.command;
  if (command?.type !== "ArithmeticCommand") return x.shell.holes.add({ source: text, taint: "unknown" });
  return calculate(command.expression, text, x);
}

const DEEPEST = 200;

function number(e: Arithmetic, x: Expansion, depth: number): number | null {
  x.shell.budget.step();
  if (depth > DEEPEST) return null;
  switch (e.type) {
    case "ArithmeticGroup":
      return number(e.expression, x, depth + 1);
    case "ArithmeticWord":
      return word(e, x, depth);
    case "ArithmeticCommandExpansion":
      return integer(substitutionText(e, e.text, e.script, x).at(-1) ?? "");
    case "ArithmeticUnary": {
      const value = number(e.operand, x, depth + 1);
      if (e.operator === "++" || e.operator === "--") {
        const next = value === null ? null : value + (e.operator === "++" ? 1 : -1);
        assign(e.operand, next, x);
        return e.prefix ? next : value;
      }
      if (value === null) return null;
      return e.operator === "-"
        ? -value
        : e.operator === "!"
          ? Number(value === 0)
          : e.operator === "~"
            ? ~value
            : value;
    }
    case "ArithmeticTernary": {
      const test = number(e.test, x, depth + 1);
      const yes = number(e.consequent, x, depth + 1);
      const no = number(e.alternate, x, depth + 1);
      return test === null ? null : test !== 0 ? yes : no;
    }
    case "ArithmeticBinary": {
      const right = number(e.right, x, depth + 1);
      if (e.operator === "=") {
        assign(e.left, right, x);
        return right;
      }
      const left = number(e.left, x, depth + 1);
      const assigns = /^(?:[-+*/%&|^]|<<|>>)=$/.test(e.operator);
      const result =
        left === null || right === null ? null : binary(assigns ? e.operator.slice(0, -1) : e.operator, left, right);
      if (assigns) assign(e.left, result, x);
      return result;
    }
    default:
      e satisfies never;
      return null;
  }
}

function word(e: Arithmetic & { type: "ArithmeticWord" }, x: Expansion, depth: number): number | null {
  for (const part of e.parts ?? []) {
    // Single quotes do not protect here.
    if (part.type !== "SingleQuoted" || !/[$`]/.test(part.value)) continue;
    x.shell.opaque("code", "unknown", part.text, x.scope);
    expandAgain(part.value, x);
  }
  if (e.parts) return integer(textOf(pieces(e.parts, true, x))[0] ?? "");
  const text = e.value.trim();
  const value = integer(text);
  if (value !== null) return value;
  const name = /^([A-Za-z_]\w*)/.exec(text)?.[1];
  if (name === undefined) return null;
  const found = lookUp(name, text, x);
  if (found.set === false) return 0;
  // A variable's value is itself arithmetic, substitutions in its subscripts included.
  for (const each of found.values) if (/\[/.test(each) && /[$`]/.test(each)) evaluate(each, x);
  if (found.values.length !== 1 || text !== name || depth > DEEPEST) return null;
  return integer(x.shell.holes.bare(found.values[0] as string));
}

function integer(text: string): number | null {
  const trimmed = text.trim();
  if (/^-?(?:0|[1-9]\d*)$/.test(trimmed)) return Number(trimmed);
  if (/^0[xX][0-9a-fA-F]+$/.test(trimmed)) return Number.parseInt(trimmed, 16);
  if (/^0[0-7]+$/.test(trimmed)) return Number.parseInt(trimmed, 8);
  const based = /^(\d+)#([0-9a-zA-Z]+)$/.exec(trimmed);
  if (based && Number(based[1]) <= 36) return Number.parseInt(based[2] as string, Number(based[1]));
  return trimmed === "" ? 0 : null;
}

function assign(target: Arithmetic, value: number | null, x: Expansion): void {
  if (target.type !== "ArithmeticWord" || !/^[A-Za-z_]\w*$/.test(target.value)) return;
  const text = value === null ? x.shell.holes.add({ source: `$${target.value}`, taint: "unknown" }) : String(value);
  x.state.set(target.value, [text]);
}

function binary(operator: string, a: number, b: number): number | null {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? null : Math.trunc(a / b);
    case "%":
      return b === 0 ? null : a % b;
    case "**":
      return b < 0 || b > 64 ? null : a ** b;
    case "<<":
      return a << b;
    case ">>":
      return a >> b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "&&":
      return Number(a !== 0 && b !== 0);
    case "||":
      return Number(a !== 0 || b !== 0);
    case "<":
      return Number(a < b);
    case ">":
      return Number(a > b);
    case "<=":
      return Number(a <= b);
    case ">=":
      return Number(a >= b);
    case "==":
      return Number(a === b);
    case "!=":
      return Number(a !== b);
    case ",":
      return b;
    default:
      return null;
  }
}
