import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import type { ParsedFile } from "./document.js";
import type { FileKind } from "./kinds.js";
import type { PolicyProblem } from "./policy.js";
import { fileSchemas } from "./schemas.js";
import { nearest } from "./spelling.js";

let validators: Readonly<Record<FileKind, ValidateFunction>> | undefined;

function validator(kind: FileKind): ValidateFunction {
  if (!validators) {
    const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, useDefaults: false });
    const schemas = fileSchemas();
    validators = {
      "deny-rules": ajv.compile(schemas["deny-rules"]),
      policy: ajv.compile(schemas.policy),
      programs: ajv.compile(schemas.programs),
    };
  }
  return validators[kind];
}

/** The key under which a file's list stands; a file may also be the bare list. */
const LIST: Readonly<Partial<Record<FileKind, string>>> = { "deny-rules": "rules", programs: "programs" };

/** A file's content held against its schema; problems name line, column and row. */
export function validateFile(kind: FileKind, parsed: ParsedFile): readonly PolicyProblem[] {
  const { value, file } = parsed;
  if (parsed.problems.length > 0) return parsed.problems;
  // An empty file says nothing, and that is allowed.
  if (value === null || value === undefined) return [];
  const list = LIST[kind];
  const bare = list !== undefined && Array.isArray(value);
  const data = bare ? { [list]: value } : value;
  const check = validator(kind);
  if (check(data)) return [];
  const problems: PolicyProblem[] = [];
  const seen = new Set<string>();
  for (const error of caused(useful(check.errors ?? []))) {
    const where = pointer(error.instancePath, data);
    const path = bare ? where.slice(1) : where;
    const key = error.keyword === "additionalProperties" ? String(error.params.additionalProperty) : undefined;
    const place = key === undefined ? parsed.at(path) : parsed.atKey(path, key);
    const told = tell(error, kind, where, key);
    const id = `${place.line}:${place.column}:${told.message}`;
    if (seen.has(id)) continue;
    seen.add(id);
    const row = rowName(data, where);
    problems.push({ file, ...place, ...(row === undefined ? {} : { row }), ...told, severity: "error" });
  }
  return problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)).slice(0, 20);
}

/** Of the errors of alternatives only the one about the alternatives is of use. */
function useful(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = new Set(errors.filter((e) => e.keyword === "anyOf").map((e) => e.instancePath));
  return errors.filter(
    (e) => e.keyword === "anyOf" || !unions.has(e.instancePath) || !e.schemaPath.includes("/anyOf/"),
  );
}

/** A key that is missing because it is misspelt or stands in the wrong place is told once, where it stands. */
function caused(errors: readonly ErrorObject[]): ErrorObject[] {
  const strays = errors.filter((e) => e.keyword === "additionalProperties");
  const meant = strays.flatMap((e) => {
    const known = Object.keys((e.parentSchema as { properties?: object } | undefined)?.properties ?? {});
    const key = String(e.params.additionalProperty);
    return [key, nearest(key, known) ?? key];
  });
  return errors.filter((e) => e.keyword !== "required" || !meant.includes(String(e.params.missingProperty)));
}

function pointer(path: string, data: unknown): (string | number)[] {
  let at = data;
  return path
    .split("/")
    .slice(1)
    .map((part) => {
      const name = part.replace(/~1/g, "/").replace(/~0/g, "~");
      const key = Array.isArray(at) ? Number(name) : name;
      at = (at as Record<string | number, unknown> | undefined)?.[key];
      return key;
    });
}

function rowName(data: unknown, path: readonly (string | number)[]): string | undefined {
  const at = path.findIndex((part) => typeof part === "number");
  if (at < 0 || at > 1) return undefined;
  let node = data;
  for (const part of path.slice(0, at + 1)) node = (node as Record<string | number, unknown> | undefined)?.[part];
  const row = node as { id?: unknown; names?: unknown } | undefined;
  if (typeof row?.id === "string") return row.id;
  const name = Array.isArray(row?.names) ? (row.names[0] as unknown) : undefined;
  return typeof name === "string" ? name : `row ${Number(path[at]) + 1}`;
}

