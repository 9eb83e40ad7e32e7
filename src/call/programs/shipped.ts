import * as accounts from "./accounts.js";
import * as agentsCli from "./agents-cli.js";
import * as archives from "./archives.js";
import * as backups from "./backups.js";
import * as checkers from "./checkers.js";
import * as compressors from "./compressors.js";
import * as copying from "./copying.js";
import * as coreutils from "./coreutils.js";
import * as credentials from "./credentials.js";
import * as curl from "./curl.js";
import * as databases from "./databases.js";
import * as editors from "./editors.js";
import type { Handler } from "./emit.js";
import * as escapes from "./escapes.js";
import * as fetching from "./fetching.js";
import * as fileServers from "./file-servers.js";
import * as findutils from "./findutils.js";
import * as firewall from "./firewall.js";
import * as flashing from "./flashing.js";
import * as hosting from "./hosting.js";
import * as infra from "./infra.js";
import * as infraServices from "./infra-services.js";
import * as infraTail from "./infra-tail.js";
import * as interpreters from "./interpreters.js";
import * as localTail from "./local-tail.js";
import * as machineTail from "./machine-tail.js";
import { enter, type PrefixEntry, startOf } from "./names.js";
import * as network from "./network.js";
import * as openssl from "./openssl.js";
import * as packages from "./packages.js";
import * as partitions from "./partitions.js";
import * as permissions from "./permissions.js";
import * as power from "./power.js";
import * as processes from "./processes.js";
import * as publishTail from "./publish-tail.js";
import * as readers from "./readers.js";
import * as remoteLogin from "./remote-login.js";
import * as remoteTail from "./remote-tail.js";
import * as services from "./services.js";
import * as shellSetup from "./shell-setup.js";
import * as sockets from "./sockets.js";
import type { ProgramSpec } from "./spec.js";
import * as storage from "./storage.js";
import * as syncing from "./syncing.js";
import * as system from "./system.js";
import * as testRunners from "./test-runners.js";
import * as text from "./text.js";
import * as vcs from "./vcs.js";
import * as vcsTail from "./vcs-tail.js";
import * as volumes from "./volumes.js";
import * as windows from "./windows.js";
import * as wrappers from "./wrappers.js";
import * as wrappersBoxes from "./wrappers-boxes.js";
import * as wrappersInput from "./wrappers-input.js";
import * as wrappersRunners from "./wrappers-runners.js";
import * as wrappersShells from "./wrappers-shells.js";
import * as wrappersTail from "./wrappers-tail.js";
import * as wrappersTerminals from "./wrappers-terminals.js";
import * as wrappersUsers from "./wrappers-users.js";
import * as wrappersWatchers from "./wrappers-watchers.js";

interface Group {
  readonly programs: readonly ProgramSpec[];
  readonly handlers: Readonly<Record<string, Handler>>;
}

const groups: readonly Group[] = [
  coreutils,
  copying,
  readers,
  fileServers,
  findutils,
  archives,
  compressors,
  syncing,
  testRunners,
  text,
  wrappers,
  wrappersUsers,
  wrappersBoxes,
  wrappersInput,
  wrappersRunners,
  wrappersWatchers,
  wrappersTail,
  storage,
  backups,
  localTail,
  flashing,
  partitions,
  volumes,
  permissions,
  accounts,
  system,
  power,
  services,
  machineTail,
  processes,
  firewall,
  network,
  curl,
  fetching,
  sockets,
  remoteLogin,
  remoteTail,
  credentials,
  openssl,
  vcs,
  vcsTail,
  hosting,
  publishTail,
  packages,
  shellSetup,
  checkers,
  agentsCli,
  infra,
  infraTail,
  infraServices,
  databases,
  interpreters,
  windows,
  wrappersShells,
  wrappersTerminals,
  editors,
  escapes,
];

const byName = new Map<string, ProgramSpec>();
const byPrefix: PrefixEntry[] = [];
const handlers = new Map<string, Handler>();
for (const group of groups) {
  for (const spec of group.programs) enter(spec, byName, byPrefix);
  for (const [name, handler] of Object.entries(group.handlers)) handlers.set(name, handler);
}

/** The shipped entry of exactly this name. */
export function shippedProgram(name: string): ProgramSpec | undefined {
  return byName.get(name);
}

/** The shipped entry whose name with a trailing `*` this one matches. */
export function shippedByPrefix(name: string): ProgramSpec | undefined {
  return startOf(name, byPrefix);
}

/** The code that entries name. */
export function shippedHandler(name: string): Handler | undefined {
  return handlers.get(name);
}

/** Every known program's exact name, for reading a wildcard in a command's place. */
export function programNames(): readonly string[] {
  return [...byName.keys()];
}

/**
 * The names with a trailing `*`, without it, in the order in which they are tried; the build makes texts of them.
 *
 * @public
 */
export function shippedPrefixes(): readonly PrefixEntry[] {
  return byPrefix;
}

/** All shipped entries, for tests that hold them against the schema and the families. */
export function shippedPrograms(): readonly ProgramSpec[] {
  return groups.flatMap((group) => group.programs);
}
