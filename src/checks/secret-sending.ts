import type { Redirect } from "../call/effect.js";
import type { Word } from "../call/word.js";
import type { Case } from "./case.js";
import { isSocket, upstream } from "./flow.js";
import type { NamedCommand } from "./named-command.js";
import { holdsSecrets } from "./secret-found.js";
import { isSecretDirectory, secretAt } from "./secret-places.js";
import type { Of } from "./sorted-effects.js";

/** A whole home or root that is read to be sent: packed into a client's input, or by a program that copies to a machine. */
export function sendsAll(effect: Of<"read">, input: Case): boolean {
  const { command: index } = effect;
  if (index === undefined || !holdsSecrets(effect.path, effect, input)) return false;
  const copies =
    /^(?:scp|rsync|sftp)$/.test(input.nameOf(index)) &&
    input.analysis.effects.some((e) => e.kind === "reach" && e.command === index);
  return copies || input.commands.some((each) => each.is("client") && upstream(each.at, input).includes(index));
}

const UPLOADING = /^(?:cp|mv|sync|put|put-object|upload|upload-batch|copy|copyto|rsync|gist|release|cp-to|move)$/;

/** A secret that a command line of the cloud, of containers or of git carries away. */
export function sentFile(command: NamedCommand, input: Case): string | undefined {
  const { name } = command;
  const sends =
    name === "git"
      ? command.words.includes("add")
      : command.is("sender") || (command.is("uploader") && command.words.some((word) => UPLOADING.test(word)));
  if (!sends) return undefined;
  const secret = command.words.find(isSecretFile);
  if (secret === undefined || name !== "git") return secret;
  const pushed = input.commands.some(
    (each) => each.at > command.at && each.name === "git" && each.words.includes("push"),
  );
  return pushed ? secret : undefined;
}

function isSecretFile(word: string): boolean {
  return !word.includes("://") && !/^[^/.~]+:/.test(word) && (secretAt(word) !== undefined || isSecretDirectory(word));
}

const DUMPS = /^(?:env|printenv|set|export|declare|typeset|compgen)$/;
const DUMPED =
  /(?:\$\(|`)\s*(?:sudo\s+)?(?:env|printenv|set|export(?:\s+-p)?|declare(?:\s+-[xp]+)?|compgen\s+-[ve]+)\s*(?:\||\)|`|>)/;

const INTERPRETERS = /^(?:python[\d.]*|pypy3?|node|nodejs|bun|deno|ruby|perl|php)$/;
const WHOLE =
  /\bos\.environ\b(?!\s*(?:\[|\.get\b|\.setdefault\b))|\bprocess\.env\b(?!\s*(?:\??\.|\[))|\bDeno\.env\.toObject|\bENV\.(?:to_h|inspect|each|map|to_a)\b|%ENV\b|\bgetenv\(\s*\)|\$_ENV\b(?!\[)/;

/** The environment is what the command prints when it stands alone or only asks to print. */
export function dumpsEnvironment(command: NamedCommand | undefined): boolean {
  if (command === undefined) return false;
  const { name, words } = command;
  // An interpreter that goes through all of it, and a container's settings.
  if (INTERPRETERS.test(name)) return words.some((word) => WHOLE.test(word));
  if (/^(?:docker|podman|nerdctl)$/.test(name))
    return words.includes("inspect") && words.some((word) => /\.Config\.Env\b|\.Config\}\}/.test(word));
  return DUMPS.test(name) && words.every((word) => /^-[0-9a-z]*$/i.test(word) || word === "--null");
}

export function sendsEnvironment(each: NamedCommand, input: Case): boolean {
  const { command, at } = each;
  const dumped = (): boolean => upstream(at, input).some((k) => dumpsEnvironment(input.commands[k]));
  const socket = command.redirects.some(onSocket) || command.argv.some(namesSocket);
  if (socket && (dumpsEnvironment(each) || dumped())) return true;
  if (!each.is("client")) return false;
  if (dumped()) return true;
  if (command.argv.some((w) => !w.known && DUMPED.test(w.text))) return true;
  return sendsDump(at, input);
}

const namesSocket = ({ text }: Word): boolean => isSocket(text);
const onSocket = ({ target }: Redirect): boolean => isSocket(target.text);

/** Through a file of the same call. */
function sendsDump(at: number, input: Case): boolean {
  const { effects } = input.analysis;
  if (!effects.some((e) => e.kind === "send" && e.command === at)) return false;
  const dumped = input.sorted.changes.flatMap((change) =>
    change.kind === "write" && change.command !== undefined && isDump(change.command, input) ? [change.path.abs] : [],
  );
  return effects.some(
    (e) => e.kind === "send" && e.command === at && e.path?.abs != null && dumped.includes(e.path.abs),
  );
}

/** Whether what a command writes is the environment. A wrapper shares its redirections with the command in it. */
function isDump(writing: number, input: Case): boolean {
  const writer = input.analysis.commands[writing];
  return input.commands.some(
    (each) =>
      (each.at === writing || (each.command.redirects.length > 0 && each.command.redirects === writer?.redirects)) &&
      dumpsEnvironment(each),
  );
}
