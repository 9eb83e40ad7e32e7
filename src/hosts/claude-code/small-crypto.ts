/**
 * What the hook process uses of `node:crypto`: loading that module costs a process of its own more
 * than the decision. The build puts this in its place; long texts and all else go to the real one.
 */
import { closeSync, openSync, readSync } from "node:fs";

/** Characters up to which hashing here is faster than loading the real module. */
const SHORT = 8_192;

const real = (): typeof import("node:crypto") => process.getBuiltinModule("node:crypto");

interface Hash {
  update(text: string | Uint8Array): Hash;
  digest(form: "hex"): string;
}

/** SHA-256 as `createHash` makes it, for text and hexadecimal digests. */
export function createHash(name: string): Hash {
  const parts: (string | Uint8Array)[] = [];
  let size = 0;
  const made: Hash = {
    update(part) {
      parts.push(part);
      size += part.length;
      return made;
    },
    digest(form) {
      if (name === "sha256" && form === "hex" && size <= SHORT) return sha256(Buffer.concat(parts.map(bytesOf)));
      const given = real().createHash(name);
      for (const part of parts) given.update(part);
      return given.digest(form);
    },
  };
  return made;
}

/** SHA-256 of one text as hexadecimal digits. */
export function hash(name: string, text: string): string {
  return createHash(name).update(text).digest("hex");
}

function bytesOf(part: string | Uint8Array): Uint8Array {
  return typeof part === "string" ? Buffer.from(part) : part;
}

/** Random bytes from the system. */
export function randomBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  try {
    const source = openSync("/dev/urandom", "r");
    try {
      if (readSync(source, bytes) === count) return bytes;
    } finally {
      closeSync(source);
    }
  } catch {
    // No such device: another system.
  }
  return real().randomBytes(count);
}

/** A version 4 UUID (RFC 9562). */
export function randomUUID(): string {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export const randomInt = (...range: [number, number]): number => real().randomInt(...range);

/** FIPS 180-4, section 6.2. */
function sha256(message: Uint8Array): string {
  const length = message.length;
  const words = new Int32Array((((length + 8) >> 6) + 1) * 16);
  for (let i = 0; i < length; i++)
    words[i >> 2] = (words[i >> 2] as number) | ((message[i] as number) << (24 - (i & 3) * 8));
  words[length >> 2] = (words[length >> 2] as number) | (0x80 << (24 - (length & 3) * 8));
  words[words.length - 1] = length * 8;
  const [k, state] = constants();
  const w = new Int32Array(64);
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = words[block + i] as number;
      else {
        const x = w[i - 15] as number;
        const y = w[i - 2] as number;
        const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
      }
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (k[i] as number) + (w[i] as number)) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] as number) + value) | 0;
  }
  let text = "";
  for (const word of state) text += (word >>> 0).toString(16).padStart(8, "0");
  return text;
}

let roundConstants: Int32Array | undefined;

/** Fractions of the cube roots of the first 64 primes, and of the square roots of the first 8. */
function constants(): [Int32Array, Int32Array] {
  const state = Int32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  );
  if (!roundConstants) {
    roundConstants = new Int32Array(64);
    for (let candidate = 2, found = 0; found < 64; candidate++) {
      let prime = true;
      for (let i = 2; i * i <= candidate && prime; i++) prime = candidate % i !== 0;
      if (!prime) continue;
      const root = Math.cbrt(candidate);
      roundConstants[found++] = (root - Math.floor(root)) * 2 ** 32;
    }
  }
  return [roundConstants, state];
}
