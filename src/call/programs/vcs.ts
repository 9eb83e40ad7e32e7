import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { gitHandlers, gitPrograms } from "./vcs-git.js";
import { otherHandlers, otherSystems } from "./vcs-other.js";

export const programs: readonly ProgramSpec[] = [...gitPrograms, ...otherSystems];

export const handlers: Readonly<Record<string, Handler>> = { ...gitHandlers, ...otherHandlers };
