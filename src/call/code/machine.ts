import type { Effect, OpaqueClass, PathRef } from "../effect.js";
import type { Emitter, Inner } from "../programs/emit.js";
import type { Language } from "../programs/spec.js";
import { type Taint, type Word, worstTaint } from "../word.js";
import { fetchedBy, printedBy } from "./printed.js";
import type { Profile } from "./profile.js";
import {
  alternatives,
  asText,
  ENVIRONMENT,
  holdsEnvironment,
  type List,
  list,
  spelled,
  type Text,
  taintOf,
  text,
  unknown,
  type Value,
  wordOf,
  words,
} from "./values.js";

const CHANGES: ReadonlySet<string> = new Set(["DELETE", "POST", "PUT", "PATCH"]);
const MOST_EMISSIONS = 2000;
const SHELLS = /^(?:.*\/)?(?:sh|bash|zsh|dash|ksh|fish|csh|tcsh|cmd|cmd\.exe|powershell|powershell\.exe|pwsh)$/;

/**
 * What a script's known functions write to: effects, inner commands and code, with the directory
 * that the script has moved to. One a script.
 */
export class Machine {
  /** Effects are held back while an end is being looked for. */
  muted = 0;
  /** The directory after a change of it; undefined while it is the command's own. */
  cwd: string | null | undefined;
  /** Files that the script itself fetched from the network. */
  readonly fetched = new Set<string>();
  connected = false;
  redirected = false;
  shellStarted = false;
  forked = false;
  private emissions = 0;

  constructor(
    readonly profile: Profile,
    readonly out: Emitter,
    readonly inner: Inner,
    /** Calls a value as a function; set by the one that reads the script. */
    readonly apply: (target: Value, positional: readonly Value[]) => Value,
  ) {
    this.cwd = inner.cwd;
  }

  get home(): string {
    return this.out.path({ text: "~", known: true, glob: false, tilde: true }).abs ?? "/⟦home⟧";
  }

  get directory(): Value {
    const abs =
      this.cwd === undefined ? this.out.path({ text: ".", known: true, glob: false, tilde: false }).abs : this.cwd;
    return abs === null ? unknown("directory") : { ...text(abs), path: true };
  }

  /** The script's own arguments, without its name. */
  get parameters(): List {
    const given = (this.inner.parameters ?? []).slice(1);
    return list(
      given.map((w) => (w.known ? { ...text(w.text), glob: w.glob } : unknown(w.text.replace(/[⟦⟧]/g, ""), w.taint))),
    );
  }

  /** One variable of the environment. */
  variable(name: string): Value {
    if (name === "HOME" || name === "USERPROFILE") return { ...text(this.home), path: true };
    if (name === "PWD" || name === "INIT_CWD") return this.directory;
    if (/^(?:TMPDIR|TMP|TEMP)$/.test(name)) return { ...text("/tmp"), path: true };
    if (name === "USER" || name === "LOGNAME") return text(this.home.slice(this.home.lastIndexOf("/") + 1));
    const word = this.inner.env?.[name];
    return word?.known ? text(word.text) : unknown(`$${name}`);
  }

  get environment(): Value {
    return ENVIRONMENT;
  }

  private free(): boolean {
    return this.muted === 0 && this.emissions++ < MOST_EMISSIONS;
  }

  effect(effect: Effect): void {
    if (this.free()) this.out.effect(effect);
  }

  act(act: string, target?: string): void {
    if (this.free()) this.out.act(act, target);
  }

  /** One effect for each path that a value can mean; files opened by number and empty names are none. */
  onPaths(value: Value | undefined, make: (path: PathRef) => Effect): void {
    if (value === undefined) return;
    const items = alternatives(value).flatMap((v) => (v.kind === "list" ? v.items.flatMap(alternatives) : [v]));
    for (const item of items) {
      if (item.kind !== "text" || item.text === "" || /^\d+$/.test(item.text)) continue;
      this.effect(make(this.path(item)));
    }
  }

