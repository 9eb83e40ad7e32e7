import type { Handler } from "./emit.js";
import { jvmHandlers, jvmPackages } from "./packages-jvm.js";
import { languagePackages } from "./packages-languages.js";
import { nodePackages } from "./packages-node.js";
import { publishers } from "./packages-publish.js";
import { pythonPackages } from "./packages-python.js";
import { runHandlers } from "./packages-run.js";
import { systemHandlers, systemPackages } from "./packages-system.js";
import type { ProgramSpec } from "./spec.js";

export const programs: readonly ProgramSpec[] = [
  ...nodePackages,
  ...pythonPackages,
  ...languagePackages,
  ...jvmPackages,
  ...systemPackages,
  ...publishers,
];

export const handlers: Readonly<Record<string, Handler>> = { ...runHandlers, ...jvmHandlers, ...systemHandlers };
