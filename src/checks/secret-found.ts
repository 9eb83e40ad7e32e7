import type { Effect, EffectiveCommand, PathRef } from "../call/effect.js";
import type { Case } from "./check.js";
import { programOf } from "./flow.js";
import { placeOf } from "./places.js";
import { isSecretDirectory, type SecretKind, secretAt } from "./secret-places.js";

/** A path's secret, by its text and by what it really is. */
export function secretOf(path: PathRef, effect: Effect, input: Case): SecretKind | undefined {
  const { paths } = placeOf(path, input.facts, effect.remote);
  for (const each of new Set([...paths, path.abs ?? path.text])) {
    const kind = secretAt(each) ?? (isSecretDirectory(each) ? "store" : undefined);
    if (kind === "store" && /\/\.(?:ssh|gnupg)\/?$/.test(each)) return "key";
    if (kind) return kind;
  }
  return undefined;
}

/** A whole home or root, which the stores lie in. */
export function holdsSecrets(path: PathRef, effect: Effect, input: Case): boolean {
  const place = placeOf(path, input.facts, effect.remote);
  return place.home || place.root;
}

/** What stands in keys and stores and nowhere else. */
const KEY_TEXT = /BEGIN[\w .*\\]*PRIVATE|PRIVATE KEY|aws_secret_access_key\b|_authToken\b/i;

/** A search through a whole home for what keys begin with: its result is where they are. */
export function looksForKeys(effect: Effect & { readonly path: PathRef }, input: Case): boolean {
  if (effect.command === undefined) return false;
  const command = input.analysis.commands[effect.command];
  return command !== undefined && namesKeys(command) && holdsSecrets(effect.path, effect, input);
}

/** Worked out once a command: it may search thousands of files. */
function namesKeys(command: EffectiveCommand): boolean {
  let found = naming.get(command);
  if (found === undefined) {
    found =
      /^(?:[efzr]?grep|rg|rga|ag|ack|ug|ugrep|git)$/.test(programOf(command)) &&
      command.argv.some((w) => KEY_TEXT.test(w.text));
    naming.set(command, found);
  }
  return found;
}

const naming = new WeakMap<EffectiveCommand, boolean>();

/** Files that a search finds: `cat $(find . -name .env)`, `fd '^.env$' -x cat`; what they are called says what they are. */
export function lookedFor(path: PathRef, effect: Effect, input: Case): SecretKind | undefined {
  if (path.known || !/^(?:.*\/)?⟦/.test(path.text)) return undefined;
  const found = /⟦(?:\$\(|`)\s*(?:find|fd|fdfind|locate|rg|git|ls)\s([^⟧]*)⟧/.exec(path.text)?.[1];
  const via = effect.command === undefined ? [] : (input.analysis.commands[effect.command]?.via ?? []);
  const searches = via.some((each) => /^(?:fd|fdfind|find|xargs|parallel)\b/.test(each))
    ? input.analysis.commands.filter((each) => /^(?:fd|fdfind|find|locate)$/.test(programOf(each)))
    : [];
  const words = [
    ...(found?.split(/[\s'"|)]+/) ?? []),
    ...searches.flatMap((each) => each.argv.slice(1).map((w) => w.text)),
  ];
  for (const word of words) {
    const name = word.replace(/^\^|\$$|\\/g, "");
    const kind = /^[*]*$|^-/.test(name) ? undefined : secretAt(name);
    if (kind) return kind;
  }
  return undefined;
}
