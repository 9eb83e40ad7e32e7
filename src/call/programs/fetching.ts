import type { Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { remoteName, saveAs } from "./transfer.js";

// What clients of object stores and hosts save here: aws s3, gsutil, gcloud storage, az storage, mc, s3cmd, s5cmd,
// gh; each tool's own reference.

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
/** A store's name in the client's settings, then a path: `minio/bucket/tool`, `s3:bucket/tool`. */
const ALIASED = /^[\w.-]+(?::|\/)[^/]/;

/** An object under the name that is given for it or, in a directory, under its own. */
function save(from: Word, to: Word, out: Emitter): void {
  const name = remoteName(from.text);
  const inside = /(?:^|\/)\.{0,2}$/.test(to.text);
  if (!inside) out.effect({ kind: "write", path: out.path(to), how: "overwrite" });
  if (name !== null) saveAs(name, to, from, out);
}

function many(inv: Invocation): boolean {
  return inv.has("--recursive", "-r", "-R") || /^(?:sync|rsync|mirror)$/.test(inv.path.at(-1) ?? "");
}

export const programs: readonly ProgramSpec[] = [];

export const handlers: Readonly<Record<string, Handler>> = {
  /** `cp s3://bucket/tool ./tool`. */
  "fetch-object"(inv, out) {
    const [from, to] = inv.operands;
    if (!from || !to || to.text === "-" || ADDRESS.test(to.text)) return;
    const remote = ADDRESS.test(from.text) || (/^(?:mc|rclone)$/.test(inv.name) && ALIASED.test(from.text));
    if (!remote) return;
    if (many(inv)) out.effect({ kind: "write", path: out.path(to), how: "extract" });
    else save(from, to, out);
  },
  /** The file is the first operand: `aws s3api get-object … out`. */
  "fetch-file"(inv, out) {
    const [file] = inv.operands;
    if (file && file.text !== "-" && file.text !== "/dev/stdout")
      out.effect({ kind: "write", path: out.path(file), how: "overwrite" });
  },
  /** `s3cmd get s3://bucket/tool [FILE]`: under its own name where none is given. */
  "fetch-named"(inv, out) {
    const [from, to] = inv.operands;
    if (!from || !ADDRESS.test(from.text) || to?.text === "-") return;
    if (to) save(from, to, out);
    else {
      const name = remoteName(from.text);
      if (name !== null) saveAs(name, undefined, from, out);
    }
  },
  /** `gh release download -p tool -D bin`: by the names in its patterns, as far as they are names. */
  "fetch-release"(inv, out) {
    const file = inv.value("-O");
    if (file && file.text !== "-") out.effect({ kind: "write", path: out.path(file), how: "overwrite" });
    const directory = inv.value("-D");
    for (const word of inv.values("-p")) if (!/[*?[]/.test(word.text)) saveAs(word.text, directory, word, out);
  },
};
