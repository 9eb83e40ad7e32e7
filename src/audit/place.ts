import { join } from "node:path";
import { findPlace } from "../brain/place.js";

/**
 * The directory of a project's audit: `.bailiff/audit` where somebody ran `bailiff init`, else in the
 * user's state directory.
 */
export function auditDirectory(project: string, home: string, stateHome?: string): string {
  return join(
    findPlace({ project, home, mode: "FULL", ...(stateHome === undefined ? {} : { stateHome }) }).root,
    "audit",
  );
}
