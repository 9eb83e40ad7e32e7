// Writes the JSON Schemas below governance/ from the schemas in the sources. `--check` only compares.

import { emit, load } from "./load.mjs";

/** @returns {Promise<{ path: string, text: string }[]>} */
export async function schemaFiles() {
  const { schemaList } = await load("scripts/schema-list.ts");
  return schemaList.map(({ file, schema }) => ({
    path: `governance/${file}`,
    text: `${JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", ...schema }, null, 2)}\n`,
  }));
}

if (process.argv[1] === import.meta.filename) await emit(await schemaFiles());
