import type { Remote } from "../effect.js";
import { baseName, isWithin, normalise } from "../path.js";
import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";

/** The part of a volume word before its first colon, as a path here; undefined for a named volume. */
function mountOf(word: Word, out: Emitter): { host: string; inside: string } | undefined {
  const fields = word.text.includes(",") ? mountFields(word.text) : volumeFields(word.text);
  if (!fields || !/^[./~⟦]/.test(fields.host) || !fields.inside.startsWith("/")) return undefined;
  const host = out.path({ ...word, text: fields.host, tilde: fields.host.startsWith("~") }).abs;
  return host === null ? undefined : { host, inside: normalise(fields.inside) };
}

function volumeFields(text: string): { host: string; inside: string } | undefined {
  const [host, inside] = text.split(":");
  return host === undefined || inside === undefined ? undefined : { host, inside };
}

function mountFields(text: string): { host: string; inside: string } | undefined {
  const fields = new Map(
    text.split(",").map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
  const host = fields.get("source") ?? fields.get("src");
  const inside = fields.get("target") ?? fields.get("destination") ?? fields.get("dst");
  return host === undefined || inside === undefined ? undefined : { host, inside };
}

function mountsOf(inv: Invocation, out: Emitter): { host: string; inside: string }[] {
  return [...inv.values("-v"), ...inv.values("--mount")].flatMap((word) => mountOf(word, out) ?? []);
}

/** Images whose words are one program's: by their names without registry and tag. */
const ENTRIES: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|\/)(?:hashicorp|opentofu|alpine|bitnami|amazon|pulumi|rclone|restic|flyway|liquibase|minio|curlimages|docker)\/(terraform|tofu|opentofu|helm|git|kubectl|pulumi|rclone|restic|flyway|liquibase|mc|curl)$/,
    "",
  ],
  [/(?:^|\/)amazon\/aws-cli$|(?:^|\/)aws-cli\/aws-cli$/, "aws"],
  [/(?:^|\/)migrate\/migrate$/, "migrate"],
  [/(?:^|\/)amacneil\/dbmate$/, "dbmate"],
  [/(?:^|\/)arigaio\/atlas$/, "atlas"],
  [/(?:^|\/)peakcom\/s5cmd$/, "s5cmd"],
];

function entryOf(image: Word): Word | undefined {
  const name = image.text.replace(/@sha256:.*$|:[\w.-]+$/, "");
  for (const [pattern, program] of ENTRIES) {
    const found = pattern.exec(name);
    if (found) return plainWord(program === "" ? (found[1] ?? "") : program);
  }
  return undefined;
}

/** `run [options] IMAGE words`: the words run in a new container, with the mounts that the options name. */
const containerRun: Handler = (inv, out) => {
  const [image, ...rest] = inv.operands;
  if (!image) return;
  const entry = inv.value("--entrypoint") ?? entryOf(image);
  const words = entry && entry.text !== "" ? [entry, ...rest] : rest;
  if (words.length === 0) return;
  const mounts = mountsOf(inv, out);
  const name = baseName(words[0]?.text ?? "");
  const remote: Remote = { kind: "container", name: image.text, mounts, throwaway: inv.has("--rm") };
  const cwd = inv.value("-w")?.text ?? null;
  const dir = cwd?.startsWith("/") ? cwd : null;
  const inHost = name === "nsenter" && (inv.has("--privileged") || inv.value("--pid")?.text === "host");
  if (inHost) {
    // With the host's process namespace, nsenter leaves the container: what follows runs here.
    out.command(words, {});
    return;
  }
  const changed = name === "chroot" && words[1] ? movedRoot(words[1].text, mounts) : undefined;
  if (changed && words.length > 2) {
    out.command(words.slice(2), { cwd: "/", remote: { ...remote, mounts: changed, throwaway: false } });
    return;
  }
  out.command(words, { cwd: dir, remote });
};

/** The mounts as they are seen after `chroot root`. */
function movedRoot(
  root: string,
  mounts: readonly { host: string; inside: string }[],
): { host: string; inside: string }[] | undefined {
  const at = normalise(root);
  const below = mounts.filter((m) => isWithin(m.inside, at));
  return below.length === 0
    ? undefined
    : below.map((m) => ({ host: m.host, inside: normalise(`/${m.inside.slice(at.length)}`) }));
}

/** `exec [options] CONTAINER words`. */
const containerExec: Handler = (inv, out) => {
  const [container, ...words] = inv.operands;
  if (!container || words.length === 0) return;
  const cwd = inv.value("-w")?.text ?? null;
  out.command(words, {
    cwd: cwd?.startsWith("/") ? cwd : null,
    remote: { kind: "container", name: container.text },
    ...(inv.stdin ? { stdin: inv.stdin } : {}),
  });
};

/** What data cannot say about commands that run in containers. */
export const containerHandlers: Readonly<Record<string, Handler>> = {
  "container-run": containerRun,
  "container-exec": containerExec,
};
