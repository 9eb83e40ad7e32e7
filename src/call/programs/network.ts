import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

export const programs: readonly ProgramSpec[] = [];

export const handlers: Readonly<Record<string, Handler>> = {};
