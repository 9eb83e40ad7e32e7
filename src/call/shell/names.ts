import { baseName } from "../path.js";
import { type Taint, worstTaint } from "../word.js";
import type { Field } from "./field.js";
import { matchPattern } from "./pattern.js";
import type { Shell } from "./shell.js";

interface Candidates {
  readonly origin: Taint;
  /** Programs that the name may be. */
  readonly names: readonly string[];
}

const MOST = 32;

/** What a command's name may be when its base name is not known; null when it is. */
export function nameCandidates(first: Field, shell: Shell): Candidates | null {
  const { holes } = shell;
  const bare = holes.bare(first.text);
  const base = baseName(bare);
  if (first.glob && /[*?[]/.test(bare)) return globbed(base, shell);
  if (!holes.in(base)) return null;
  let origin: Taint = "unknown";
  for (const hole of holes.of(base)) {
    origin = worstTaint(origin, hole.taint) ?? origin;
    // Nobody cuts a program's name out of something unknown but to hide it.
    if (hole.contrived) origin = worstTaint(origin, "decoded") ?? origin;
  }
  return { origin, names: [] };
}

function globbed(base: string, shell: Shell): Candidates {
  if (!/[*?[]/.test(base)) return { origin: "unknown", names: [base] };
  const literal = base.replace(/\[[^\]]*\]|[*?]/g, "").length;
  const names = shell.names().filter((name) => matchPattern(base, name));
  // `*` alone matches everything and says nothing.
  return { origin: "unknown", names: literal === 0 && !/\?/.test(base) ? [] : names.slice(0, MOST) };
}
