import { isRecord } from "./api.js";

/** Who is behind a session. */
export interface Caller {
  readonly agent?: string;
  /** The session that delegated to this one. */
  readonly parent?: string;
}

interface Known extends Caller {
  /** The session itself was seen, not only a message in it: whose child it is is certain. */
  readonly seen: boolean;
}

/** Sessions remembered at once; the one noted longest ago goes first. */
const MOST = 2_000;
/** Longest parent chain that is followed. */
const DEEPEST = 64;

/**
 * Which agent runs in which session, and whose child it is. The host's tool hooks do not say: its
 * messages and events do, and a look at the session itself where those were missed.
 */
export class Callers {
  readonly #known = new Map<string, Known>();
  readonly #lookUp: (session: string) => Promise<unknown>;

  /** @param lookUp asks the host for a session as its events carry it, `{id, parentID?, agent?}` */
  constructor(lookUp: (session: string) => Promise<unknown>) {
    this.#lookUp = lookUp;
  }

  /** A session was created. */
  created(info: unknown): void {
    if (!isRecord(info) || typeof info.id !== "string") return;
    this.#note(info.id, {
      seen: true,
      ...(typeof info.parentID === "string" ? { parent: info.parentID } : {}),
      ...(typeof info.agent === "string" ? { agent: info.agent } : {}),
    });
  }

  /** A message to an agent began in a session. */
  spoke(session: string, agent: string): void {
    this.#note(session, { agent });
  }

  /** The caller and its depth: 0 is the user's own session. Rejects when the host cannot be asked. */
  async who(session: string): Promise<Caller & { readonly level: number }> {
    const { agent, parent } = await this.#ask(session);
    let level = 0;
    for (let up = parent; up !== undefined && level < DEEPEST; level++) up = (await this.#ask(up)).parent;
    return { level, ...(agent === undefined ? {} : { agent }), ...(parent === undefined ? {} : { parent }) };
  }

  async #ask(session: string): Promise<Caller> {
    if (!this.#known.get(session)?.seen) {
      const info = await this.#lookUp(session);
      const spoken = this.#known.get(session)?.agent;
      this.created({ ...(isRecord(info) ? info : {}), id: session });
      // What was said in this process is newer than what the host has written down.
      if (spoken !== undefined) this.spoke(session, spoken);
    }
    return this.#known.get(session) ?? {};
  }

  #note(session: string, caller: Partial<Known>): void {
    const merged = { seen: false, ...this.#known.get(session), ...caller };
    this.#known.delete(session);
    this.#known.set(session, merged);
    if (this.#known.size <= MOST) return;
    const oldest = this.#known.keys().next();
    if (!oldest.done) this.#known.delete(oldest.value);
  }
}
