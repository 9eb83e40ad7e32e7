import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { heartbeat } from "./hosts/heartbeat.js";
import { homeDirectory } from "./hosts/home.js";
import { openJudge } from "./hosts/judge.js";
import { fileLog } from "./hosts/log.js";
import { configuredAgents } from "./hosts/opencode/agents.js";
import type { Hooks, PluginInput } from "./hosts/opencode/api.js";
import { createHooks } from "./hosts/opencode/plugin.js";
import { ownPlaces } from "./hosts/own.js";
import { openSessions } from "./hosts/sessions.js";
import { stateDirectory } from "./hosts/state-dir.js";
import { projectRoot } from "./observe/observe.js";
import { version } from "./version.js";

/** Starts bailiff in an OpenCode process. Does not reject: a plugin that fails here is silently absent. */
async function server(input: PluginInput): Promise<Hooks> {
  const { env } = process;
  const home = homeDirectory();
  const state = stateDirectory(env, home);
  // Outside a work tree the host says `/`.
  const project = input.worktree === "/" ? undefined : input.worktree;
  const root = project ?? input.directory;
  const now = (): Date => new Date();
  const log = fileLog({ project: root, state, host: "opencode", now });
  const beat = heartbeat({ state, host: "opencode", bailiff: version, pid: process.pid, project: root, now });
  beat("load");
  const dist = dirname(fileURLToPath(import.meta.url));
  let config: unknown;
  const live = openJudge({
    shipped: join(dist, "../governance"),
    home,
    state,
    project: input.directory,
    own: ownPlaces({ dist, home, state, env }),
    canAsk: false,
    env,
    log,
    lasting: true,
    agents: configuredAgents(() => config),
  });
  // Who waits for it at a call is told; the host must not be told of a rejection that nobody handled.
  live.then(
    ({ desk }) => desk?.abandon(),
    (error: unknown) => log.error("the judge cannot be opened", error),
  );
  const sessionsOf = projectRoot(input.directory);
  let hostMaxDepth: number | undefined;
  const opened = live.then(({ law }) =>
    openSessions({
      host: "opencode",
      project: sessionsOf,
      home,
      env,
      law,
      delivery: "always",
      hostMaxDepth: () => hostMaxDepth,
      log,
      now,
    }),
  );
  opened.catch((error: unknown) => log.error("the sessions cannot be opened", error));
  return createHooks({
    live: () => live,
    sessions: {
      opened,
      project: sessionsOf,
      limit(depth) {
        hostMaxDepth = depth;
      },
    },
    configured(known) {
      config = known;
    },
    now,
    directory: input.directory,
    ...(project === undefined ? {} : { project }),
    home,
    log,
    beat,
    tell(text) {
      const body = { title: "bailiff", message: text, variant: "warning" as const };
      // There is no terminal in a headless run, and the log has it already.
      void (async () => input.client.tui.showToast({ body }))().catch(() => {});
    },
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
