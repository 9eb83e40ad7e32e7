import type { SchemaName } from "./schema/all.js";
import { validators } from "./validators.generated.js";

/** One thing that is wrong with a value, as the schema compiler reports it. */
interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A compiled schema: true, or false with `errors` set. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/**
 * What is wrong with a value, in one line; undefined when it is valid.
 *
 * @param name which file of the brain it is the content of
 */
export function invalid(name: SchemaName, value: unknown): string | undefined {
  const validator = validators[name];
  if (validator(value)) return undefined;
  const error = validator.errors?.[0];
  if (!error) return "is invalid";
  const where = error.instancePath === "" ? "the file" : error.instancePath;
  return `${where} does not satisfy ${error.keyword} ${JSON.stringify(error.params ?? {}).slice(0, 120)}`;
}
