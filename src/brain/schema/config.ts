import Type from "typebox";
import { closed, Version } from "./common.js";

/**
 * A language as people name it. Letters, marks, spaces and `()'-` only: the name stands in every
 * text an agent is given, and must not be able to say anything else there.
 */
const LANGUAGE_PATTERN = "^[\\p{L}][\\p{L}\\p{M} ()'-]{0,39}$";
const Language = Type.String({ pattern: LANGUAGE_PATTERN });
const Hours = Type.Number({ exclusiveMinimum: 0, maximum: 8760 });

/** `brain/config.json`: how people want to be worked with. Its presence marks an initialised project. */
export const ConfigSchema = closed(
  {
    version: Version,
    language: closed({ communication: Language, documents: Language }),
    resume: closed({ afterHours: Hours, untilHours: Hours }, "Idle times between which a session counts as resumed."),
    stale: closed({ warnHours: Hours, criticalHours: Hours }, "Ages from which the state is called stale."),
  },
  "How people want to be worked with.",
);
export type Config = Type.Static<typeof ConfigSchema>;
