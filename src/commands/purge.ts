import { type PurgeReport, purge as purgeBrain } from "../brain/purge.js";
import { safeLine } from "../text/safe.js";
import { brainHere, type Here } from "./here.js";
import { EXIT, print, type Streams, standard } from "./output.js";

export interface PurgeCommandOptions extends Here {
  /** Only say what would be done. */
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/**
 * `bailiff purge`: moves what is old out of the brain's way.
 *
 * @returns 0, or 1 when something could not be done
 */
export async function purge(options: PurgeCommandOptions = {}, streams: Streams = standard()): Promise<number> {
  const { brain, now } = brainHere(options);
  const dryRun = options.dryRun ?? false;
  const report = purgeBrain({ place: brain.place, store: brain.store, now, dryRun });
  if (options.json) await print(streams.output, JSON.stringify(report));
  else for (const line of lines(report)) await print(streams.output, line);
  return report.problems.length === 0 ? EXIT.ok : EXIT.failed;
}

function lines(report: PurgeReport): string[] {
  const done = report.dryRun ? "would be" : "were";
  const counted = (list: readonly string[], what: string, deed: string): string[] =>
    list.length === 0 ? [] : [`${list.length} ${what} ${done} ${deed}`];
  const said = [
    ...counted(report.sessionsArchived, "sessions", `archived, ${report.sessionsKept} stay`),
    ...counted(report.anchorsArchived, "anchors", "archived"),
    ...counted(report.checkpointsRemoved, "checkpoints of halts", "removed"),
    ...counted(report.leftoversRemoved, "left-over files", "removed"),
  ];
  const problems = report.problems.map((each) => `problem: ${safeLine(each.file)}: ${safeLine(each.message)}`);
  return [...(said.length === 0 ? ["nothing to do"] : said), ...problems];
}
