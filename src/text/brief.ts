import type { Effect } from "../call/effect.js";

/** An effect in a few words for the record: `delete-tree /home/dev/app/x`, `act git-history/hard-reset`. */
export function brief(effect: Effect): string {
  switch (effect.kind) {
    case "delete":
      return `${effect.recursive ? "delete-tree" : "delete"} ${effect.path.abs}`;
    case "write":
      return `${effect.how} ${effect.path.abs}`;
    case "destroy":
      return `${effect.how} ${effect.path.abs}`;
    case "move":
      return `move ${effect.path.abs} -> ${effect.to.abs}`;
    case "link":
      return `link ${effect.path.abs} -> ${effect.target.abs}`;
    case "chmod":
      return `chmod${effect.recursive ? " -R" : ""} ${effect.mode} ${effect.path.abs}`;
    case "chown":
      return `chown${effect.recursive ? " -R" : ""} ${effect.owner} ${effect.path.abs}`;
    case "read":
    case "list":
      return `${effect.kind}${effect.kind === "read" && effect.how === "execute" ? "-execute" : ""} ${effect.path.abs}`;
    case "reach":
      return `reach ${effect.url}`;
    case "send":
      return `send ${effect.what} ${effect.path?.abs ?? ""}`.trim();
    case "delegate":
      return `delegate ${effect.agent}`;
    case "opaque":
      return `opaque ${effect.class} ${effect.origin}`;
    case "act":
      return `act ${effect.act}`;
    case "run":
      return `run ${effect.program}`;
    default:
      return effect satisfies never;
  }
}
