import Type from "typebox";

const texts = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description, uniqueItems: true });

export const ScopeSchema = Type.Enum(["meta", "project", "bridge"], {
  description:
    "`meta` may change the agent tooling itself, `project` the user's code, `bridge` plans or orchestrates and changes neither.",
});

/** One row of a rule table as its author writes it. */
export const RuleRowSchema = Type.Object(
  {
    id: Type.String({
      pattern: "^[A-Za-z0-9][A-Za-z0-9._/-]*$",
      maxLength: 80,
      description: "A stable name, unique in the file: it stands in messages, in the audit and in hit counters.",
    }),
    type: Type.Enum(["deny", "ask", "allow"], {
      description:
        "`deny` refuses. `ask` puts the call to a person, and refuses where nobody can be asked: for what leaves the machine or cannot be taken back. `allow` lets through what an overridable row would refuse, and fills the allow-list of governed agents; it needs every command of the call to be allowed.",
    }),
    pattern: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        "What is looked for. Command globs: `*` is anything (spaces and slashes too), `?` one character, the rest literal; a trailing ` *` also matches the bare command; without a `*` at its end the pattern is a whole command. Commands are normalised first: no directory, no wrappers, no quotes, short options split and sorted, so `rm -rf*` also catches `sudo /bin/rm -r --force x`. Path globs: `*` stays within a directory, `**` crosses them; without `/` the base name is matched; a leading `~/` is the home directory.",
    }),
    match: Type.Optional(
      Type.Enum(["glob", "regex", "exact"], {
        default: "glob",
        description:
          "How `pattern` is read. `regex` is RE2 syntax (no look-around, no back-references; linear time) and is searched for anywhere unless anchored.",
      }),
    ),
    on: Type.Optional(
      Type.Enum(["command", "path", "url", "tool", "agent"], {
        default: "command",
        description:
          "What the pattern is held against: every command that would really run; every path that would be written, moved, linked, re-permissioned or deleted, by whatever tool or program; every address that is reached; the tool's name; the agent that is delegated to.",
      }),
    ),
    tools: Type.Optional(
      texts("Only calls of these tools, in either host's spelling (`bash` or `Bash`). Default: every tool."),
    ),
    context: Type.Optional(
      Type.Object(
        {
          agents: Type.Optional(texts("Only calls of these agents, by name; `*` and `?` are wildcards.")),
          fileTypes: Type.Optional(texts("Only calls that touch files with these endings: `ts` or `.ts`.")),
          scopes: Type.Optional(
            Type.Array(ScopeSchema, {
              uniqueItems: true,
              description: "Only calls of governed agents with one of these scopes.",
            }),
          ),
        },
        { additionalProperties: false, description: "Narrows the row. All that is given must hold." },
      ),
    ),
    severity: Type.Optional(
      Type.Enum(["block", "warn"], {
        default: "block",
        description: "For `deny` rows: `warn` lets the call run and adds the message to what the model sees.",
      }),
    ),
    message: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: "What is wrong, one sentence, for the agent and the person. Required for deny and ask.",
      }),
    ),
    suggestion: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          "What to do instead, one sentence. Required for deny and ask. A command in backticks must itself be let through.",
      }),
    ),
    examples: Type.Optional(
      Type.Object(
        {
          match: Type.Optional(texts("Must be caught by this row.")),
          not_match: Type.Optional(texts("Must not be caught by this row.")),
        },
        {
          additionalProperties: false,
          description:
            "Proof, run whenever the table loads and by `bailiff lint` and `bailiff test`: commands, paths, addresses, tools or agents, as `on` says.",
        },
      ),
    ),
    overridable: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Whether an `allow` row or a switch of a later layer may lift this row.",
      }),
    ),
    configurable: Type.Optional(
      Type.Boolean({
        description:
          "Whether `rules:` in policy.yaml may turn this row into deny, ask, warn or off. Default: true for ask rows, else false.",
      }),
    ),
  },
  { additionalProperties: false, description: "One rule." },
);

/** A whole file of rules. */
export const RuleTableSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    version: Type.Optional(Type.Literal(1, { description: "Version of this file's form." })),
    rules: Type.Array(RuleRowSchema, {
      description: "The rows. All of them are tried; the strictest wins, not the first.",
    }),
  },
  { additionalProperties: false, title: "bailiff rule table" },
);
