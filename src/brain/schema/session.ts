import Type from "typebox";
import { HISTORY_LIMIT, LEVEL_LIMIT, SESSION_STATES, SPAWN_LIMIT } from "../limits.js";
import { AgentName, closed, Id, nullable, Time, text, Version } from "./common.js";

const State = Type.Enum([...SESSION_STATES]);
const Count = Type.Integer({ minimum: 0 });
const ProjectName = text(120);
const Hash = Type.String({ pattern: "^[0-9a-f]{16}$" });

export const TransitionSchema = closed(
  { state: State, time: Time, event: text(40) },
  "A state that the session entered, and what made it.",
);
export type Transition = Type.Static<typeof TransitionSchema>;

const SpawnSchema = closed(
  {
    callId: Id,
    agent: nullable(AgentName),
    since: Time,
    child: Type.Optional(Id),
    bound: Type.Optional(ProjectName),
  },
  "A delegation that is under way.",
);
export type Spawn = Type.Static<typeof SpawnSchema>;

/** `brain/sessions/{id}.json`: one session of one host. */
export const SessionSchema = closed(
  {
    version: Version,
    id: Id,
    host: Type.Enum(["opencode", "claude-code", "cli"]),
    project: text(4096),
    parent: nullable(Id),
    root: Id,
    callId: Type.Optional(Id),
    confirmed: Type.Boolean({ description: "False while the parent is inferred." }),
    agent: nullable(AgentName),
    scope: nullable(Type.Enum(["meta", "project", "bridge"])),
    level: Type.Integer({ minimum: 0, maximum: LEVEL_LIMIT }),
    control: Type.Enum(["full", "can-stop", "opaque"], { description: "What the user can do about this session." }),
    bound: Type.Optional(
      Type.String({ minLength: 1, maxLength: 120, description: "The one project that its task named." }),
    ),
    created: Time,
    lastSeen: Time,
    sessionState: State,
    previousState: nullable(State),
    stateHistory: Type.Array(TransitionSchema, { maxItems: HISTORY_LIMIT, description: "Oldest first." }),
    ended: Type.Boolean(),
    spawns: Type.Array(SpawnSchema, { maxItems: SPAWN_LIMIT }),
    spawned: Type.Array(Id, { maxItems: SPAWN_LIMIT, description: "Calls whose delegation has ended, newest last." }),
    compactions: Count,
    messages: Count,
    firstTool: nullable(text(120)),
    told: closed(
      {
        standing: nullable(Hash),
        resumed: nullable(Time),
        pause: nullable(Count),
        compacted: nullable(Time),
      },
      "What the agent was told last, so that it is told once.",
    ),
    statistics: Type.Optional(
      closed({ iterations: Count, spawns: Count, errors: Count, time: Time }, "Taken when the session went idle."),
    ),
  },
  "One session of one host.",
);
export type Session = Type.Static<typeof SessionSchema>;
