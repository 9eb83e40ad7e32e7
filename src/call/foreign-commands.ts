import type { ToolCall } from "./call.js";
import type { ProgramTable } from "./programs/interpret.js";
import type { CommandSpec } from "./programs/spec.js";

/** Command lines whose subcommands servers offer as tools of their own: `git_reset`, `kubectl_delete`. */
const OFFERED =
  /^(?:git|kubectl|helm|docker|podman|terraform|tofu|pulumi|npm|pnpm|yarn|cargo|gh|glab|aws|gcloud|az|heroku|flyctl|vercel|supabase|argocd)$/;

/** Arguments that say where or how the tool works, not what on. */
const ASIDE =
  /^(?:(?:repo|repository|working|work|project)?_?(?:path|dir|directory)|cwd|workdir|context|namespace|timeout\w*|message|description|format|output)$/;

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function snake(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
}

function hasSubcommand(spec: CommandSpec | undefined, word: string | undefined): boolean {
  const names = Object.keys(spec?.subcommands ?? {});
  return word !== undefined && names.some((each) => each.split(" ").includes(word));
}

/** An argument as the words that the command line would take for it. */
function wordsOf(key: string, value: unknown): string[] {
  const name = snake(key);
  if (ASIDE.test(name)) return [];
  if (value === true) return [`--${name.replaceAll("_", "-")}`];
  if (typeof value === "number") return [String(value)];
  // `mode: hard` of `git reset` is spelled as an option.
  if (typeof value === "string") return value === "" ? [] : name === "mode" ? [`--${value}`] : [quoted(value)];
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).filter((each) => typeof each === "string").map(quoted);
}

/**
 * The command line that a tool's name and arguments stand for: `git_reset {mode: "hard"}` is
 * `git reset --hard`. Undefined for a tool that is named after no subcommand.
 *
 * @param words the tool's name in words, its server's first
 */
export function namedCommandLine(call: ToolCall, words: readonly string[], programs: ProgramTable): string | undefined {
  const at = words.findLastIndex((word, i) => OFFERED.test(word) && hasSubcommand(programs.lookUp(word), words[i + 1]));
  if (at < 0) return ofCluster(call, words);
  const rest = Object.entries(call.input).flatMap(([key, value]) => wordsOf(key, value));
  // How much of an object is shown is the form it is shown in.
  const form = call.input.output ?? call.input.format;
  if (words[at] === "kubectl" && words[at + 1] === "get" && typeof form === "string") rest.push("-o", quoted(form));
  return [...words.slice(at), ...rest].join(" ");
}

/** `delete_resource {kind, name}` of a server for clusters. */
function ofCluster(call: ToolCall, words: readonly string[]): string | undefined {
  const { kind, resourceType, resource_type, resource, name, namespace } = call.input;
  const what = [kind, resourceType, resource_type, resource].find((each) => typeof each === "string");
  const cluster = words.some((word) => /^(?:kubernetes|k8s|kube|openshift)$/.test(word));
  if (!cluster || typeof what !== "string" || !words.some((word) => /^(?:delete|remove)$/.test(word))) return undefined;
  const named = typeof name === "string" ? [quoted(name)] : ["--all"];
  const where = typeof namespace === "string" ? ["-n", quoted(namespace)] : [];
  return ["kubectl", "delete", quoted(what.toLowerCase()), ...named, ...where].join(" ");
}

/** `terraform: {command: "destroy -auto-approve"}`: the program is named by the tool, its subcommand by the argument. */
export function withProgram(text: string, words: readonly string[], programs: ProgramTable): string | undefined {
  const first = /^\s*([\w-]+)/.exec(text)?.[1];
  const takes = (word: string): boolean => {
    const spec = programs.lookUp(word);
    // Of some only the shape of their groups is known.
    return hasSubcommand(spec, first) || (first !== word && Object.hasOwn(spec?.subcommands ?? {}, "*"));
  };
  const program = words.find((word) => OFFERED.test(word) && takes(word));
  return program === undefined ? undefined : `${program} ${text}`;
}
