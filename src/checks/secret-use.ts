import type { Analysis, Effect, EffectiveCommand, PathRef } from "../call/effect.js";
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

/** Programs that tell about a file without showing what is in it. */
const LOOKERS =
  /^(?:wc|file|stat|du|[a-z0-9]*sum|cksum|shasum|cmp|test|\[|ls|ssh-add|docker|podman|nerdctl|docker-compose|kubectl|helm|dotenvx?|env-cmd|direnv|foreman|chamber)$/;
const QUIET = /^(?:-[a-zA-Z]*[qcl][a-zA-Z]*|--quiet|--silent|--count|--files-with-matches|--files-without-match)$/;

/** Reads for a yes, a number or a checksum, or hands the file on unseen to a program that uses it. */
export function looksOnly(effect: Effect, input: Case): boolean {
  if (effect.command === undefined || effect.kind !== "read") return false;
  const command = input.analysis.commands[effect.command];
  const name = programOf(command);
  if (LOOKERS.test(name)) return !command?.argv.some((w) => w.text === "cp");
  if (/^(?:[efz]?grep|rg|ag|ack)$/.test(name) && command?.argv.some((w) => QUIET.test(w.text))) return true;
  return exported(effect.path, input) || (command !== undefined && isKeyOption(command, effect.path));
}

/** Options by which a program is told which credential to use. */
const KEY_OPTION =
  /^--?(?:i|private-key|key|key-?file|identity(?:-file)?|ssh-key|client-key|kubeconfig|env-?file|cert|netrc-file|password-file|vault-password-file|become-password-file)$/;
const SHOWERS =
  /^(?:[a-z]*cat|head|tail|less|more|[efz]?grep|rg|sed|awk|sort|cut|tr|base64|xxd|od|strings|nl|tac|rev|cp|mv|ln|tar|zip|dd|curl|wget)$/;

function isKeyOption(command: EffectiveCommand, path: PathRef): boolean {
  if (SHOWERS.test(programOf(command))) return false;
  return command.argv.some((word, i) => {
    const equals = word.text.indexOf("=");
    if (word.text.startsWith("--") && equals > 0) {
      return KEY_OPTION.test(word.text.slice(0, equals)) && word.text.slice(equals + 1) === path.text;
    }
    return i > 0 && word.text === path.text && KEY_OPTION.test(command.argv[i - 1]?.text ?? "");
  });
}

/** `export $(grep -v '^#' .env | xargs)`, `source <(sed 's/^/export /' .env)`: the file's lines become variables and are not shown. */
function exported(path: PathRef, input: Case): boolean {
  return exports(input.analysis).some((text) => text.includes(path.text));
}

const exporting = new WeakMap<Analysis, readonly string[]>();

/** The texts of substitutions whose lines become variables, looked for once a call. */
/** The words that set variables: those of `env` end where the command it runs begins. */
function variableWords(command: EffectiveCommand): readonly EffectiveCommand["argv"][number][] {
  const words = command.argv.slice(1);
  if (programOf(command) !== "env") return words;
  const end = words.findIndex((w) => w.known && !/^-|^[A-Za-z_]\w*=/.test(w.text));
  return end < 0 ? words : words.slice(0, end);
}

function exports(analysis: Analysis): readonly string[] {
  let texts = exporting.get(analysis);
  if (!texts) {
    texts = analysis.commands
      .filter((command) => /^(?:export|env|declare|typeset|set|source|\.)$/.test(programOf(command)))
      .flatMap(variableWords)
      .flatMap((w) => (!w.known && /^⟦(?:\$\(|`|<\().*⟧$/s.test(w.text) ? [w.text] : []));
    exporting.set(analysis, texts);
  }
  return texts;
}
