import { existsSync, lstatSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { confirm, isCancel, multiselect } from "@clack/prompts";
import { apply, type Done, remove } from "../install/apply.js";
import { laneIn } from "../install/claude.js";
import { type ChosenLane, chooseLane, claudeVersion } from "../install/claude-version.js";
import { readManifest, textOf } from "../install/manifest.js";
import { cliOf, type Host, homesOf, type InstallOptions, isTemporaryCopy, type Plan, planOf } from "../install/plan.js";
import { projectRoot } from "../observe/observe.js";
import { safeLine } from "../text/safe.js";
import { version } from "../version.js";
import { personHere } from "./approve.js";
import { EXIT, print, type Streams, standard, UsageError } from "./output.js";
import { installation } from "./session.js";

export interface InitOptions {
  readonly opencode?: boolean;
  readonly claude?: boolean;
  readonly global?: boolean;
  readonly yes?: boolean;
  readonly lane?: string;
  readonly json?: boolean;
  readonly cwd?: string;
}

const TITLE: Readonly<Record<Host, string>> = { opencode: "OpenCode", "claude-code": "Claude Code" };

/**
 * `bailiff init`: puts bailiff into the hosts' settings, renders the agents and writes starter files.
 * Idempotent; never changes a file that somebody else changed.
 *
 * @returns 0, or 1 when something could not be done
 */
export async function init(options: InitOptions, streams: Streams = standard()): Promise<number> {
  if (options.lane !== undefined && options.lane !== "safe" && options.lane !== "fast")
    throw new UsageError("--lane takes `fast` (a server that stays) or `safe` (a process for each call)");
  const where = placeOf(options);
  if (isTemporaryCopy(where.installation))
    throw new UsageError(
      `this is a copy that may be deleted at any time (${safeLine(where.installation, 300)}), and then nothing would be checked; install bailiff first, with \`npm install --save-dev bailiff\` in the project or \`npm install --global bailiff\``,
    );
  const present = hostsHere(where);
  const chosen: Host[] = [
    ...(options.opencode ? (["opencode"] as const) : []),
    ...(options.claude ? (["claude-code"] as const) : []),
  ];
  const asking = !options.yes && !options.json && personHere();
  let hosts: readonly Host[] = chosen.length > 0 ? chosen : present;
  if (asking && chosen.length === 0) {
    const answer = await multiselect<Host>({
      message: "For which hosts?",
      options: (Object.keys(TITLE) as Host[]).map((value) => ({ value, label: TITLE[value] })),
      initialValues: [...present],
    });
    if (isCancel(answer)) return cancelled(streams);
    hosts = answer;
  }
  if (hosts.length === 0) throw new UsageError("no host was found here: say --opencode or --claude");
  const lane = hosts.includes("claude-code") ? laneFor(options.lane, where) : undefined;
  const plan = planOf({ ...where, hosts, ...(lane ? { lane: lane.lane } : {}) });
  if (asking) {
    for (const { path } of plan.edits) await print(streams.output, `  edits   ${path}`);
    await print(streams.output, `  writes  ${plan.files.length} files; nothing of yours is overwritten`);
    const yes = await confirm({ message: "Install?", initialValue: true });
    if (isCancel(yes) || !yes) return cancelled(streams);
  }
  const done = apply(plan, hosts, version);
  await report({ plan, done, hosts, where, lane, json: options.json ?? false }, streams);
  return done.some(({ did }) => did === "failed") ? EXIT.failed : EXIT.ok;
}

export interface UninstallOptions extends Pick<InitOptions, "global" | "yes" | "json" | "cwd"> {
  /** The audit stays: what agents did may be asked about later. */
  readonly keepRecords?: boolean;
}

/**
 * `bailiff uninstall`: undoes init. Files that somebody changed stay, and the audit where it is to be
 * kept; everything else is as it was.
 *
 * @returns 0, or 1 when there is nothing installed or something could not be undone
 */
export async function uninstall(options: UninstallOptions, streams: Streams = standard()): Promise<number> {
  const where = placeOf(options);
  const { own } = homesOf(where);
  const audit = join(own, "audit");
  const records = where.project !== undefined && isDirectory(audit);
  let keep = records && options.keepRecords === true;
  const file = join(own, "manifest.json");
  const manifest = readManifest(file);
  if (!manifest) {
    await print(streams.errors, `bailiff: nothing is installed here (${safeLine(file)} is not there)`);
    return EXIT.failed;
  }
  if (!options.yes && !options.json && personHere()) {
    const yes = await confirm({ message: "Take bailiff out here, with what it remembers?", initialValue: false });
    if (isCancel(yes) || !yes) return cancelled(streams);
    if (records && !keep) {
      const message = `Keep the record of what agents did (${safeLine(audit, 300)})?`;
      const answer = await confirm({ message, initialValue: true });
      if (isCancel(answer)) return cancelled(streams);
      keep = answer;
    }
  }
  const recorded = where.project === undefined ? [] : ["brain", "test-brain", "archive", "execution"];
  const generated = [...recorded.map((name) => join(own, name)), ...(keep ? [] : [audit])].filter(isDirectory);
  // What stays is not to turn up in a commit.
  const stays = keep ? [join(own, ".gitignore")] : [];
  const files = manifest.files.filter(({ path }) => !stays.includes(path));
  const done = remove(file, { ...manifest, files }, generated);
  if (options.json) {
    await print(
      streams.output,
      JSON.stringify({ files: done, records: records ? (keep ? "kept" : "removed") : "none" }),
    );
  } else {
    for (const line of lines(done.filter(({ did }) => did !== "unchanged"))) await print(streams.output, line);
    if (keep) await print(streams.output, `kept      ${safeLine(audit, 300)} (the record of what agents did)`);
    else if (records)
      await print(
        streams.output,
        `removed   ${safeLine(audit, 300)} (the record of what agents did; --keep-records would have kept it)`,
      );
  }
  return done.some(({ did }) => did === "failed") ? EXIT.failed : EXIT.ok;
}

function laneFor(
  asked: "fast" | "safe" | undefined,
  { project, home, env }: Omit<InstallOptions, "hosts">,
): ChosenLane {
  const settings = (of: { project?: string }, name: string) =>
    laneIn(textOf(join(homesOf({ ...of, home, env }).claude, name)));
  const everywhere = settings({}, "settings.json") !== undefined;
  const installed = project === undefined ? undefined : settings({ project }, "settings.local.json");
  try {
    return chooseLane(asked, { project, version: () => claudeVersion(env), installed, everywhere });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The hosts of which there is a sign: their program, their settings, or their directories. */
export function hostsHere({ project, home, env }: Omit<InstallOptions, "hosts">): readonly Host[] {
  const homes = [homesOf({ home, env }), ...(project === undefined ? [] : [homesOf({ project, home, env })])];
  const program = (name: string): boolean =>
    (env.PATH ?? "").split(delimiter).some((directory) => directory !== "" && existsSync(join(directory, name)));
  const signs: Readonly<Record<Host, boolean>> = {
    opencode:
      program("opencode") ||
      homes.some(({ openCode }) => existsSync(openCode)) ||
      (project !== undefined && ["opencode.json", "opencode.jsonc"].some((name) => existsSync(join(project, name)))),
    "claude-code": program("claude") || homes.some(({ claude }) => existsSync(claude)),
  };
  return (Object.keys(signs) as Host[]).filter((host) => signs[host]);
}

/** Where to install, by the command's options. */
export function placeOf({ global, cwd }: Pick<InitOptions, "global" | "cwd">): Omit<InstallOptions, "hosts"> {
  const home = process.env.HOME ?? homedir();
  const project = projectRoot(resolve(cwd ?? process.cwd()));
  if (!global && (project === home || project === "/"))
    throw new UsageError("this is no project: go to one, or say --global for all of yours");
  return { home, env: process.env, installation: installation(), ...(global ? {} : { project }) };
}

interface Reported {
  readonly plan: Plan;
  readonly done: readonly Done[];
  readonly hosts: readonly Host[];
  readonly where: Omit<InstallOptions, "hosts">;
  readonly lane: ChosenLane | undefined;
  readonly json: boolean;
}

async function report({ plan, done, hosts, where, lane, json }: Reported, { output }: Streams): Promise<void> {
  if (json) {
    await print(
      output,
      JSON.stringify({ hosts, lane: lane?.lane, manifest: plan.manifest, files: done, problems: plan.problems }),
    );
    return;
  }
  const changed = done.filter(({ did }) => did !== "unchanged");
  for (const line of lines(changed)) await print(output, line);
  for (const problem of plan.problems) await print(output, `problem: ${safeLine(problem)}`);
  if (changed.length === 0) await print(output, "Everything is as it should be.");
  if (lane) {
    const how = lane.lane === "fast" ? "a server that stays for the session" : "a process of its own";
    const why = lane.why === undefined ? "" : ` (${safeLine(lane.why)})`;
    await print(output, `Claude Code has each call judged by ${how}: the ${lane.lane} lane${why}.`);
  }
  const names = hosts.map((host) => TITLE[host]).join(" and ");
  await print(
    output,
    `Installed for ${names}. Restart ${hosts.length > 1 ? "them" : "it"}, and run \`${cliOf(where.project, where.installation)} doctor\`.`,
  );
}

/** One line a file; of those of one directory with which the same was done, one for all. */
function lines(done: readonly Done[]): string[] {
  const groups = new Map<string, Done[]>();
  for (const each of done) {
    const directory = each.path.slice(0, each.path.lastIndexOf("/"));
    const key = [each.did, each.why ?? "", /\/(agents?|commands?)$/.test(directory) ? directory : each.path].join("\0");
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].map((group) => {
    const [first] = group;
    if (!first) return "";
    const why = first.why === undefined ? "" : ` (${first.why})`;
    const what =
      group.length === 1 ? first.path : `${first.path.slice(0, first.path.lastIndexOf("/"))}/ (${group.length} files)`;
    return `${first.did.padEnd(9)} ${safeLine(what, 300)}${safeLine(why)}`;
  });
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

async function cancelled({ output }: Streams): Promise<number> {
  await print(output, "Nothing was changed.");
  return EXIT.failed;
}
