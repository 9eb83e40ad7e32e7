import type { Effect, EffectKind } from "../call/effect.js";
import { NONE } from "../call/none.js";

/** The effects of one kind. */
export type Of<Kind extends EffectKind> = Extract<Effect, { readonly kind: Kind }>;

/** An effect on files: their content, name, place, mode or owner. */
export type Change = Of<"write" | "delete" | "destroy" | "move" | "link" | "chmod" | "chown">;

export interface SortedEffects {
  readonly changes: readonly Change[];
  readonly acts: readonly Of<"act">[];
  readonly opaque: readonly Of<"opaque">[];
}

/** Sorts effects by kind. Most calls have none of most kinds: those share one empty list. */
export function sorted(effects: readonly Effect[]): SortedEffects {
  let changes: Change[] | undefined;
  let acts: Of<"act">[] | undefined;
  let opaque: Of<"opaque">[] | undefined;
  for (const effect of effects) {
    switch (effect.kind) {
      case "write":
      case "delete":
      case "destroy":
      case "move":
      case "link":
      case "chmod":
      case "chown":
        if (changes) changes.push(effect);
        else changes = [effect];
        break;
      case "act":
        if (acts) acts.push(effect);
        else acts = [effect];
        break;
      case "opaque":
        if (opaque) opaque.push(effect);
        else opaque = [effect];
        break;
    }
  }
  return { changes: changes ?? NONE, acts: acts ?? NONE, opaque: opaque ?? NONE };
}
