import type { Family } from "./family.js";
import { fsDelete } from "./fs-delete.js";
import { fsDevice } from "./fs-device.js";
import { gitHistory } from "./git-history.js";
import { infra } from "./infra.js";
import { opaque } from "./opaque.js";
import { permission } from "./permission.js";
import { persistence } from "./persistence.js";
import { publish } from "./publish.js";
import { remoteExec } from "./remote-exec.js";
import { secrets } from "./secrets.js";
import { system } from "./system.js";
import { tamper } from "./tamper.js";

/** All built-in families, in the order in which they are documented. */
export const families: readonly Family[] = [
  fsDelete,
  fsDevice,
  gitHistory,
  permission,
  remoteExec,
  secrets,
  system,
  publish,
  infra,
  persistence,
  tamper,
  opaque,
];
