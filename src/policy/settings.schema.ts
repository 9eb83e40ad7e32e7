import Type from "typebox";
import { FAMILIES } from "../checks/families/family.js";
import { ScopeSchema } from "./rule.schema.js";

const names = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description });

const SandboxSchema = Type.Object(
  {
    fs_read: Type.Optional(
      names("Directories that may be read; `{PROJECT_ROOT}` and `{EXPERIMENT_ROOT}` stand for those."),
    ),
    fs_write: Type.Optional(names("Directories that may be written.")),
    exec_allowlist: Type.Optional(names("Programs that may run, by name or absolute path; compared by real path.")),
    net: Type.Optional(Type.Boolean({ description: "Whether the network may be reached." })),
  },
  { additionalProperties: false, description: "What the role may touch." },
);

const RoleSchema = Type.Object(
  {
    agents: Type.Optional(
      names("Agents that have this role, by the host's name for them; `main` as under `agents`. Not for `human`."),
    ),
    inherits: Type.Optional(Type.String({ description: "Another role, whose settings hold where this one has none." })),
    allowed_tools: Type.Optional(names('Tools by name, with wildcards; `"*"` for all.')),
    denied_tools: Type.Optional(names("Tools by name, with wildcards; they win over allowed ones and add up.")),
    sandbox: Type.Optional(SandboxSchema),
  },
  { additionalProperties: false, description: "What callers of this role may use." },
);

const ProjectSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, description: "How messages and delegations name it." }),
    path: Type.String({ minLength: 1, description: "Absolute, or `~/...`." }),
    write: Type.Optional(Type.Boolean({ default: true, description: "Whether it may be written." })),
    no_delete: Type.Optional(Type.Boolean({ default: false, description: "Whether nothing in it may be deleted." })),
  },
  { additionalProperties: false },
);

const count = (description: string) => Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], { description });

const LimitSchema = Type.Object(
  {
    role: Type.String({
      minLength: 1,
      description: "Whose calls are counted; `ai` is everybody of whom nothing else is known.",
    }),
    tools: Type.String({
      minLength: 1,
      description: "Tools by the host's name for them, with wildcards; they are counted together.",
    }),
    per_minute: Type.Optional(count("Starts in any 60 seconds; null for any number.")),
    at_once: Type.Optional(count("Calls under way at once; null for any number.")),
  },
  { additionalProperties: false },
);

const GatekeeperSchema = Type.Object(
  {
    enabled: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Whether a second model judges every command that all rules allow. BAILIFF_GATEKEEPER=1 does the same.",
      }),
    ),
    provider: Type.Enum(["command", "openai", "anthropic"], {
      description:
        "Who is asked: a program, an endpoint that speaks OpenAI's chat completions, or Anthropic's messages endpoint.",
    }),
    command: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description: "`command`: program and arguments; the question arrives on its standard input.",
      }),
    ),
    model: Type.Optional(Type.String({ description: "`openai` and `anthropic`: the model's name." })),
    base_url: Type.Optional(
      Type.String({ description: "`openai` and `anthropic`: another endpoint than the usual one." }),
    ),
    api_key_env: Type.Optional(Type.String({ description: "Name of the environment variable that holds the key." })),
    rules: Type.Optional(Type.String({ description: "Absolute path of ground rules of your own." })),
  },
  { additionalProperties: false, description: "The second opinion. Only the user's own file can set it up." },
);

/** `policy.yaml`: everything that is a setting and not a rule. */
export const SettingsSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    version: Type.Optional(Type.Literal(1, { description: "Version of this file's form." })),
    preset: Type.Optional(
      Type.Enum(["standard", "strict"], {
        default: "standard",
        description:
          "`strict` also holds the rows on which reasonable teams differ. A project may choose strict; only the user's own file may choose standard over it.",
      }),
    ),
    families: Type.Optional(
      Type.Partial(Type.Record(Type.Enum([...FAMILIES]), Type.Enum(["on", "off"])), {
        additionalProperties: false,
        description: "Built-in families. Only the user's own file can switch one off.",
      }),
    ),
    rules: Type.Optional(
      Type.Record(Type.String(), Type.Enum(["deny", "ask", "warn", "off"]), {
        description:
          "Switches for single rows, by id. The user's own file may switch any row; a project only towards the stricter, or configurable rows once it is trusted.",
      }),
    ),
    agents: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          {
            scope: ScopeSchema,
            delegates_to: Type.Optional(names("The agents it may delegate to; any but itself where absent.")),
          },
          { additionalProperties: false, description: "An agent of the host's that joins the governance." },
        ),
        {
          description:
            "Agents by the host's name for them, e.g. `build` or `general`, and their scope; `main` is the session that a person talks to in Claude Code.",
        },
      ),
    ),
    mode: Type.Optional(
      Type.String({
        description:
          "What the whole process may do: FULL, TEST, READONLY or MINIMAL. The strictest of all files and of BAILIFF_MODE holds; anything else gives MINIMAL.",
      }),
    ),
    modes: Type.Optional(
      Type.Object(
        {
          undeclared: Type.Optional(
            Type.Enum(["allow", "deny"], {
              default: "deny",
              description: "READONLY and MINIMAL: what happens to tools of which nobody said what they change.",
            }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    tools: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          { mutates: Type.Boolean({ description: "Whether it changes anything." }) },
          { additionalProperties: false },
        ),
        { description: "Further tools, by the host's name for them, e.g. `mcp__db__query`." },
      ),
    ),
    roles: Type.Optional(
      Type.Record(Type.String(), RoleSchema, {
        description:
          "Roles of callers; `ai` is everybody of whom nothing else is known. Not in a project's file until it is trusted.",
      }),
    ),
    projects: Type.Optional(
      Type.Array(ProjectSchema, {
        description:
          "The projects that agents work in: with any, every path of every call must lie in one of them. Not in a project's file until it is trusted.",
      }),
    ),
    never_expose_to_ai: Type.Optional(
      names("Tools that no agent gets, beside those that bailiff never gives to one. Every file can add some."),
    ),
    max_depth: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        default: 3,
        description: "Levels of delegation that may run; null for any number. A project can only lower it.",
      }),
    ),
    limits: Type.Optional(
      Type.Array(LimitSchema, {
        description: "How often, and how many at once, roles may use tools. Every file can add some.",
      }),
    ),
    gatekeeper: Type.Optional(GatekeeperSchema),
    approval: Type.Optional(
      Type.Object(
        {
          run_command: Type.Optional(
            Type.Enum(["unmatched", "always", "off"], {
              default: "off",
              description:
                "Which commands in registered projects a person is asked about: those that change something and that no allow row covers, all, or none.",
            }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false, title: "bailiff policy settings" },
);
