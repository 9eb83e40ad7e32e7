import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type PolicyPlaces, sourcePlaces } from "./places.js";
import type { GovernedAgent, Policy } from "./policy.js";

/** Form of the compiled file; one of another form is compiled anew. */
const FORM = 3;

/** What shows that a source is still the one that was compiled: absent, or its size, times and place on disk. */
export type Stamp = string;

/** A compiled policy and what it was made from. */
export interface Artefact {
  readonly form: number;
  readonly version: string;
  /** Stamps of every source by its path. */
  readonly stamps: Readonly<Record<string, Stamp>>;
  /** Content hashes of project files, by path, and whether they were trusted. */
  readonly trust: Readonly<Record<string, { readonly hash: string; readonly trusted: boolean }>>;
  /** Stamps of the agent files, and of the directories in which there may be some, by path. */
  readonly watched: Readonly<Record<string, Stamp>>;
  readonly policy: Policy;
}

/** Where the compiled policy of these places is kept, and the texts that were last in order. */
export function artefactFiles(places: PolicyPlaces): { readonly artefact: string; readonly good: string } {
  const key = createHash("sha256")
    .update(
      JSON.stringify([places.shipped, places.user, places.project, ...(places.agents ?? []).map((p) => p.directory)]),
    )
    .digest("hex")
    .slice(0, 24);
  const directory = join(places.state, "policy");
  return { artefact: join(directory, `${key}.json`), good: join(directory, `${key}.good.json`) };
}

/** The stamp of one file. The time of the last status change cannot be set by a program, so a change always shows. */
export function stamp(path: string): Stamp {
  try {
    const { size, mtimeNs, ctimeNs, ino } = statSync(path, { bigint: true });
    return `${size}-${mtimeNs}-${ctimeNs}-${ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unreadable";
  }
}

/** The stamps of every file that the law may stand in. */
export function stamps(places: PolicyPlaces): Record<string, Stamp> {
  return Object.fromEntries(sourcePlaces(places).map(({ path }) => [path, stamp(path)]));
}

/** Writes a file that is whole or not there; false when the place cannot be written. */
export function writeSealed(file: string, body: unknown, tail = ""): boolean {
  const text = Buffer.from(JSON.stringify(body));
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, `${seal(text)}\n${text}\n${tail}`, { mode: 0o600, flag: "wx" });
    renameSync(temporary, file);
    return true;
  } catch {
    remove(temporary);
    return false;
  }
}

/** What `writeSealed` wrote; undefined when it is not there, not whole or was changed since. */
export function readSealed(file: string): unknown {
  return parts(file)?.body;
}

/** The body, and the bytes behind it, which are not looked at. */
function parts(file: string): { readonly body: unknown; readonly tail: Buffer } | undefined {
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf("\n", SEAL);
    const body = bytes.subarray(SEAL, end);
    if (end < 0 || `${seal(body)}\n` !== bytes.toString("latin1", 0, SEAL)) return undefined;
    return { body: JSON.parse(body.toString("utf8")) as unknown, tail: bytes.subarray(end + 1) };
  } catch {
    return undefined;
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // What cannot be removed is replaced by whoever can.
  }
}

/** Where an agent's lists stand in the tail, and their seal: a call needs those of its own agent alone. */
type Kept = Omit<GovernedAgent, "lists"> & { readonly at?: readonly [from: number, bytes: number, seal: string] };

/** Keeps a compiled policy; false when the place cannot be written. */
export function writeArtefact(file: string, artefact: Artefact): boolean {
  let tail = "";
  let length = 0;
  const agents: Record<string, Kept> = {};
  for (const [name, { lists, ...agent }] of Object.entries(artefact.policy.agents)) {
    if (!lists) {
      agents[name] = agent;
      continue;
    }
    const text = Buffer.from(JSON.stringify(lists));
    agents[name] = { ...agent, at: [length, text.length, seal(text)] };
    tail += text.toString();
    length += text.length;
  }
  return writeSealed(file, { ...artefact, tail: length, policy: { ...artefact.policy, agents } }, tail);
}

/** The agents with their lists, each read when it is first asked for. */
function withLists(kept: Readonly<Record<string, Kept>>, tail: Buffer, file: string): Policy["agents"] {
  const agents: Record<string, GovernedAgent> = {};
  for (const [name, { at, ...agent }] of Object.entries(kept)) {
    if (!at) {
      agents[name] = agent;
      continue;
    }
    const [from, bytes, sealed] = at;
    let lists: GovernedAgent["lists"];
    agents[name] = Object.defineProperty(agent as GovernedAgent, "lists", {
      enumerable: true,
      get() {
        lists ??= listsFrom(tail.subarray(from, from + bytes), sealed, file);
        return lists;
      },
    });
  }
  return agents;
}

/** @throws when they were changed: nothing is judged by them, and the next process compiles them anew */
function listsFrom(text: Buffer, sealed: string, file: string): GovernedAgent["lists"] {
  if (seal(text) === sealed) return JSON.parse(text.toString("utf8")) as GovernedAgent["lists"];
  remove(file);
  throw new Error(`${file} was damaged or changed; it is compiled anew for the next call`);
}

/**
 * A checksum that tells damage and careless edits, 64 bits of two multiplicative hashes over words of
 * four bytes: who may write here may write the law's sources too, and loading a cryptographic hash
 * costs more than the decision.
 */
function seal(text: Buffer): string {
  const words = text.length >> 2;
  // A view of words begins at a multiple of four; what does not is copied to where it does.
  const bytes = text.byteOffset % 4 === 0 ? text : Uint8Array.from(text);
  const whole = new Int32Array(bytes.buffer, bytes.byteOffset, words);
  let a = 0xdeadbeef | 0;
  let b = 0x41c6ce57;
  for (let i = 0; i < words + (text.length & 3); i++) {
    const word = i < words ? (whole[i] as number) : (text[words * 4 + i - words] as number);
    a = Math.imul(a ^ word, 0x9e3779b1);
    b = Math.imul(b ^ word, 0x5f356495);
    a = (a << 13) | (a >>> 19);
    b = (b << 17) | (b >>> 15);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return [text.length, a >>> 0, b >>> 0].map((part) => part.toString(16).padStart(8, "0")).join("");
}

/** Bytes of a seal and the line end after it. */
const SEAL = 25;

/** The compiled policy of these places, if it is whole, of this version and made from the files as they are now. */
export function readArtefact(places: PolicyPlaces, version: string): Artefact | undefined {
  const file = artefactFiles(places).artefact;
  const read = parts(file);
  if (!read) return undefined;
  const { tail, ...found } = read.body as Artefact & { readonly tail: number };
  if (found.form !== FORM || found.version !== version || read.tail.length !== tail) return undefined;
  const now = stamps(places);
  const paths = Object.keys(now);
  if (paths.length !== Object.keys(found.stamps).length) return undefined;
  if (!paths.every((path) => found.stamps[path] === now[path])) return undefined;
  if (!Object.entries(found.watched).every(([path, was]) => stamp(path) === was)) return undefined;
  const { agents } = found.policy as { readonly agents: Readonly<Record<string, Kept>> };
  return { ...found, policy: { ...found.policy, agents: withLists(agents, read.tail, file) } };
}

/** An artefact ready to be written. */
export function artefactOf(parts: Omit<Artefact, "form">): Artefact {
  return { form: FORM, ...parts };
}
