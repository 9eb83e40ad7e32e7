import { worstTaint } from "../word.js";
import { type Expansion, expandWord } from "./expand.js";
import { isBlank } from "./hole.js";
import { written } from "./redirect.js";
import { type Input, Sink } from "./scope.js";
import type { Part, ScriptNode, SubstitutionPart, WordNode } from "./syntax.js";

/** What `$(…)` or backticks stand for; the commands inside are walked once. */
export function substitution(part: SubstitutionPart, x: Expansion): readonly string[] {
  // Backticks join lines before they are parsed, which the parser leaves undone.
  if (part.text[0] === "`" && part.text.includes("\\\n")) x.shell.opaque("code", "unknown", part.text, x.scope);
  return substitutionText(part, part.text, part.script, x);
}

/** What a substitution's output is, as far as it can be known. */
export function substitutionText(
  node: Place,
  source: string,
  script: ScriptNode | undefined,
  x: Expansion,
): readonly string[] {
  const known = x.resultOf(node);
  if (known !== undefined) return known;
  const { text, ambiguous } = output(script, x, node);
  // NULs are left out.
  const value = settle(text.replaceAll("\0", "").replace(/\n+$/, ""), source, x);
  const taint = x.shell.holes.taint(text) ?? "unknown";
  const values = ambiguous ? [value, x.shell.holes.add({ source, taint })] : [value];
  x.gave(node, values);
  return values;
}

/** An output that is wholly unknown is better named by the substitution than by what is in it. */
function settle(text: string, source: string, x: Expansion): string {
  const { holes } = x.shell;
  const bare = holes.bare(text);
  if (!holes.in(bare) || !isBlank(bare)) return text;
  const all = holes.of(text);
  if (bare.length === 1 && all[0]?.taint === "temp") return text;
  const taint = all.reduce((worst, hole) => worstTaint(worst, hole.taint) ?? hole.taint, all[0]?.taint ?? "unknown");
  return holes.add({ source, taint });
}

/** `$(<file)`: a redirection and nothing else stands for the file's text. */
function onlyFile(script: ScriptNode): WordNode | undefined {
  const [only] = script.commands;
  if (script.commands.length !== 1 || only?.command.type !== "Command" || only.command.name) return undefined;
  const { prefix, suffix } = only.command;
  const [redirect] = prefix;
  if (prefix.length !== 1 || suffix.length > 0 || redirect?.type !== "Redirect" || redirect.operator !== "<")
    return undefined;
  return redirect.target;
}

function fileText(node: WordNode, x: Expansion): string {
  const target = expandWord(node, x)[0]?.[0];
  if (!target) return "";
  const word = x.shell.holes.word(target.text, target.glob, target.tilde);
  for (const dir of x.state.dirs) x.shell.effect({ kind: "read", path: x.shell.path(word, dir) }, undefined, x.scope);
  return written(target, x);
}

interface Place {
  readonly pos: number;
  readonly end: number;
}

function output(script: ScriptNode | undefined, x: Expansion, place: Place): Pick<Sink, "text" | "ambiguous"> {
  if (!script) return { text: x.shell.holes.add({ source: "…", taint: "unknown" }), ambiguous: false };
  const file = onlyFile(script);
  if (file) return { text: fileText(file, x), ambiguous: false };
  const sink = new Sink();
  const span = x.scope.span ?? (script.source === undefined ? null : ([place.pos, place.end] as const));
  const state = x.state.fork();
  const before = x.shell.commands.length;
  x.shell.walk.script(script, state, x.shell.inner(x.scope, { out: sink, span }), x.shell);
  x.state.keepFiles(state);
  // Programs in it may read what is meant for the command around it.
  if (x.scope.input && x.shell.commands.length > before) x.scope.input.ambiguous = true;
  return sink;
}

/** The file that `<(…)` or `>(…)` stands for. */
export function processSubstitution(part: Part & { type: "ProcessSubstitution" }, x: Expansion): string {
  const known = x.resultOf(part);
  if (known !== undefined) return known[0] ?? "";
  const { text } = output(part.script, x, part);
  const taint = x.shell.holes.taint(text) ?? "unknown";
  const value = x.shell.holes.add({
    source: part.text,
    taint,
    ...(part.operator === "<" ? { content: text } : { feed: (input) => feed(part, input, x) }),
  });
  x.gave(part, [value]);
  return value;
}

function feed(part: Part & { type: "ProcessSubstitution" }, input: Input, x: Expansion): void {
  const state = x.state.fork();
  const scope = x.shell.inner(x.scope, { input, out: null, repeats: true });
  if (part.script) x.shell.walk.script(part.script, state, scope, x.shell);
  x.state.keepFiles(state);
}
