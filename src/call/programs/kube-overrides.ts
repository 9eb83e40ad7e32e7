import type { Remote } from "../effect.js";
import { plainWord, type Word } from "../word.js";

interface Started {
  readonly words: readonly Word[];
  readonly mounts: NonNullable<Remote["mounts"]>;
}

type Json = Readonly<Record<string, unknown>>;

const list = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter((each): each is Json => typeof each === "object" && each !== null) : [];
const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

/** What the containers of a pod run that `kubectl run --overrides JSON` describes, and which of the node's directories they see. */
export function overridden(given: string): readonly Started[] {
  let spec: Json;
  try {
    spec = object(object(JSON.parse(given)).spec);
  } catch {
    return [];
  }
  const hosts = new Map(list(spec.volumes).map((each) => [each.name, object(each.hostPath).path] as const));
  return list(spec.containers).map((container) => ({
    words: [...texts(container.command), ...texts(container.args)].map(plainWord),
    mounts: list(container.volumeMounts).flatMap(({ name, mountPath }) => {
      const host = hosts.get(name);
      return typeof host === "string" && typeof mountPath === "string" ? [{ host, inside: mountPath }] : [];
    }),
  }));
}
