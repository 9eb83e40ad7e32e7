import Type from "typebox";
import { ScopeSchema } from "./rule.schema.js";

export const AnswerSchema = Type.Enum(["allow", "deny", "ask"], {
  description:
    "`allow` what the agent needs; `deny` names one command or path that an allow would otherwise cover; `ask` is for what leaves the machine.",
});

/** Frontmatter of an agent's Markdown file, the one source for both hosts. */
export const AgentSchema = Type.Object(
  {
    name: Type.String({
      pattern: "^[a-z0-9][a-z0-9-]{0,63}$",
      description: "The agent's name: the file's, without `.md`.",
    }),
    description: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: "What it is for and when to use it: what a model reads that could delegate to it.",
    }),
    scope: ScopeSchema,
    mode: Type.Optional(
      Type.Enum(["primary", "subagent", "all"], {
        description: "Whether a person talks to it, other agents call it, or both.",
      }),
    ),
    role: Type.Optional(
      Type.String({ maxLength: 200, description: "What it is there for, one sentence: stands in its refusals." }),
    ),
    permission: Type.Optional(
      Type.Record(Type.String(), Type.Union([AnswerSchema, Type.Record(Type.String(), AnswerSchema)]), {
        description:
          "By tool: `bash` takes command globs, `edit` path globs, `webfetch` address globs, `task` agents; any other tool is named by itself. What nothing allows is refused, unless it only reads.",
      }),
    ),
    delegates_to: Type.Optional(
      Type.Array(Type.String(), { description: "Agents that it may delegate to; none where empty." }),
    ),
    first_tools: Type.Optional(Type.Array(Type.String(), { description: "Tools that should come first." })),
    model: Type.Optional(Type.String({ description: "Passed on to the host." })),
    color: Type.Optional(Type.String({ description: "Passed on to the host." })),
    temperature: Type.Optional(Type.Number({ description: "Passed on to the host." })),
  },
  { additionalProperties: false, title: "bailiff agent" },
);
