import type { Emitter } from "./emit.js";
import type { Language } from "./spec.js";

/** Deeds on a database, which are judged by rows of infra. */
const ON_DATABASES = /\bdatabase-/;
const DATABASES: ReadonlySet<Language> = new Set<Language>(["sql", "mongo", "redis"]);

/** Tests do what they do, but the databases that they empty are made for them. */
export function rehearsal(out: Emitter): Emitter {
  return {
    effect: (effect) => out.effect(effect),
    act: (act, target) => {
      if (!ON_DATABASES.test(act)) out.act(act, target);
    },
    path: (word, cwd) => out.path(word, cwd),
    command: (words, inner) => out.command(words, inner),
    code: (language, code, inner) => {
      if (!DATABASES.has(language)) out.code(language, code, inner);
    },
  };
}
