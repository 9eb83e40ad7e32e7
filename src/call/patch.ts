/** One file that a patch touches; paths as the patch writes them. */
export interface PatchedFile {
  readonly kind: "add" | "update" | "delete" | "move";
  readonly path: string;
  /** The new path of a moved file. */
  readonly to?: string;
  /** The lines that the patch adds. */
  readonly added: string;
}

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+?)\s*$/;
const MOVE = /^\*\*\* Move to: (.+?)\s*$/;

/** The files that a patch touches, in either form: `*** Add File: …` blocks, or a unified diff. */
export function patchedFiles(text: string): PatchedFile[] {
  const files = blocks(text);
  return files.length > 0 ? files : unified(text);
}

interface Draft {
  kind: PatchedFile["kind"];
  path: string;
  to?: string;
  lines: string[];
}

function finished(drafts: readonly Draft[]): PatchedFile[] {
  return drafts.map(({ lines, ...draft }) => ({ ...draft, added: lines.join("\n") }));
}

function blocks(text: string): PatchedFile[] {
  const drafts: Draft[] = [];
  for (const line of text.split(/\r?\n/)) {
    const header = HEADER.exec(line);
    if (header) {
      const kind = header[1] === "Add" ? "add" : header[1] === "Delete" ? "delete" : "update";
      drafts.push({ kind, path: header[2] as string, lines: [] });
      continue;
    }
    const draft = drafts.at(-1);
    const move = MOVE.exec(line);
    if (move && draft) {
      draft.kind = "move";
      draft.to = move[1] as string;
    } else if (line[0] === "+" && draft) draft.lines.push(line.slice(1));
  }
  return finished(drafts);
}

/** The path of a `---` or `+++` line, without its date and the `a/` or `b/` that git puts in front. */
function headerPath(line: string): string {
  const path = line.slice(4).split("\t")[0]?.trim() ?? "";
  return path === "/dev/null" ? path : path.replace(/^"?[ab]\//, "").replace(/"$/, "");
}

function unified(text: string): PatchedFile[] {
  const drafts: Draft[] = [];
  let from = "";
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("--- ")) from = headerPath(line);
    else if (line.startsWith("+++ ")) {
      const to = headerPath(line);
      if (to === "/dev/null") drafts.push({ kind: "delete", path: from, lines: [] });
      else if (from === "/dev/null" || from === "") drafts.push({ kind: "add", path: to, lines: [] });
      else if (from !== to) drafts.push({ kind: "move", path: from, to, lines: [] });
      else drafts.push({ kind: "update", path: to, lines: [] });
    } else if (line.startsWith("rename from ")) from = line.slice(12);
    else if (line.startsWith("rename to ")) drafts.push({ kind: "move", path: from, to: line.slice(10), lines: [] });
    else if (line[0] === "+") drafts.at(-1)?.lines.push(line.slice(1));
  }
  return finished(drafts);
}
