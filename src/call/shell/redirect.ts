import type { Effect, Redirect } from "../effect.js";
import type { Taint } from "../word.js";
import { type Expansion, expandText, expandWord, pieces, plainField, textOf } from "./expand.js";
import { type Field, fieldWord } from "./field.js";
import { fileKey } from "./file-key.js";
import { bounded } from "./limits.js";
import { type Input, Sink } from "./scope.js";
import type { RedirectNode } from "./syntax.js";

/** What a command's redirections do, worked out before it runs. */
export interface Redirections {
  readonly list: Redirect[];
  /** What stands on standard input, when they say so. */
  input: Input | null;
  /** Files that take standard output. */
  readonly files: { readonly target: Field; readonly append: boolean }[];
  /** What they do whether or not anything is written. */
  readonly opened: { readonly target: Field; readonly how: "read" | "overwrite" | "append" }[];
  /** Addresses behind `/dev/tcp` and `/dev/udp`. */
  readonly addresses: string[];
  /** Collects what is written to `files`. */
  readonly sink: Sink | null;
}

const NONE: Redirections = { list: [], input: null, files: [], opened: [], addresses: [], sink: null };
const SOCKET = /^\/dev\/(tcp|udp)\/([^/]+)\/([^/]+)$/;

/** Works out redirections in their order. */
export function redirections(nodes: readonly RedirectNode[], x: Expansion): Redirections {
  if (nodes.length === 0) return NONE;
  const out = { list: [], input: null, files: [], opened: [], addresses: [], sink: null } as Redirections & {
    sink: Sink | null;
  };
  for (const node of nodes) one(node, out, x);
  if (out.files.length > 0) out.sink = new Sink();
  return out;
}

function one(node: RedirectNode, out: Redirections, x: Expansion): void {
  const { holes } = x.shell;
  const fd = node.descriptor?.type === "FileDescriptor" ? node.descriptor.value : undefined;
  if (node.type === "HereDoc") {
    const texts = node.body.parts ? textOf(pieces(node.body.parts, true, x)) : [plainBody(node)];
    given(fd, stacked(texts.map((text) => stripTabs(text, node.operator))), out, x);
    return;
  }
  if (!node.target) return;
  if (node.type === "HereString") {
    const home = /^~(?:\/|$)/.test(node.target.text) ? x.shell.call.home : undefined;
    const texts = expandText(node.target, x).map((text) => `${home === undefined ? text : home + text.slice(1)}\n`);
    given(fd, stacked(texts), out, x);
    return;
  }
  const plain = plainField(node.target, x);
  const fields = plain ? [plain] : (expandWord(node.target, x)[0] ?? []);
  const target = fields[0] ?? { text: "", glob: false, tilde: false, quoted: true };
  if (fields.length > 1) {
    // Ambiguous for bash, which then runs nothing; zsh writes to all of them.
    out.list.push({ operator: node.operator, target: holes.word(node.target.text, false, false) });
    const append = node.operator.includes(">>");
    if (node.operator.includes(">"))
      for (const each of fields) out.opened.push({ target: each, how: append ? "append" : "overwrite" });
    return;
  }
  const word = fieldWord(target, holes);
  if (node.operator === ">&" || node.operator === "<&") {
    if (duplicate(node.operator, fd, target.text, out, x)) return;
  }
  out.list.push({ operator: node.operator, target: word });
  const socket = SOCKET.exec(holes.shown(target.text));
  if (socket) {
    connect(`${socket[1]}://${socket[2]}:${socket[3]}`, node.operator, fd, out, x);
    return;
  }
  if (node.operator === "<" || node.operator === "<>") {
    if (fd === undefined || fd === 0) out.input = { text: written(target, x), file: word };
    else x.state.own().files.set(`/dev/fd/${fd}`, { text: written(target, x) });
    if (node.operator === "<") out.opened.push({ target, how: "read" });
    else out.opened.push({ target, how: "append" });
    return;
  }
  const append = node.operator.includes(">>");
  out.opened.push({ target, how: append ? "append" : "overwrite" });
  const stdout = fd === undefined || fd === 1 || node.operator.startsWith("&");
  if (stdout) out.files.push({ target, append });
}

