// Writes the JSON Schemas below governance/, for editors, from the definitions that files are validated
// with: node scripts/schemas.mjs [--check]

import { emit, load } from "./load.mjs";

/** @returns {Promise<{ path: string, text: string }[]>} */
export async function schemaFiles() {
  const policy = await load("src/policy/schemas.ts");
  const { schemaList } = await load("scripts/schema-list.ts");
  return [
    ...Object.entries(policy.schemaFiles()).map(([name, text]) => ({ path: `governance/${name}`, text })),
    ...schemaList.map(({ file, schema }) => ({
      path: `governance/${file}`,
      text: `${JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", ...schema }, null, 2)}\n`,
    })),
  ];
}

if (process.argv[1] === import.meta.filename) await emit(await schemaFiles());
