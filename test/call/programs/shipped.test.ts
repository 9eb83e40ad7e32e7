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
