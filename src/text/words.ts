import type { Effect, EffectiveCommand, PathRef } from "../call/effect.js";
import { safeLine } from "./safe.js";

const LONGEST = 160;

/** One effect in plain words, e.g. `deletes /home/dev/app/build and everything below it`; "" for what needs none. */
export function effectWords(effect: Effect): string {
  const said = say(effect);
  if (said === "" || !effect.remote) return said;
  const where = effect.remote.kind === "host" ? "on the machine" : "in the container";
  return `${said}, ${where} ${line(effect.remote.name)}`;
}

function say(effect: Effect): string {
  switch (effect.kind) {
    case "run":
      return runWords(effect);
    case "read":
      if (effect.how === "search") return `searches ${path(effect.path)}`;
      return effect.how === "execute" ? `runs the code in ${path(effect.path)}` : `reads ${path(effect.path)}`;
    case "list":
      return `looks at the names or attributes of ${path(effect.path)}`;
    case "write":
      return writeWords(effect.how, path(effect.path));
    case "delete":
      return `deletes ${path(effect.path)}${effect.recursive ? " and everything below it" : ""}`;
    case "destroy":
      return `makes the content of ${path(effect.path)} unrecoverable`;
    case "move":
      return `moves ${path(effect.path)} to ${path(effect.to)}`;
    case "link":
      return `makes ${path(effect.path)} a ${effect.symbolic ? "link" : "second name"} of ${path(effect.target)}`;
    case "chmod":
      return `sets the mode of ${path(effect.path)}${effect.recursive ? " and everything below it" : ""} to ${line(effect.mode)}`;
    case "chown":
      return `gives ${path(effect.path)}${effect.recursive ? " and everything below it" : ""} to ${line(effect.owner)}`;
    case "reach":
      return `reaches ${line(effect.url)}`;
    case "send":
      return sendWords(effect);
    case "delegate":
      return `delegates to the agent ${line(effect.agent)}`;
    case "opaque":
      return `holds something that cannot be known before it runs: ${OPAQUE[effect.class]} (${line(effect.source)})`;
    case "act": {
      const target = line(effect.target ?? "");
      return `does what ${effect.act} names${target === "" ? "" : ` (${target})`}`;
    }
    default:
      return effect satisfies never;
  }
}

const OPAQUE: Readonly<Record<Extract<Effect, { kind: "opaque" }>["class"], string>> = {
  name: "the command's own name",
  code: "code for an interpreter",
  arguments: "arguments that decide what it does",
  "stdin-code": "code piped into an interpreter",
  "script-file": "a file that is run",
  environment: "variables that make other programs run something",
  dialect: "another shell's language",
  unparsable: "text that the shell would not accept",
  bounds: "too large or too deep to be read",
};

function runWords(effect: Extract<Effect, { kind: "run" }>): string {
  const name = line(effect.program);
  if (!effect.cataloged) return `runs ${name}, of which nothing is known`;
  const changes = effect.mutates === false ? ", which changes nothing" : "";
  return `runs ${name}${changes}${effect.network ? `${changes === "" ? "," : " but"} which uses the network` : ""}`;
}

function writeWords(how: Extract<Effect, { kind: "write" }>["how"], where: string): string {
  switch (how) {
    case "append":
      return `appends to ${where}`;
    case "inplace":
      return `changes ${where} in place`;
    case "extract":
      return `extracts files below ${where}`;
    case "mkdir":
      return `makes the directory ${where}`;
    case "touch":
      return `touches ${where}`;
    case "create":
      return `creates ${where}`;
    default:
      return `writes ${where}`;
  }
}

function sendWords(effect: Extract<Effect, { kind: "send" }>): string {
  const what = effect.what === "file" && effect.path ? path(effect.path) : `the ${effect.what}`;
  return `sends ${what}${effect.to === "" ? " over the network" : ` to ${line(effect.to)}`}`;
}

function path(ref: PathRef): string {
  if (ref.abs === null) return `${line(ref.text)} (a place that is not known before it runs)`;
  return `${line(ref.abs)}${ref.glob ? " (as far as it matches)" : ""}`;
}

function line(text: string): string {
  return safeLine(text, LONGEST);
}

/** A command as it would run, wrappers named: `rm -rf /home/dev (through sudo, bash -c)`. */
export function commandWords(command: EffectiveCommand): string {
  const words = command.argv.map((word) =>
    !word.known || /^[\w@%+=:,./~*?-]+$/.test(word.text) ? word.text : `'${word.text}'`,
  );
  const through = command.via.length > 0 ? ` (through ${line(command.via.join(", "))})` : "";
  const perhaps = command.certainty === "possible" ? ", perhaps" : "";
  return `${line(words.join(" "))}${through}${perhaps}`;
}
