import type Type from "typebox";
import { brainSchemas } from "../src/brain/schema/all.js";

/** Every JSON Schema that is published for editors: its file below governance/, and where it comes from. */
export const schemaList: readonly { readonly file: string; readonly schema: Type.TSchema }[] = [
  ...Object.entries(brainSchemas).map(([name, schema]) => ({ file: `brain-${name}.schema.json`, schema })),
];
