import { homedir } from "node:os";
import { resolve } from "node:path";
import { type Brain, makeBrain } from "../brain/brain.js";
import { findPlace } from "../brain/place.js";
import { makeStore } from "../brain/store.js";
import { projectRoot } from "../observe/observe.js";
import { chooseMode } from "../policy/mode.js";

/** Where a subcommand works, and when; what is absent is taken from the process. */
export interface Here {
  readonly cwd?: string;
  readonly home?: string;
  /** Milliseconds since 1970. */
  readonly now?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The brain of the project that a subcommand was started in. */
export function brainHere(here: Here): { readonly brain: Brain; readonly now: number } {
  const env = here.env ?? process.env;
  const place = findPlace({
    project: projectRoot(resolve(here.cwd ?? process.cwd())),
    home: here.home ?? env.HOME ?? homedir(),
    mode: chooseMode(env.BAILIFF_MODE, []).mode,
    stateHome: env.XDG_STATE_HOME,
  });
  return { brain: makeBrain(place, makeStore({ frozen: place.frozen })), now: here.now ?? Date.now() };
}
