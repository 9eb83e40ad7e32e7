import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { splitArguments } from "./split.js";

// Settings of git that are commands (git-config(1), gitattributes(5), gitcredentials(7)) and the variables that stand
// for them (git(1) "Environment Variables").

const COMMAND_KEY =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|diff\..+\.(?:command|textconv)|(?:diff|merge|gui|man|browser)tool\..+\.cmd|(?:man|browser|guitool)\..+\.cmd|merge\..+\.driver|filter\..+\.(?:clean|smudge|process)|pager\..+|credential(?:\..+)?\.helper|gpg(?:\..+)?\.(?:program|defaultkeycommand)|sendemail(?:\..+)?\.(?:smtpserver|sendmailcmd|tocmd|cccmd|headercmd)|trailer\..+\.(?:command|cmd)|interactive\.difffilter|remote\..+\.(?:uploadpack|receivepack|vcs)|uploadpack\.packobjectshook|submodule\..+\.update|tar\..+\.command|imap\.tunnel|hook\..+\.command)$/;

/** Programs that such settings usually name; none of them takes another command from its arguments. */
const USUAL =
  /^(?:(?:less|more|most|cat|bat|delta|diff-so-fancy|colordiff|ydiff|riff|moar|vi|vim|nvim|nano|emacs|emacsclient|micro|helix|hx|kak|joe|ed|true|false|:|code|codium|cursor|windsurf|zed|subl|mate|idea|webstorm|pycharm|gedit|kate|notepad|meld|kdiff3|opendiff|vimdiff|nvimdiff|bcomp(?:are)?|p4merge|difft|difftastic|gpg2?|ssh-keygen|git-lfs|git-crypt|nbstripout|store|cache|osxkeychain|manager|manager-core|libsecret|wincred|gnome-keyring|oauth|merge|rebase|checkout|none)\b(?:[^;&|`$<>()\n]|\$\{?[A-Z]+\}?)*|(?:true|false|\d+)?|ssh(?: -[iopF46vqTC] ?(?!\S*(?:Command|KnownHosts))[\w./~@=:-]+| -[46vqTC])*|!(?:\S*\/)?(?:gh|glab) auth git-credential|!aws codecommit credential-helper \$@|git-lfs [\w-]+ .*)$/i;

/** Whether a setting's value is run as a command. */
export function runsCommand(key: string, value: string): boolean {
  const name = key.toLowerCase();
  if (name.startsWith("alias.")) return value.trimStart().startsWith("!");
  if (!COMMAND_KEY.test(name)) return false;
  if (/^submodule\./.test(name)) return value.startsWith("!");
  return !/^(?:true|false|yes|no|on|off|\d*)$/i.test(value);
}

/** Whether what a setting runs is one of the programs such settings are made for. */
export function isUsual(value: string): boolean {
  return USUAL.test(value.trim().replace(/^'(.*)'$|^"(.*)"$/, "$1$2"));
}

interface Setting {
  readonly key: string;
  readonly value: Word;
}

function part(word: Word, text: string): Word {
  return { ...word, text, tilde: false };
}

/** `name=value`; a name alone is switched on. */
function settingIn(word: Word): Setting {
  const equals = word.text.indexOf("=");
  if (equals < 0) return { key: word.text, value: plainWord("true") };
  return { key: word.text.slice(0, equals), value: part(word, word.text.slice(equals + 1)) };
}

/** Settings given for this one call: `-c name=value`, and the variables that do the same. */
export function settingsOf(inv: Invocation): readonly Setting[] {
  const found = inv.values("--setting").map(settingIn);
  if (inv.path[0] === "clone") found.push(...inv.values("-c").map(settingIn));
  for (const [name, key] of Object.entries(inv.env)) {
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1];
    if (number !== undefined)
      found.push({ key: key.text, value: inv.env[`GIT_CONFIG_VALUE_${number}`] ?? plainWord("") });
  }
  const packed = inv.env.GIT_CONFIG_PARAMETERS;
  for (const text of packed ? splitArguments(packed.text) : []) {
    const equals = text.indexOf("=");
    if (equals > 0) found.push({ key: text.slice(0, equals), value: part(packed as Word, text.slice(equals + 1)) });
  }
  return found;
}

/** The value of a setting given for this one call. */
export function settingOf(inv: Invocation, key: string): string | undefined {
  return settingsOf(inv).findLast((s) => s.key.toLowerCase() === key)?.value.text;
}

const VARIABLES =
  /^(?:GIT_(?:EDITOR|SEQUENCE_EDITOR|PAGER|SSH_COMMAND|SSH|ASKPASS|EXTERNAL_DIFF|PROXY_COMMAND|MAN_VIEWER)|PAGER|EDITOR|VISUAL|SSH_ASKPASS)$/;

/** Commands that git would run because of settings and variables of this one call. */
export function commandsOfSettings(inv: Invocation, out: Emitter): void {
  for (const { key, value } of settingsOf(inv)) {
    const name = key.toLowerCase();
    if (name === "core.hookspath") out.act("tamper/hooks-path", value.text);
    else if (name.startsWith("alias.")) alias(key.slice(6), value, inv, out);
    else if (COMMAND_KEY.test(name) && runsCommand(key, value.text)) run(value, out);
  }
  for (const [name, value] of Object.entries(inv.env)) if (VARIABLES.test(name) && value.text !== "") run(value, out);
}

function run(value: Word, out: Emitter): void {
  const text = value.text.trimStart();
  out.code("sh", part(value, text.startsWith("!") ? text.slice(1) : text), { via: "git", certainty: "possible" });
}

function alias(name: string, value: Word, inv: Invocation, out: Emitter): void {
  const [called, ...args] = inv.operands;
  // Git's own commands cannot be renamed: where one was reached, the alias is not used.
  if (inv.path.length > 0 || !called || (called.known && called.text !== name)) return;
  const text = value.text.trimStart();
  if (text.startsWith("!"))
    out.code("sh", part(value, `${text.slice(1)} "$@"`), { via: "git alias", parameters: [plainWord("git"), ...args] });
  else out.command([plainWord("git"), ...splitArguments(text).map(plainWord), ...args], { via: "git alias" });
}

/** `git config`: what is written, where it is read by git as a command. */
export const config: Handler = (inv, out) => {
  const reads = ["--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool", "-l", "-e"];
  if (inv.has(...reads)) return;
  const [first, ...others] = inv.operands;
  const verb =
    first && /^(?:list|get|set|unset|edit|rename-section|remove-section)$/.test(first.text) ? first.text : "";
  if (verb === "list" || verb === "get" || verb === "edit") return;
  const [key, value] = verb === "" ? inv.operands : others;
  if (!key) return;
  const removes = verb.startsWith("un") || inv.has("--unset", "--unset-all", "--remove-section", "--rename-section");
  if (!value && !removes && verb === "") return;
  const name = key.text.toLowerCase();
  if (name === "core.hookspath") out.act("tamper/hooks-path", value?.text);
  const file = inv.value("-f");
  if (file) out.effect({ kind: "write", path: out.path(file), how: "inplace" });
  if (removes || !value) return;
  // An alias of git's own commands is judged as if it were used.
  if (name.startsWith("alias.") && value.known && !runsCommand(name, value.text))
    out.command([plainWord("git"), ...splitArguments(value.text).map(plainWord)], {
      via: "git alias",
      certainty: "possible",
    });
  // Settings of another file, and hooks for every new repository.
  if (/^(?:include(?:if\..+)?\.path|init\.templatedir)$/.test(name) && inv.has("--global", "--system"))
    out.act("persistence/git-config", `${key.text} ${value.text}`);
  if (!runsCommand(name, value.text)) return;
  // What holds for every user of the machine is never usual, and for every repository only what asks or shows.
  const wide = inv.has("--system") || (inv.has("--global") && /^ssh\b/.test(value.text));
  if (!value.known || wide || !isUsual(value.text)) out.act("persistence/git-config", `${key.text} ${value.text}`);
  run(value, out);
};
