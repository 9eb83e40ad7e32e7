import type { Effect, EffectiveCommand } from "../call/effect.js";
import type { Case } from "./check.js";
import { programOf, upstream } from "./flow.js";
import { holdsSecrets } from "./secret-found.js";
import { isSecretDirectory, secretAt } from "./secret-places.js";

/** A whole home or root that is read to be sent: packed into a client's input, or by a program that copies to a machine. */
export function sendsAll(effect: Effect, input: Case): boolean {
  if (effect.kind !== "read" || effect.command === undefined || !holdsSecrets(effect.path, effect, input)) return false;
  const { commands, effects } = input.analysis;
  const index = effect.command;
  const copies =
    /^(?:scp|rsync|sftp)$/.test(programOf(commands[index])) &&
    effects.some((e) => e.kind === "reach" && e.command === index);
  return copies || commands.some((each, k) => CLIENTS.test(programOf(each)) && upstream(k, input).includes(index));
}

const UPLOADERS =
  /^(?:aws|gsutil|gcloud|az|azcopy|s3cmd|s4cmd|s5cmd|rclone|mc|b2|gh|glab|docker|podman|nerdctl|kubectl|oc|magic-wormhole)$/;
/** Whatever file these are given leaves. */
const SENDERS =
  /^(?:ffsend|transfer|telegram-send|slack-cli|signal-cli|gdrive|megaput|dropbox-uploader|croc|wormhole)$/;
const UPLOADING = /^(?:cp|mv|sync|put|put-object|upload|upload-batch|copy|copyto|rsync|gist|release|cp-to|move)$/;

/** A secret that a command line of the cloud, of containers or of git carries away. */
export function sentFile(command: EffectiveCommand, index: number, input: Case): string | undefined {
  const name = programOf(command);
  const sender = SENDERS.test(name);
  if (name !== "git" && !sender && !UPLOADERS.test(name)) return undefined;
  const words = command.argv.slice(1).map((w) => w.text);
  if (!sender && !words.some((w) => (name === "git" ? w === "add" : UPLOADING.test(w)))) return undefined;
  const secret = words.find(
    (w) => !w.includes("://") && !/^[^/.~]+:/.test(w) && (secretAt(w) ?? (isSecretDirectory(w) ? "store" : undefined)),
  );
  if (secret === undefined || name !== "git") return secret;
  const pushed = input.analysis.commands.some(
    (each, k) => k > index && programOf(each) === "git" && each.argv.some((w) => w.text === "push"),
  );
  return pushed ? secret : undefined;
}

const CLIENTS =
  /^(?:curl|wget|https?|xhs?|aria2c|nc|ncat|netcat|telnet|socat|openssl|ssh|ftp|mail|mailx|sendmail|mutt|dig|host|nslookup|ping|websocat|scp|sftp|curlie|lynx)$/;
const DUMPS = /^(?:env|printenv|set|export|declare|typeset|compgen)$/;
const DUMPED =
  /(?:\$\(|`)\s*(?:sudo\s+)?(?:env|printenv|set|export(?:\s+-p)?|declare(?:\s+-[xp]+)?|compgen\s+-[ve]+)\s*(?:\||\)|`|>)/;

const INTERPRETERS = /^(?:python[\d.]*|pypy3?|node|nodejs|bun|deno|ruby|perl|php)$/;
const WHOLE =
  /\bos\.environ\b(?!\s*(?:\[|\.get\b|\.setdefault\b))|\bprocess\.env\b(?!\s*(?:\??\.|\[))|\bDeno\.env\.toObject|\bENV\.(?:to_h|inspect|each|map|to_a)\b|%ENV\b|\bgetenv\(\s*\)|\$_ENV\b(?!\[)/;

/** The environment is what the command prints when it stands alone or only asks to print. */
function dumps(command: EffectiveCommand | undefined): boolean {
  const words = command?.argv.slice(1) ?? [];
  const name = programOf(command);
  // An interpreter that goes through all of it, and a container's settings.
  if (INTERPRETERS.test(name)) return words.some((w) => WHOLE.test(w.text));
  if (/^(?:docker|podman|nerdctl)$/.test(name))
    return words.some((w) => w.text === "inspect") && words.some((w) => /\.Config\.Env\b|\.Config\}\}/.test(w.text));
  return DUMPS.test(programOf(command)) && words.every((w) => /^-[0-9a-z]*$/i.test(w.text) || w.text === "--null");
}

const SOCKET = /^\/dev\/(?:tcp|udp)\//;

export function sendsEnvironment(command: EffectiveCommand, index: number, input: Case): boolean {
  const socket =
    command.redirects.some((r) => SOCKET.test(r.target.text)) || command.argv.some((w) => SOCKET.test(w.text));
  if (socket && (dumps(command) || upstream(index, input).some((k) => dumps(input.analysis.commands[k])))) return true;
  if (!CLIENTS.test(programOf(command))) return false;
  const { commands, effects } = input.analysis;
  if (upstream(index, input).some((k) => dumps(commands[k]))) return true;
  if (command.argv.some((w) => !w.known && DUMPED.test(w.text))) return true;
  // Through a file of the same call.
  const dumped = effects.flatMap((e) => {
    if (e.kind !== "write" || e.command === undefined) return [];
    // A wrapper shares its redirections with the command in it.
    const writer = commands[e.command];
    const shares = (each: EffectiveCommand): boolean =>
      each === writer || (each.redirects.length > 0 && each.redirects === writer?.redirects);
    return commands.some((each) => shares(each) && dumps(each)) ? [e.path.abs] : [];
  });
  return effects.some(
    (e) => e.kind === "send" && e.command === index && e.path?.abs != null && dumped.includes(e.path.abs),
  );
}
