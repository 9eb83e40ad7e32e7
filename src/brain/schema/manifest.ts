import type Type from "typebox";
import { closed, Time, text, Version } from "./common.js";

/** `manifest.json` of a project's directory below the user's state directory: which project it belongs to. */
export const ManifestSchema = closed(
  { version: Version, project: text(4096), created: Time },
  "Which project this directory belongs to.",
);
export type Manifest = Type.Static<typeof ManifestSchema>;
