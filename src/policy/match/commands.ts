import { NONE } from "../../call/none.js";
import type { CommandSpec } from "../../call/programs/spec.js";
import type { Rule } from "../policy.js";
import { type CommandPattern, normalPattern, tailOf } from "./command.js";
import type { NormalCommand } from "./normal.js";
import { Prefixes } from "./prefixes.js";

/** Command rows, found by the first words of a command. */
export class CommandRows {
  private readonly byProgram = new Map<string, Rule[]>();
  private readonly ready = new Map<string, ProgramRows>();
  private readonly byBeginning = new Prefixes<Rule>();
  private readonly anywhere: Rule[] = [];

  constructor(private readonly pattern: (rule: Rule) => CommandPattern) {}

  /** Kept cheap: a table may have thousands of rows, of which a call meets a few. */
  add(rule: Rule): void {
    if (rule.match === "regex") {
      this.anywhere.push(rule);
      return;
    }
    const { first, more } = firstWord(rule.pattern);
    const wild = rule.match === "exact" ? -1 : wildcard(first);
    if (wild < 0) {
      this.of(first).push(rule);
      const slash = first.lastIndexOf("/");
      if (slash >= 0) this.of(first.slice(slash + 1)).push(rule);
    } else if (!more && wild > 0 && wild === first.length - 1 && first.endsWith("*")) {
      // A name left open and nothing after it: only the text decides, and it must begin as the pattern does.
      this.byBeginning.add(first.slice(0, wild), rule);
    } else this.anywhere.push(rule);
  }

  private of(program: string): Rule[] {
    let rows = this.byProgram.get(program);
    if (!rows) {
      rows = [];
      this.byProgram.set(program, rows);
    }
    return rows;
  }

  /** The rows that could catch or cover a command; no others can. */
  find(command: NormalCommand): Iterable<Rule> {
    if (!this.mayFind(command)) return NONE;
    const found = new Set<Rule>(this.anywhere);
    const { written, program } = command;
    const names = new Set([program, written ?? program]);
    // A name with a space in it is, as text, a name and a word.
    if (program.includes(" ")) names.add(program.slice(0, program.indexOf(" ")));
    for (const name of names) {
      this.rowsOf(name)?.collect(command, found);
      if (!this.byBeginning.empty) this.byBeginning.collect(name === program ? command.literal : name, found);
    }
    return found;
  }

  /** Most programs are in no row. */
  private mayFind({ program, written }: NormalCommand): boolean {
    return (
      this.anywhere.length > 0 ||
      !this.byBeginning.empty ||
      this.byProgram.has(program) ||
      (written !== undefined && this.byProgram.has(written)) ||
      program.includes(" ")
    );
  }

  private rowsOf(program: string): ProgramRows | undefined {
    const rows = this.byProgram.get(program);
    if (!rows) return undefined;
    let ready = this.ready.get(program);
    if (!ready) {
      ready = new ProgramRows(rows, this.pattern);
      this.ready.set(program, ready);
    }
    return ready;
  }
}

function wildcard(text: string): number {
  const star = text.indexOf("*");
  const one = text.indexOf("?");
  return star < 0 ? one : one < 0 ? star : Math.min(star, one);
}

/** A pattern's first word, as `normalPattern` leaves it, and whether others follow. */
function firstWord(pattern: string): { first: string; more: boolean } {
  const plain = pattern.startsWith("/") || /^\s/.test(pattern) ? normalPattern(pattern) : pattern;
  const end = plain.search(/\s/);
  return end < 0 ? { first: plain, more: false } : { first: plain.slice(0, end), more: plain.trimEnd().length > end };
}

/** Fewer rows are all tried: looking them up would cost as much. */
const FEW = 32;

/** The rows of one program; where there are many, found by how the words after its name begin. */
class ProgramRows {
  private index: { readonly any: Rule[]; readonly beginnings: Prefixes<Rule> } | undefined;

  constructor(
    private readonly rows: readonly Rule[],
    private readonly pattern: (rule: Rule) => CommandPattern,
  ) {}

  collect(command: NormalCommand, found: Set<Rule>): void {
    if (this.rows.length <= FEW) {
      for (const rule of this.rows) found.add(rule);
      return;
    }
    const { literal, program, shape, spec } = command;
    this.index ??= this.build(spec);
    for (const rule of this.index.any) found.add(rule);
    this.index.beginnings.collect(literal.slice(Math.min(program.length, literal.search(/ |$/)) + 1), found);
    this.index.beginnings.collect(shape.tail, found);
  }

  /** A command can only be caught when its words begin as the pattern's do, as written or without options. */
  private build(spec: CommandSpec): { any: Rule[]; beginnings: Prefixes<Rule> } {
    const any: Rule[] = [];
    const beginnings = new Prefixes<Rule>();
    for (const rule of this.rows) {
      const pattern = this.pattern(rule);
      const wild = rule.match === "glob" ? /[*?]|(?:^| )-.*/ : /(?:^| )-.*/;
      const spelled = pattern.text.slice(pattern.text.indexOf(" ") + 1 || pattern.text.length);
      const fixed = [spelled, tailOf(pattern, spec)].map((text) => cut(text, wild));
      if (fixed.includes("")) any.push(rule);
      else for (const each of new Set(fixed)) beginnings.add(each, rule);
    }
    return { any, beginnings };
  }
}

/** A text up to where a pattern matches. */
function cut(text: string, at: RegExp): string {
  const end = text.search(at);
  return end < 0 ? text : text.slice(0, end);
}
