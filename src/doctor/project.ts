import { existsSync, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { findPlace } from "../brain/place.js";
import type { SchemaName } from "../brain/schema/all.js";
import { invalid } from "../brain/validate.js";
import { contentHash, readManifest, textOf } from "../install/manifest.js";
import { homesOf, type InstallOptions } from "../install/plan.js";
import type { PolicyPlaces } from "../policy/places.js";
import type { Policy } from "../policy/policy.js";
import { isUntrusted } from "../policy/untrusted.js";
import { failure, type Line, note, ok, warning } from "./line.js";

type Where = Omit<InstallOptions, "hosts">;

/** bailiff's own files: whether what hosts load is there. */
export function installationLines(installation: string): readonly Line[] {
  const lines: Line[] = [];
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    lines.push(failure("Node", `this is ${process.version}`, "Install Node 20.19 or later."));
  const missing = [
    "dist/hook.cjs",
    "dist/decide.cjs",
    "dist/server.js",
    "dist/opencode.js",
    "governance/deny-rules.yaml",
  ].filter((name) => !existsSync(join(installation, name)));
  lines.push(
    missing.length > 0
      ? failure(
          "installation",
          `${installation} lacks ${missing.join(", ")}`,
          "Run `npm run build` there, or install the package again.",
        )
      : ok("installation", installation),
  );
  return lines;
}

/** The law as its files say it. */
export function policyLines(policy: Policy): readonly Line[] {
  const errors = policy.problems.filter((problem) => problem.severity === "error");
  const waiting = policy.problems.filter(isUntrusted).length;
  const lines = errors.map(({ file, line, message, fix }) =>
    failure("policy", `${file}${line === undefined ? "" : `:${line}`}: ${message}`, fix ?? "Run `bailiff lint`."),
  );
  if (errors.length === 0)
    lines.push(
      ok(
        "policy",
        `${policy.rules.length} rules, preset ${policy.preset}, ${Object.keys(policy.agents).length} governed agents`,
      ),
    );
  if (waiting > 0)
    lines.push(
      note(
        "policy",
        `${waiting} part(s) of the project's files loosen something and are not in force`,
        "Look at them with `bailiff trust`.",
      ),
    );
  if (policy.off.length > 0)
    lines.push(
      warning(
        "policy",
        `families switched off: ${policy.off.join(", ")}`,
        "Remove the lines in the user's policy.yaml if that is no longer meant.",
      ),
    );
  return lines;
}

/** What init wrote: whether it is there as it was written. */
export function manifestLines(where: Where): readonly Line[] {
  const manifest = readManifest(join(homesOf(where).own, "manifest.json"));
  if (!manifest)
    return [
      note("files", "`bailiff init` was not run here", "Run `bailiff init` for agents, starter files and records."),
    ];
  const gone = manifest.files.filter(({ path }) => textOf(path) === undefined);
  const changed = manifest.files.filter(({ path, hash, kind }) => {
    const text = textOf(path);
    return kind === "file" && text !== undefined && contentHash(text) !== hash;
  });
  const lines: Line[] = [
    ok(
      "files",
      `${manifest.files.length - gone.length - changed.length} as init wrote them, ${changed.length} changed by you`,
    ),
  ];
  for (const { path } of gone)
    lines.push(
      note(
        "files",
        `${path} was removed`,
        "Leave it so, or run `bailiff uninstall` and `bailiff init` to get it back.",
      ),
    );
  return lines;
}

const BRAIN: readonly (readonly [name: string, schema: SchemaName])[] = [
  ["config.json", "config"],
  ["state.json", "state"],
  ["todos.json", "todos"],
  ["execution-metrics.json", "metrics"],
];

/** The brain's files against their schemas. */
export function brainLines({ project, home, env }: Where): readonly Line[] {
  if (project === undefined) return [];
  const place = findPlace({ project, home, mode: "FULL", stateHome: env.XDG_STATE_HOME });
  if (!place.initialised) return [];
  const lines: Line[] = [];
  const files: [string, SchemaName][] = BRAIN.map(([name, schema]) => [join(place.brain, name), schema]);
  for (const name of list(place.sessions))
    if (name.endsWith(".json")) files.push([join(place.sessions, name), "session"]);
  let fine = 0;
  for (const [file, schema] of files) {
    const text = textOf(file);
    if (text === undefined) continue;
    let wrong: string | undefined;
    try {
      wrong = invalid(schema, JSON.parse(text));
    } catch {
      wrong = "it is no JSON";
    }
    if (wrong === undefined) fine++;
    else lines.push(warning("brain", `${file}: ${wrong}`, "Mend it, or remove it: the last good one takes its place."));
  }
  for (const directory of [place.brain, place.sessions])
    for (const name of list(directory))
      if (name.includes(".corrupt-"))
        lines.push(
          note("brain", `${join(directory, name)} was found damaged and set aside`, "Look at it, then remove it."),
        );
  if (lines.length === 0) lines.push(ok("brain", `${fine} files, all valid`));
  return lines;
}

/** Places whose content decides what is let through must not be open to everybody. */
export function permissionLines(where: Where, places: PolicyPlaces): readonly Line[] {
  if (process.platform === "win32") return [];
  const { installation } = where;
  const roots = [join(installation, "dist"), places.shipped, places.user, places.state];
  if (places.project !== null) roots.push(join(places.project, ".bailiff"));
  const looked = [
    ...roots,
    ...roots.flatMap((root) => list(root).map((name) => join(root, name))),
    dirname(places.user),
  ];
  const open = looked.filter((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && !stat.isSymbolicLink() && (stat.mode & 0o002) !== 0;
  });
  if (open.length === 0) return [ok("permissions", "nobody else can write bailiff's files")];
  return open.map((path) =>
    failure("permissions", `everybody can write ${path}`, `Run \`chmod o-w ${JSON.stringify(path)}\`.`),
  );
}

function list(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
