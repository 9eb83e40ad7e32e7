import { acts, runsFile } from "./deeds.js";
import { javascriptProfile } from "./javascript.js";
import type { Call, Profile } from "./profile.js";
import type { CodeReader } from "./reader.js";
import { runScript } from "./script.js";
import { asText, text, type Value } from "./values.js";

const DROP = "infra/database-drop";
const ROWS = "infra/database-rows";

/** No filter, or one that every document meets. */
function all(filter: Value | undefined): boolean {
  return filter === undefined || (filter.kind === "dict" && filter.entries.size === 0);
}

const everyDocument: Call = (args, m) => {
  if (all(args.positional[0])) m.act(ROWS, "every document");
  return undefined;
};

/** `db.runCommand({ dropDatabase: 1 })`. */
const command: Call = (args, m) => {
  const given = args.positional[0];
  const name = given?.kind === "dict" ? ([...given.entries.keys()][0] ?? "") : asText(given ?? text("")).text;
  if (/^(?:dropDatabase|drop|convertToCapped)$/.test(name)) m.act(DROP, name);
  else if (name === "shutdown") m.act("infra/database-server", name);
  return undefined;
};

const profile: Profile = {
  ...javascriptProfile,
  language: "mongo",
  functions: {
    ...javascriptProfile.functions,
    load: runsFile,
    "db.dropDatabase": acts(DROP),
    "db.shutdownServer": acts("infra/database-server"),
    "db.adminCommand": command,
    "db.runCommand": command,
    "rs.reconfig": acts("infra/database-server"),
    "sh.removeShard": acts("infra/cluster-delete"),
  },
  methods: {
    ...javascriptProfile.methods,
    dropDatabase: acts(DROP),
    drop: acts(DROP),
    dropCollection: acts(DROP),
    shutdownServer: acts("infra/database-server"),
    runCommand: command,
    adminCommand: command,
    deleteMany: everyDocument,
    remove: everyDocument,
    updateMany: everyDocument,
    bulkWrite: () => undefined,
  },
};

/** What a piece of the MongoDB shell's JavaScript does, as far as its text shows. */
export const mongo: CodeReader = (code, out, inner) => runScript(code, profile, out, inner);
