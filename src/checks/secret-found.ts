import type { Effect, PathRef } from "../call/effect.js";
import type { Case } from "./case.js";
import type { NamedCommand } from "./named-command.js";
import { isSecretDirectory, patternMeans, type SecretKind, secretAt } from "./secret-places.js";

/** A path's secret, by its text and by what it really is. */
export function secretOf(path: PathRef, { remote }: Effect, input: Case): SecretKind | undefined {
  const { paths } = input.place(path, remote);
  for (const each of paths) {
    const kind = secretNamed(each);
    if (kind) return kind;
  }
  const own = path.abs ?? path.text;
  return paths.includes(own) ? undefined : secretNamed(own);
}

function secretNamed(path: string): SecretKind | undefined {
  const kind = secretAt(path) ?? (isSecretDirectory(path) ? "store" : undefined);
  return kind === "store" && /\/\.(?:ssh|gnupg)\/?$/.test(path) ? "key" : kind;
}

/** A whole home or root, which the stores lie in. */
export function holdsSecrets(path: PathRef, { remote }: Effect, input: Case): boolean {
  const place = input.place(path, remote);
  return place.home || place.root;
}

/** What stands in keys and stores and nowhere else. */
const KEY_TEXT = /BEGIN[\w .*\\]*PRIVATE|PRIVATE KEY|aws_secret_access_key\b|_authToken\b/i;

/** A search through a whole home for what keys begin with: its result is where they are. */
export function looksForKeys(effect: Effect & { readonly path: PathRef }, input: Case): boolean {
  const command = effect.command === undefined ? undefined : input.commands[effect.command];
  return command?.is("search") === true && namesKeys(command) && holdsSecrets(effect.path, effect, input);
}

/** Worked out once a command: it may search thousands of files. */
function namesKeys(command: NamedCommand): boolean {
  let found = naming.get(command);
  if (found === undefined) {
    found = command.words.some((word) => KEY_TEXT.test(word));
    naming.set(command, found);
  }
  return found;
}

const naming = new WeakMap<NamedCommand, boolean>();

/** Files that a search finds: `cat $(find . -name .env)`, `fd '^.env$' -x cat`; what they are called says what they are. */
export function lookedFor(path: PathRef, effect: Effect, input: Case): SecretKind | undefined {
  if (path.known || !/^(?:.*\/)?⟦/.test(path.text)) return undefined;
  const found = /⟦(?:\$\(|`)\s*(?:find|fd|fdfind|locate|rg|git|ls)\s([^⟧]*)⟧/.exec(path.text)?.[1];
  const via = effect.command === undefined ? [] : (input.analysis.commands[effect.command]?.via ?? []);
  const searches = via.some((each) => /^(?:fd|fdfind|find|xargs|parallel)\b/.test(each))
    ? input.commands.filter((each) => /^(?:fd|fdfind|find|locate)$/.test(each.name))
    : [];
  const words = [...(found?.split(/[\s'"|)]+/) ?? []), ...searches.flatMap((each) => each.words)];
  for (const word of words) {
    const name = word.replace(/^\^|\$$|\\/g, "");
    const kind = /^[*]*$|^-/.test(name) ? undefined : (secretAt(name) ?? patternMeans(name));
    if (kind) return kind;
  }
  return undefined;
}
