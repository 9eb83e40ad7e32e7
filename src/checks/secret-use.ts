import type { PathRef } from "../call/effect.js";
import { tellsAbout } from "../call/foreign-tools.js";
import type { Word } from "../call/word.js";
import type { Case } from "./case.js";
import type { NamedCommand } from "./named-command.js";
import type { Of } from "./sorted-effects.js";

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
  const command = input.commands[index];
  if (!command) return false;
  const reader = input.commands.find(({ command: { stdin } }) => stdin?.kind === "pipe" && stdin.from.includes(index));
  if (!reader) return substituted(command, input);
  if (PASSES_ON.test(reader.name)) return usedInPlace(reader.at, input);
  return TAKES_PASSWORD.test(reader.name) && !SHOWS.test(reader.name);
}

/** Whether the command stands in a substitution whose value no command shows. */
function substituted({ command, line }: NamedCommand, input: Case): boolean {
  const substitutes = (w: Word): boolean => !w.known && /\$\(|`/.test(w.text) && w.text.includes(line);
  const outer = input.commands.filter(
    ({ command: { argv, env } }) => argv.some(substitutes) || Object.values(env).some(substitutes),
  );
  const shown = outer.some(
    ({ name, command: { argv } }) => SHOWS.test(name) && argv.some((w) => w.text.includes(line)),
  );
  if (shown) return false;
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
export function looksOnly({ command: at, path }: Of<"read">, input: Case): boolean {
  if (at === undefined) return tellsAbout(input.call.rawTool);
  const command = input.commands[at];
  if (command === undefined) return exported(path, input);
  const { name, words } = command;
  if (LOOKERS.test(name)) return !words.includes("cp");
  if (/^(?:[efz]?grep|rg|ag|ack)$/.test(name) && words.some((word) => QUIET.test(word))) return true;
  return exported(path, input) || isKeyOption(command, path);
}

/** Options by which a program is told which credential to use. */
const KEY_OPTION =
  /^--?(?:i|private-key|key|key-?file|identity(?:-file)?|ssh-key|client-key|kubeconfig|env-?file|cert|netrc-file|password-file|vault-password-file|become-password-file)$/;
const SHOWERS =
  /^(?:[a-z]*cat|head|tail|less|more|[efz]?grep|rg|sed|awk|sort|cut|tr|base64|xxd|od|strings|nl|tac|rev|cp|mv|ln|tar|zip|dd|curl|wget)$/;

function isKeyOption({ name, words }: NamedCommand, path: PathRef): boolean {
  if (SHOWERS.test(name)) return false;
  return words.some((word, i) => {
    const equals = word.indexOf("=");
    if (word.startsWith("--") && equals > 0) {
      return KEY_OPTION.test(word.slice(0, equals)) && word.slice(equals + 1) === path.text;
    }
    return i > 0 && word === path.text && KEY_OPTION.test(words[i - 1] ?? "");
  });
}

/** `export $(grep -v '^#' .env | xargs)`, `source <(sed 's/^/export /' .env)`: the file's lines become variables and are not shown. */
function exported(path: PathRef, input: Case): boolean {
  return exports(input).some((text) => text.includes(path.text));
}

/** The words that set variables: those of `env` end where the command it runs begins. */
function variableWords({ name, command }: NamedCommand): readonly Word[] {
  const words = command.argv.slice(1);
  if (name !== "env") return words;
  const end = words.findIndex((w) => w.known && !/^-|^[A-Za-z_]\w*=/.test(w.text));
  return end < 0 ? words : words.slice(0, end);
}

/** The texts of substitutions whose lines become variables, looked for once a call. */
function exports(input: Case): readonly string[] {
  let texts = exporting.get(input);
  if (!texts) {
    texts = input.commands
      .filter(({ name }) => /^(?:export|env|declare|typeset|set|source|\.)$/.test(name))
      .flatMap(variableWords)
      .flatMap((w) => (!w.known && /^⟦(?:\$\(|`|<\().*⟧$/s.test(w.text) ? [w.text] : []));
    exporting.set(input, texts);
  }
  return texts;
}

const exporting = new WeakMap<Case, readonly string[]>();
