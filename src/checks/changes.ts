import type { Effect, PathRef } from "../call/effect.js";

/** The paths that an effect changes; `holding` where it takes a whole directory along. */
export function changed(effect: Effect): { readonly paths: readonly PathRef[]; readonly holding: boolean } | undefined {
  switch (effect.kind) {
    case "write":
      // A new directory changes nothing in it; extracting writes names that are not known.
      return effect.how === "mkdir" ? undefined : { paths: [effect.path], holding: effect.how === "extract" };
    case "delete":
      return { paths: [effect.path], holding: true };
    case "destroy":
      return { paths: [effect.path], holding: false };
    case "move":
      return { paths: [effect.path, effect.to], holding: true };
    case "link":
      // A link to such a file is a way around its name.
      return { paths: [effect.path, effect.target], holding: false };
    case "chmod":
    case "chown":
      return { paths: [effect.path], holding: true };
    default:
      return undefined;
  }
}
