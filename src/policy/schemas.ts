import { CommandSchema, ProgramSchema } from "../call/programs/spec.schema.js";
import type { FileKind } from "./kinds.js";
import { RuleTableSchema } from "./rule.schema.js";
import { SettingsSchema } from "./settings.schema.js";

type Json = Readonly<Record<string, unknown>>;

/** JSON Schemas of the policy files, as editors and the loader use them. */
export function fileSchemas(): Readonly<Record<FileKind, Json>> {
  return {
    "deny-rules": plain(RuleTableSchema),
    policy: plain(SettingsSchema),
    programs: programsSchema(),
  };
}

function plain(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema)) as Json;
}

/** A list of program entries: a command's own keys and the program's names, and no others. */
function programsSchema(): Json {
  const { $defs } = plain(CommandSchema) as { $defs: { Command: { properties: Json } } };
  const { allOf } = plain(ProgramSchema) as { allOf: { properties?: Json }[] };
  const names = allOf[0]?.properties ?? {};
  return {
    title: "bailiff program entries",
    type: "object",
    additionalProperties: false,
    required: ["programs"],
    properties: {
      $schema: { type: "string" },
      version: { const: 1, description: "Version of this file's form." },
      programs: {
        type: "array",
        description: "What further programs' words do. An entry wins over a shipped one of the same name.",
        items: {
          type: "object",
          additionalProperties: false,
          required: ["names"],
          properties: { ...names, ...$defs.Command.properties },
        },
      },
    },
    $defs,
  };
}

/** The schema files that editors use, by name, as they stand in `governance/`. */
export function schemaFiles(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fileSchemas()).map(([kind, schema]) => {
      const published = { $schema: "http://json-schema.org/draft-07/schema#", ...schema };
      return [`${kind}.schema.json`, `${JSON.stringify(published, null, 2)}\n`];
    }),
  );
}
