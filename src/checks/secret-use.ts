import type { EffectiveCommand } from "../call/effect.js";
import type { Case } from "./check.js";
import { programOf } from "./flow.js";

/** Programs that take a password on their input or in their words and do not show it. */
const TAKES_PASSWORD =
  /^(?:docker|podman|nerdctl|buildah|skopeo|crane|oras|helm|gh|glab|npm|pip|twine|kubectl|vault|gpg|pbcopy|wl-copy|xclip|xsel|clip(?:\.exe)?)$/;
/** Of those, the ones that pass on what they read. */
const PASSES_ON = /^(?:jq|cut|tr|base64|sed|awk|head|tail|xargs|yq)$/;
/** What a command only prints. */
const SHOWS = /^(?:echo|printf|cat|tee|head|tail|less|more|base64|xxd|od|hexdump|rev|fold|jq|bat|logger|wall|say)$/;

/**
 * Whether a credential that a command prints goes where it is used and not shown: into a login on
 * standard input, or through a substitution into another program's words or environment.
 */
export function usedInPlace(index: number, input: Case): boolean {
  const { commands } = input.analysis;
  const command = commands[index];
  if (!command) return false;
  const next = commands.findIndex((each) => each.stdin?.kind === "pipe" && each.stdin.from.includes(index));
  if (next >= 0) {
    const reader = commands[next];
    if (PASSES_ON.test(programOf(reader))) return usedInPlace(next, input);
    return TAKES_PASSWORD.test(programOf(reader)) && !SHOWS.test(programOf(reader));
  }
  return substituted(command, input);
}

/** Whether the command stands in a substitution whose value no command shows. */
function substituted(command: EffectiveCommand, input: Case): boolean {
  const text = command.argv.map((w) => w.text).join(" ");
  const outer = input.analysis.commands.filter((each) =>
    [...each.argv, ...Object.values(each.env)].some((w) => !w.known && /\$\(|`/.test(w.text) && w.text.includes(text)),
  );
  if (outer.some((each) => SHOWS.test(programOf(each)) && each.argv.some((w) => w.text.includes(text)))) return false;
  if (outer.length > 0) return true;
  // Assigned and not used by name: nothing shows it either.
  const source = input.call.input.command;
  if (typeof source !== "string") return false;
  const before = source.slice(0, command.span[0]);
  return /[A-Za-z_][A-Za-z0-9_]*=["']?(?:\$\(|`)\s*(?:[^()`]*\|\s*)?$/.test(before);
}
