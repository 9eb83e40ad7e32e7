import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Programs that load files by their names: test runners (pytest, Jest, Vitest, Mocha) and bundlers with their settings.

const scripts = "js cjs mjs ts cts mts jsx tsx".split(" ");
const named = (...stems: string[]): string[] => stems.flatMap((stem) => scripts.map((end) => `${stem}.${end}`));

export const programs: readonly ProgramSpec[] = [
  {
    names: ["pytest", "py.test", "ptw", "pytest-watch"],
    language: "python",
    executes: ["conftest*.py", "test_*.py", "*_test.py"],
    tests: true,
    operands: "text",
    mutates: "unknown",
  },
  {
    names: ["jest", "vitest", "mocha", "ava", "jasmine", "japa"],
    language: "javascript",
    executes: named("*.test", "*.spec", "*.config", "*.setup", "*setup*", "*.workspace"),
    tests: true,
    operands: "text",
    mutates: "unknown",
  },
  {
    names: ["vite", "webpack", "rollup", "tsup", "rspack", "parcel", "metro", "astro", "nuxt", "svelte-kit"],
    language: "javascript",
    executes: named("*.config", "*.config.*"),
    operands: "text",
    mutates: "unknown",
  },
];

export const handlers: Readonly<Record<string, Handler>> = {};