function tell(
  error: ErrorObject,
  kind: FileKind,
  path: readonly (string | number)[],
  key: string | undefined,
): { message: string; fix: string } {
  const name =
    path.length === 0 ? "the file" : `\`${path.filter((part) => typeof part === "string").at(-1) ?? "row"}\``;
  const parent = error.parentSchema as { properties?: Record<string, unknown> } | undefined;
  switch (error.keyword) {
    case "additionalProperties": {
      const known = Object.keys(parent?.properties ?? {});
      const near = nearest(key ?? "", known);
      const misplaced = kind === "deny-rules" ? misplacedKey(key ?? "", path) : undefined;
      const others = known.filter((each) => each !== "$schema");
      return {
        message: `Unknown key \`${key}\`${path.length === 0 ? " at the top of the file" : ""}`,
        fix:
          misplaced ??
          (near !== undefined ? `Did you mean \`${near}\`?` : `Known here: ${others.slice(0, 20).join(", ")}.`),
      };
    }
    case "required": {
      const missing = String(error.params.missingProperty);
      return {
        message: `\`${missing}\` is missing`,
        fix: `Add \`${missing}:\` to it, at the same indentation as its neighbours.`,
      };
    }
    case "enum": {
      const allowed = (error.params.allowedValues as unknown[]).map(String);
      const near = nearest(String(error.data), allowed);
      const list = allowed.length > 12 ? `${allowed.slice(0, 12).join(", ")} …` : allowed.join(", ");
      return {
        message: `${name} is ${show(error.data)}, which it cannot be`,
        fix: near === undefined ? `It can be: ${list}.` : `Did you mean \`${near}\`? It can be: ${list}.`,
      };
    }
    case "type":
      return typeFix(error, kind, path, name);
    case "anyOf": {
      const allowed = ((error.schema as { const?: unknown }[] | undefined) ?? []).flatMap((s) =>
        s.const === undefined ? [] : [String(s.const)],
      );
      const near = typeof error.data === "string" ? nearest(error.data, allowed) : undefined;
      return {
        message: `${name} is ${show(error.data)}, which it cannot be`,
        fix:
          near !== undefined
            ? `Did you mean \`${near}\`?`
            : allowed.length > 0
              ? `It can be: ${allowed.join(", ")}.`
              : "See the schema.",
      };
    }
    case "pattern":
      return { message: `${name} is ${show(error.data)}`, fix: `It must match ${String(error.params.pattern)}.` };
    case "uniqueItems":
      return { message: `${name} holds the same entry twice`, fix: "Keep one of them." };
    default:
      return { message: `${name} ${error.message ?? "is not valid"}`, fix: "See the description in the schema." };
  }
}

const ROW_KEYS = new Set([
  "id",
  "type",
  "pattern",
  "match",
  "on",
  "tools",
  "context",
  "severity",
  "message",
  "suggestion",
  "examples",
]);

/** A known key in a wrong place is nearly always a matter of indentation. */
function misplacedKey(key: string, path: readonly (string | number)[]): string | undefined {
  if (path.length === 0 && ROW_KEYS.has(key)) {
    return `\`${key}\` belongs to a row: indent it to stand under the row's \`id\`, below \`rules:\`.`;
  }
  if (path.length === 2 && key === "not_match") return "Indent it two spaces more, under `examples:`.";
  if (path.length === 2 && ["agents", "fileTypes", "scopes"].includes(key))
    return "Indent it two spaces more, under `context:`.";
  return undefined;
}

function typeFix(
  error: ErrorObject,
  kind: FileKind,
  path: readonly (string | number)[],
  name: string,
): { message: string; fix: string } {
  const wanted = String(error.params.type);
  const message = `${name} must be ${wanted === "array" ? "a list" : wanted === "object" ? "a map of keys" : `a ${wanted}`}, not ${show(error.data)}`;
  const last = path.at(-1);
  if (kind === "deny-rules" && last === "match" && Array.isArray(error.data)) {
    return { message, fix: "Indent the examples: this `match` belongs two spaces further in, under `examples:`." };
  }
  if (wanted === "string" && error.data !== null) return { message, fix: "Put it in quotes." };
  if (wanted === "array") return { message, fix: "Write it as a list: `[one, two]`, or one `- ` line each, indented." };
  if (error.data === null)
    return { message, fix: "Nothing stands under it: check the indentation of the lines below." };
  return { message, fix: "Check the indentation of the lines below it." };
}

function show(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
