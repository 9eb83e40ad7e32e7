import type { Effect, PathRef } from "../effect.js";
import { baseName } from "../path.js";
import type { Taint, Word } from "../word.js";
import { fileKey } from "./file-key.js";
import type { WrittenFile } from "./known.js";
import { bounded } from "./limits.js";
import { originOf } from "./origins.js";
import type { Scope } from "./scope.js";
import type { Shell } from "./shell.js";
import type { State } from "./state.js";

const STDIN = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/;

/** Remembers what one program writes to files, so that running such a file later is understood. */
export class WrittenFiles {
  private lastRead: WrittenFile | undefined;
  /** Where what the program makes comes from; worked out once, for it may write thousands of files. */
  private origin: Taint | undefined;
  /** What it has written so far. */
  private readonly made: string[] = [];
  /** Directories that were unpacked into, as the archive may be named after them. */
  private readonly targets: string[] = [];

  constructor(
    private readonly shell: Shell,
    private readonly state: State,
    private readonly scope: Scope,
    private readonly argv: readonly Word[],
  ) {}

  /** Takes note of an effect of the program. */
  note(effect: Effect): void {
    if (effect.remote) {
      if (effect.kind === "read") this.fetched(effect.path, effect.remote.kind === "host" ? "network" : "foreign");
      return;
    }
    if (effect.kind === "read") {
      this.lastRead = this.read(effect.path);
      for (const each of this.targets) this.unpacked(each);
    } else if (effect.kind === "move") this.copy(effect.path, effect.to);
    else if (effect.kind === "link") this.copy(effect.target, effect.path);
    else if (effect.kind === "write") {
      const key = fileKey(effect.path);
      if (key === null) return;
      if (effect.how === "extract") {
        this.targets.push(key);
        this.unpacked(key);
      } else this.wrote(key, effect.how, effect.content);
    }
  }

  /** What is known of a file that is read: written before, or behind a process substitution. */
  private read(path: PathRef): WrittenFile | undefined {
    if (STDIN.test(path.abs ?? "") && this.scope.input) return { text: this.scope.input.text };
    if (fileKey(path) !== null) return this.shell.fileAt(path, this.state);
    const { holes } = this.shell;
    const text = holes.of(holes.text({ text: path.text, known: false, glob: false, tilde: false }))[0]?.content;
    return text === undefined ? undefined : { text };
  }

  private copy(from: PathRef, to: PathRef): void {
    const file = this.shell.fileAt(from, this.state);
    const key = fileKey(to);
    if (file && key !== null) this.state.own().files.set(key, file);
  }

  /** An archive from the network leaves files from the network, under names that are not known. */
  private unpacked(directory: string): void {
    const { holes } = this.shell;
    const archive = this.lastRead?.text ?? this.scope.input?.text ?? "";
    const taint = holes.taint(archive);
    if (taint !== "network" && taint !== "decoded") return;
    this.shell.unpacks(directory, { text: holes.add({ source: directory, taint }) });
  }

  /** What was copied from another machine, to a file or into a directory. */
  private fetched(from: PathRef, taint: Taint): void {
    this.origin = taint;
    for (const made of this.made) {
      const file = { text: this.shell.holes.add({ source: made, taint }) };
      const { files } = this.state.own();
      files.set(made, file);
      files.set(`${made}/${baseName(from.text)}`, file);
    }
  }

  private wrote(path: string, how: string, content: string | undefined): void {
    if (how === "mkdir" || how === "touch") return;
    this.made.push(path);
    const name = baseName(this.argv[0]?.text ?? "");
    if (name === "tee") {
      const text = this.scope.input?.text;
      if (text !== undefined) {
        const before = how === "append" ? (this.state.files.get(path)?.text ?? "") : "";
        this.state.own().files.set(path, { text: before + text });
      }
      return;
    }
    if (/^(?:cp|install|dd|rsync|ln)$/.test(name)) {
      const input = name === "dd" ? this.scope.input : null;
      const file = this.lastRead ?? (input ? { text: input.text } : undefined);
      if (file) this.state.own().files.set(path, file);
      return;
    }
    if (content !== undefined) {
      const before = how === "append" ? (this.state.files.get(path)?.text ?? "") : "";
      this.state.own().files.set(path, { text: bounded(before + content) });
      return;
    }
    if (this.origin === undefined) {
      const words = this.argv.slice(1).map((word) => word.text);
      this.origin = originOf(name, words, this.scope.input !== null, undefined);
    }
    const taint = this.origin;
    if (taint !== "network" && taint !== "decoded" && taint !== "foreign") return;
    this.state.own().files.set(path, { text: this.shell.holes.add({ source: path, taint }) });
  }
}
