import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { shippedPrograms } from "../../../src/call/programs/shipped.js";
import { programTable } from "../../../src/call/programs/table.js";
import { fileSchemas } from "../../../src/policy/schemas.js";

const entries = shippedPrograms();

test("shipped entries are of the form that users write", () => {
  const validate = new Ajv2020({ strict: false }).compile(fileSchemas().programs as object);
  const wrong = entries.flatMap((entry) =>
    validate({ version: 1, programs: [entry] })
      ? []
      : [`${entry.names[0]}: ${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`],
  );
  expect(wrong).toEqual([]);
});

test("every handler that an entry names exists", () => {
  const table = programTable();
  const missing = new Set<string>();
  const walk = (
    spec: (typeof entries)[number] | NonNullable<(typeof entries)[number]["subcommands"]>[string],
  ): void => {
    if (spec.handler && !table.handler(spec.handler)) missing.add(spec.handler);
    for (const inner of Object.values(spec.subcommands ?? {})) walk(inner);
  };
  for (const entry of entries) walk(entry);
  expect([...missing]).toEqual([]);
});

test("no two handlers have one name: the later would take the earlier's place", async () => {
  const directory = join(import.meta.dirname, "../../../src/call/programs");
  const found = new Map<string, unknown>();
  const twice: string[] = [];
  for (const file of readdirSync(directory)) {
    const { handlers } = (await import(join(directory, file))) as { handlers?: Record<string, unknown> };
    for (const [name, handler] of Object.entries(handlers ?? {})) {
      if (found.has(name) && found.get(name) !== handler) twice.push(name);
      found.set(name, handler);
    }
  }
  expect(found.size).toBeGreaterThan(100);
  expect(twice).toEqual([]);
});
