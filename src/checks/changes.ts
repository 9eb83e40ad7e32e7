import type { PathRef } from "../call/effect.js";
import type { Change } from "./sorted-effects.js";

/** Whether a change leaves what is there as it was: a new directory changes nothing in it. */
export function onlyAdds(change: Change): boolean {
  return change.kind === "write" && change.how === "mkdir";
}

/** The second path that a change concerns; a link to a file is a way around its name. */
export function otherPath(change: Change): PathRef | undefined {
  return change.kind === "move" ? change.to : change.kind === "link" ? change.target : undefined;
}

/** Whether a change takes a whole directory along. Extracting writes names that are not known. */
export function takesAll(change: Change): boolean {
  switch (change.kind) {
    case "write":
      return change.how === "extract";
    case "delete":
    case "move":
    case "chmod":
    case "chown":
      return true;
    default:
      return false;
  }
}
