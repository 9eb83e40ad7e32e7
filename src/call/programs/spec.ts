import type { Static } from "typebox";
import type {
  CommandSchema,
  FormSchema,
  LanguageSchema,
  ProgramSchema,
  RoleSchema,
  WhenSchema,
} from "./spec.schema.js";

export type Role = Static<typeof RoleSchema>;
export type Language = Static<typeof LanguageSchema>;
export type When = Static<typeof WhenSchema>;
export type Form = Static<typeof FormSchema>;
/** A program's or subcommand's entry. */
export type CommandSpec = Static<typeof CommandSchema>;
/** A program's entry, as in the files beside this one and in a user's YAML. */
export type ProgramSpec = Static<typeof ProgramSchema>;