/** A text on a descriptor; another than the input may become the input later (`bash <&3`). */
function given(fd: number | undefined, input: Input, out: Redirections, x: Expansion): void {
  if (fd === undefined || fd === 0) out.input = input;
  else x.state.own().files.set(`/dev/fd/${fd}`, { text: input.text });
}

/** A heredoc's text without expansions: backslashes still work where the delimiter is not quoted. */
function plainBody(node: RedirectNode & { type: "HereDoc" }): string {
  if (node.delimiter?.quoted) return node.body.text;
  return node.body.text.replace(/\\(?:\n|([$`\\]))/g, "$1");
}

/** One of several texts: whoever reads code from it sees them all. */
function stacked(texts: readonly string[]): Input {
  const [only = ""] = texts;
  return texts.length > 1 ? { text: texts.join("\n"), ambiguous: true } : { text: only };
}

function stripTabs(text: string, operator: string): string {
  return operator === "<<-" ? text.replace(/^\t+/gm, "") : text;
}

/** `2>&1`, `<&3`, `>&-`: no file. Returns false for `>& file`. */
function duplicate(operator: string, fd: number | undefined, text: string, out: Redirections, x: Expansion): boolean {
  if (!/^(?:\d*-?)$/.test(text) && !x.shell.holes.in(text)) return operator === "<&";
  const socket = x.state.sockets.get(text.replace(/-$/, "")) ?? out.addresses[0];
  const stdin = operator === "<&" ? fd === undefined || fd === 0 : fd === 0;
  if (socket !== undefined && stdin) out.input = { text: network(socket, x), from: [] };
  const opened = stdin ? x.state.files.get(`/dev/fd/${text.replace(/-$/, "")}`) : undefined;
  // Some of it may have been read before.
  if (opened) out.input = { text: opened.text, ambiguous: true };
  // A descriptor of a coprocess: what that one prints.
  const origin = stdin ? x.shell.holes.taint(text) : undefined;
  if (origin === "network" || origin === "decoded") out.input = { text, from: [] };
  return true;
}

function network(address: string, x: Expansion): string {
  const taint: Taint = "network";
  return x.shell.holes.add({ source: address, taint });
}

function connect(address: string, operator: string, fd: number | undefined, out: Redirections, x: Expansion): void {
  out.addresses.push(address);
  const reads = operator.startsWith("<") && (fd === undefined || fd === 0);
  if (reads) out.input = { text: network(address, x), from: [] };
}

/** What the call itself wrote to the file that is read here, else unknown. */
export function written(target: Field, x: Expansion): string {
  const word = fieldWord(target, x.shell.holes);
  const hole = x.shell.holes.of(target.text)[0];
  if (hole?.content !== undefined) return hole.content;
  for (const dir of x.state.dirs) {
    const file = x.shell.fileAt(x.shell.path(word, dir), x.state);
    if (file) return file.text;
  }
  return x.shell.holes.add({ source: word.text, taint: hole ? hole.taint : "file" });
}

/** Writes down what the redirections did, and remembers what was written. */
export function settleRedirections(each: Redirections, command: number | undefined, x: Expansion): void {
  if (each.opened.length === 0 && each.addresses.length === 0) return;
  const { shell, scope, state } = x;
  for (const url of each.addresses) shell.effect({ kind: "reach", url }, command, scope);
  const content = each.sink ? shell.holes.shown(each.sink.text) : undefined;
  for (const dir of state.dirs) {
    for (const { target, how } of each.opened) {
      const path = shell.path(fieldWord(target, shell.holes), dir);
      const known = content !== undefined && each.files.some((f) => f.target === target) ? { content } : {};
      const effect: Effect = how === "read" ? { kind: "read", path } : { kind: "write", path, how, ...known };
      shell.effect(effect, command, scope);
    }
    for (const { target, append } of each.files) {
      // Behind `> >(command)` stands the command's input.
      shell.holes
        .of(target.text)[0]
        ?.feed?.({ text: each.sink?.text ?? "", from: command === undefined ? [] : [command] });
      const key = fileKey(shell.path(fieldWord(target, shell.holes), dir));
      if (key === null || key === "/dev/null") continue;
      const before = append ? (state.files.get(key)?.text ?? "") : "";
      state.own().files.set(key, { text: bounded(before + (each.sink?.text ?? "")) });
    }
  }
}
