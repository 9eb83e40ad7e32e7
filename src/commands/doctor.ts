import { hostLines } from "../doctor/host.js";
import type { Line } from "../doctor/line.js";
import { brainLines, installationLines, manifestLines, permissionLines, policyLines } from "../doctor/project.js";
import { claudeWiring } from "../doctor/wiring.js";
import type { Host } from "../install/plan.js";
import { judgeBy } from "../judge-by.js";
import { loadPolicy } from "../policy/load.js";
import { safeLine } from "../text/safe.js";
import { version } from "../version.js";
import { hostsHere, placeOf } from "./init.js";
import { EXIT, print, type Streams, standard } from "./output.js";
import { placesFor } from "./session.js";

export interface DoctorOptions {
  readonly live?: boolean;
  readonly json?: boolean;
  readonly cwd?: string;
  /** Milliseconds since 1970. */
  readonly now?: number;
}

const SIGN: Readonly<Record<Line["state"], string>> = {
  ok: "ok",
  note: "note",
  warning: "WARNING",
  failure: "FAILURE",
};

/**
 * `bailiff doctor`: proves for each host that a call that must be refused is refused by what the host
 * loads, and looks at everything that this rests on.
 *
 * @returns 0, or 1 when something does not hold
 */
export async function doctor(options: DoctorOptions, streams: Streams = standard()): Promise<number> {
  const cwd = options.cwd ?? process.cwd();
  const where = whereFrom(cwd);
  const present = hostsHere(where);
  const places = placesFor(cwd);
  const hosts: readonly Host[] = ["opencode", "claude-code"];
  const lines: Line[] = [
    ...installationLines(where.installation),
    ...hosts.flatMap((host) => hostLines(host, present.includes(host), where, options.now ?? Date.now())),
    ...policyLines(await loadPolicy({ places, version, judge: judgeBy })),
    ...manifestLines(where),
    ...brainLines(where),
    ...permissionLines(where, places),
  ];
  if (options.live) {
    const { liveLine } = await import("../doctor/live.js");
    const lane = claudeWiring(where).wired.some((each) => each.lane === "fast") ? "fast" : "safe";
    for (const host of hosts) if (present.includes(host)) lines.push(await liveLine(host, where, lane));
  }
  if (present.length === 0 && !lines.some(({ message }) => message.includes("is refused by what")))
    lines.push({
      about: "hosts",
      state: "failure",
      message: "no host was found: nothing is governed",
      fix: "Install OpenCode or Claude Code, then run `bailiff init`.",
    });
  const failures = lines.filter(({ state }) => state === "failure").length;
  if (options.json) await print(streams.output, JSON.stringify({ ok: failures === 0, lines }));
  else {
    for (const { about, state, message, fix } of lines) {
      await print(streams.output, `${SIGN[state].padEnd(8)} ${about}: ${safeLine(message, 400)}`);
      if (fix !== undefined) await print(streams.output, `         ${safeLine(fix, 400)}`);
    }
    await print(streams.output, failures === 0 ? "Everything that matters holds." : `${failures} failure(s).`);
  }
  return failures > 0 ? EXIT.failed : EXIT.ok;
}

function whereFrom(cwd: string): ReturnType<typeof placeOf> {
  try {
    return placeOf({ cwd });
  } catch {
    // Outside any project the user's own settings are all there is.
    return placeOf({ cwd, global: true });
  }
}
