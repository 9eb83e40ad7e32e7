import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { heartbeat } from "./hosts/heartbeat.js";
import { openJudge } from "./hosts/judge.js";
import { fileLog } from "./hosts/log.js";
import type { Hooks, PluginInput } from "./hosts/opencode/api.js";
import { createHooks } from "./hosts/opencode/plugin.js";
import { ownPlaces } from "./hosts/own.js";
import { stateDirectory } from "./hosts/state-dir.js";
import { version } from "./version.js";

/** Starts bailiff in an OpenCode process. Never throws: a plugin that throws here is silently absent. */
async function server(input: PluginInput): Promise<Hooks> {
  const home = homedir();
  const state = stateDirectory(process.env, home);
  // Outside a work tree the host says `/`.
  const project = input.worktree === "/" ? undefined : input.worktree;
  const now = (): Date => new Date();
  const root = project ?? input.directory;
  const log = fileLog({ project: root, state, host: "opencode", now });
  const beat = heartbeat({ state, host: "opencode", bailiff: version, pid: process.pid, project: root, now });
  beat("load");
  const dist = dirname(fileURLToPath(import.meta.url));
  const { env } = process;
  const own = ownPlaces({ dist, home, state, env });
  const shipped = join(dist, "../governance");
  const live = openJudge({ shipped, home, state, project: input.directory, own, canAsk: false, env, log });
  return createHooks({
    // Not awaited: a policy that has to be compiled first must not hold up the host's start.
    live: () => live,
    directory: input.directory,
    ...(project === undefined ? {} : { project }),
    home,
    log,
    beat,
    session: async (id) => (await input.client.session.get({ path: { id } })).data,
    after(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const done = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      });
      return { done, cancel: () => clearTimeout(timer) };
    },
  });
}

export default { id: "bailiff", server };