  path(value: Text): PathRef {
    const word = wordOf(/^file:\/\/\//.test(value.text) ? { ...value, text: value.text.slice(7) } : value);
    return this.cwd === undefined ? this.out.path(word) : this.out.path(word, this.cwd);
  }

  private context(cwd?: Value): Inner {
    const moved = cwd === undefined ? this.cwd : this.path(asText(cwd)).abs;
    return {
      via: this.profile.language,
      ...(moved === undefined ? {} : { cwd: moved }),
      ...(this.inner.remote ? { remote: this.inner.remote } : {}),
      ...(this.inner.env ? { env: this.inner.env } : {}),
    };
  }

  /** What the script reads from its input. */
  get stdin(): Text {
    return unknown("stdin", this.out.inputOrigin?.() ?? "stdin");
  }

  /** Where an open pipe's lines come from: `open F, "curl … |"`. */
  piped: Taint | undefined;

  /** A line of the input, or of a handle that the script opened. */
  line(handle: string): Value {
    return /^(?:STDIN|ARGV)?$/.test(handle) ? this.stdin : unknown("line", this.piped);
  }

  /** Text that is handed to a shell. Gives what it prints. */
  shell(value: Value | undefined, cwd?: Value): Value {
    if (value === undefined || this.muted > 0) return unknown("output");
    let origin: Taint | undefined;
    for (const each of alternatives(value)) {
      const code = asText(each);
      origin = worstTaint(origin, printedBy(code.text));
      if (/(?:^|[\s/])(?:sh|bash|zsh)\s+(?:-i\b|[<>]&)|^\s*(?:\/bin\/)?(?:sh|bash)\s*$/.test(code.text))
        this.shellStarted = true;
      this.checkFetched(code.text);
      this.code("sh", code, this.context(cwd));
    }
    return unknown("output", origin);
  }

  /** A program with its arguments; a lone text is read as a shell would. Gives what it prints. */
  spawn(program: Value | undefined, rest: readonly Value[], cwd?: Value): Value {
    if (program === undefined || this.muted > 0) return unknown("output");
    let origin: Taint | undefined;
    for (const each of alternatives(program)) {
      if (each.kind !== "list" && rest.length === 0) {
        origin = worstTaint(origin, taintOf(this.shell(each, cwd)));
        continue;
      }
      const items = each.kind === "list" ? [...each.items, ...rest] : [each, ...rest];
      const argv = items.map((v) => words(v)[0] as Word);
      origin = worstTaint(origin, fetchedBy(argv.map((w) => w.text)));
      this.command(argv, cwd);
    }
    return unknown("output", origin);
  }

  private command(argv: readonly Word[], cwd?: Value): void {
    const [first, ...others] = argv;
    if (!first || !this.free()) return;
    if (SHELLS.test(first.text) && (others.length === 0 || others.some((w) => w.text === "-i")))
      this.shellStarted = true;
    for (const word of argv) this.checkFetched(word.text);
    this.out.command(argv, this.context(cwd));
  }

  private checkFetched(code: string): void {
    for (const path of this.fetched) {
      if (!code.includes(path)) continue;
      this.opaque("script-file", "network", path);
    }
  }

  /** Code that the language itself runs from a text. */
  evaluate(value: Value | undefined, language: Language = this.profile.language): void {
    if (value === undefined || this.muted > 0) return;
    for (const each of alternatives(value))
      if (each.kind !== "function") this.code(language, asText(each), this.context());
  }

  private code(language: Language, code: Text, inner: Inner): void {
    if (!this.free()) return;
    // What was decoded is read, and still is nothing that a person saw.
    if (code.known && (code.taint === "decoded" || code.taint === "network"))
      this.opaqueNow("code", code.taint, code.text);
    this.out.code(language, wordOf(code), inner);
  }

  opaque(kind: OpaqueClass, origin: Taint, source: string): void {
    if (this.free()) this.opaqueNow(kind, origin, source);
  }

  private opaqueNow(kind: OpaqueClass, origin: Taint, source: string): void {
    this.out.effect({ kind: "opaque", class: kind, origin, source: source.slice(0, 200) });
  }

  /** An address is reached, and what is sent along leaves the machine. */
  request(url: Value | undefined, sent: readonly Value[], method?: Value, body?: Value): Value {
    const to = url === undefined ? "" : asText(url).text;
    this.effect({ kind: "reach", url: to });
    const verb = method?.kind === "text" ? method.text.toUpperCase() : "GET";
    if (url && CHANGES.has(verb)) this.changes(verb, asText(url), body);
    this.sends(to, sent);
    return unknown(`response of ${to}`, "network");
  }

  /** The environment and files among values that are sent. */
  sends(to: string, sent: readonly Value[]): void {
    if (sent.some((v) => holdsEnvironment(v))) this.effect({ kind: "send", what: "environment", to });
    for (const value of sent) {
      const taint = taintOf(value);
      if (taint === "file" || taint === "secret") {
        const source = /⟦file ([^⟧]*)⟧/.exec(asText(value).text)?.[1];
        this.effect({
          kind: "send",
          what: "file",
          to,
          ...(source === undefined ? {} : { path: this.path(text(source)) }),
        });
      }
    }
  }

  /** What a request changes is what it changes from the command line. */
  private changes(verb: string, url: Text, body: Value | undefined): void {
    const said = body === undefined ? "" : spelled(body);
    this.command(
      [text("curl"), text("-X"), text(verb), ...(said === "" ? [] : [text("--data-raw"), text(said)]), url].map(wordOf),
    );
  }

  /** A file is fetched and kept. */
  download(url: Value | undefined, file: Value | undefined): void {
    this.request(url, []);
    this.onPaths(file, (path) => ({ kind: "write", path, how: "overwrite" }));
    if (file && this.muted === 0)
      for (const each of alternatives(file))
        if (each.kind === "text" && each.text.length > 2) this.fetched.add(each.text);
  }

  /** What is written to a file: from the network it is what was fetched. */
  keep(file: Value, content: Value): void {
    const taint = taintOf(content);
    const name = asText(file);
    if (this.muted === 0 && name.known && name.text.length > 2 && (taint === "network" || taint === "decoded"))
      this.fetched.add(name.text);
  }

  /** The content of a file, whose name stays with it. */
  read(file: Value | undefined): Value {
    const name = file ? asText(file).text : "?";
    if (/^(?:https?|ftp):\/\//.test(name)) return this.request(file, []);
    if (/^(?:0|-|STDIN|\/dev\/(?:stdin|fd\/0)|php:\/\/stdin)$/.test(name)) return this.stdin;
    const kept = file && this.out.wrote?.(wordOf(asText(file)), this.cwd)?.taint;
    if (kept === "network" || kept === "decoded") return unknown(`file ${name}`, kept);
    this.onPaths(file, (path) => ({ kind: "read", path }));
    return unknown(`file ${name.replace(/[⟦⟧]/g, "")}`, "file");
  }

  chdir(to: Value | undefined): void {
    if (to && this.muted === 0) this.cwd = this.path(asText(to)).abs;
  }
}
