import type { Emitter } from "./emit.js";
import type { Language } from "./spec.js";

const DATABASES: ReadonlySet<Language> = new Set<Language>(["sql", "mongo", "redis"]);

/** Tests do what they do, but the databases that they empty are made for them. */
export function rehearsal(out: Emitter): Emitter {
  return {
    effect: (effect) => out.effect(effect),
    act: (act, target) => {
      if (!act.startsWith("infra/database-")) out.act(act, target);
    },
    path: (word, cwd) => out.path(word, cwd),
    command: (words, inner) => out.command(words, inner),
    code: (language, code, inner) => {
      if (!DATABASES.has(language)) out.code(language, code, inner);
    },
  };
}
