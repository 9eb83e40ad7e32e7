import type { Handler } from "./emit.js";
import { languageHandlers, languagePackages } from "./packages-languages.js";
import { nodeHandlers, nodePackages } from "./packages-node.js";
import { publishers } from "./packages-publish.js";
import { pythonPackages } from "./packages-python.js";
import { systemHandlers, systemPackages } from "./packages-system.js";
import type { ProgramSpec } from "./spec.js";

export const programs: readonly ProgramSpec[] = [
  ...nodePackages,
  ...pythonPackages,
  ...languagePackages,
  ...systemPackages,
  ...publishers,
];

export const handlers: Readonly<Record<string, Handler>> = { ...nodeHandlers, ...languageHandlers, ...systemHandlers };
