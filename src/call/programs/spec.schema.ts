import Type from "typebox";

/**
 * What a word given to a program is used for.
 *
 * - `text`: nothing that matters here.
 * - `read`, `write`, `append`, `inplace`, `delete`, `delete-tree`, `mkdir`, `touch`, `list`: a path.
 * - `extract`: a directory that archive members of unknown names are written under.
 * - `destroy`: a path whose content is lost.
 * - `cwd`: the directory in which the rest of the command works.
 * - `script`: a file of code that is executed; `source`: one run in the calling shell.
 * - `sh`: shell code; `code`: code in the program's own `language`; `sql`: SQL.
 * - `program`: a shell command that the program runs by itself (a pager, a hook, a transport).
 * - `command`: this word and all after it are a command.
 * - `url`: an address that is reached; `host`: a machine's name or `user@host`.
 * - `remote-read`, `remote-write`: a path here, or `host:path` on another machine.
 * - `upload`: a file that is sent; `upload-at`: text, or `@file` to send that file.
 */
export const RoleSchema = Type.Union([
  Type.Literal("text"),
  Type.Literal("read"),
  Type.Literal("write"),
  Type.Literal("append"),
  Type.Literal("inplace"),
  Type.Literal("delete"),
  Type.Literal("delete-tree"),
  Type.Literal("mkdir"),
  Type.Literal("touch"),
  Type.Literal("list"),
  Type.Literal("extract"),
  Type.Literal("destroy"),
  Type.Literal("cwd"),
  Type.Literal("script"),
  Type.Literal("source"),
  Type.Literal("sh"),
  Type.Literal("code"),
  Type.Literal("sql"),
  Type.Literal("program"),
  Type.Literal("command"),
  Type.Literal("url"),
  Type.Literal("host"),
  Type.Literal("remote-read"),
  Type.Literal("remote-write"),
  Type.Literal("upload"),
  Type.Literal("upload-at"),
]);

export const LanguageSchema = Type.Union([
  Type.Literal("sh"),
  Type.Literal("python"),
  Type.Literal("javascript"),
  Type.Literal("perl"),
  Type.Literal("ruby"),
  Type.Literal("php"),
  Type.Literal("lua"),
  Type.Literal("r"),
  Type.Literal("awk"),
  Type.Literal("sed"),
  Type.Literal("sql"),
  Type.Literal("redis"),
  Type.Literal("mongo"),
  Type.Literal("powershell"),
  Type.Literal("cmd"),
  Type.Literal("applescript"),
  Type.Literal("fish"),
  Type.Literal("other"),
]);

const strings = Type.Array(Type.String());

/** When a form applies: every condition given must hold. Patterns are globs (`*`, `?`). */
export const WhenSchema = Type.Object(
  {
    has: Type.Optional(
      Type.Array(Type.String(), { description: "All of these options are given (any of their spellings)." }),
    ),
    any: Type.Optional(Type.Array(Type.String(), { description: "At least one of these options is given." })),
    none: Type.Optional(Type.Array(Type.String(), { description: "None of these options is given." })),
    operand: Type.Optional(Type.Array(Type.String(), { description: "Some operand matches one of these globs." })),
    noOperand: Type.Optional(Type.Array(Type.String(), { description: "No operand matches any of these globs." })),
    min: Type.Optional(Type.Integer({ minimum: 0, description: "At least so many operands." })),
    max: Type.Optional(Type.Integer({ minimum: 0, description: "At most so many operands." })),
    env: Type.Optional(
      Type.Record(Type.String(), strings, {
        description: "A variable given in front of the command matches one of these globs.",
      }),
    ),
    value: Type.Optional(
      Type.Record(Type.String(), strings, { description: "An option's value matches one of these globs." }),
    ),
  },
  { additionalProperties: false },
);

/** A way of calling the command that means something of its own. The first harmless form that applies ends the matter. */
export const FormSchema = Type.Object(
  {
    when: Type.Optional(WhenSchema),
    act: Type.Optional(
      Type.String({
        pattern: "^[a-z-]+/[a-z0-9-]+$",
        description: "The deed, named as the family row that judges it.",
      }),
    ),
    harmless: Type.Optional(
      Type.Literal(true, { description: "A dry run, a listing, a help page: no effect of the command counts." }),
    ),
    mutates: Type.Optional(Type.Boolean()),
    network: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

const Operands = Type.Object(
  {
    first: Type.Optional(Type.Array(RoleSchema, { description: "Roles of the first operands, in order." })),
    rest: Type.Optional(RoleSchema),
    last: Type.Optional(
      Type.Union([RoleSchema], { description: "Role of the last operand where there are at least two." }),
    ),
    join: Type.Optional(
      Type.Literal(true, {
        description: "The words from the first `sh` on are joined with spaces into one text of code.",
      }),
    ),
  },
  { additionalProperties: false },
);

const body = {
  flags: Type.Optional(
    Type.Array(Type.String(), { description: "Options without a value, all spellings in one string: `-f --force`." }),
  ),
  values: Type.Optional(
    Type.Record(Type.String(), RoleSchema, { description: "Options with a value, and what the value is for." }),
  ),
  optional: Type.Optional(
    Type.Record(Type.String(), RoleSchema, {
      description: "Options whose value, if any, is attached (`--color=auto`, `-i.bak`).",
    }),
  ),
  operands: Type.Optional(Type.Union([RoleSchema, Operands])),
  subcommands: Type.Optional(
    Type.Record(Type.String(), Type.Ref("Command"), {
      description:
        "By name; further names of the same subcommand after spaces. A `*` stands for any text, after all exact names.",
    }),
  ),
  ownOptions: Type.Optional(
    Type.Literal(true, {
      description:
        "Options before a subcommand are the outer command's alone: `-c` means another thing after it (git).",
    }),
  ),
  forms: Type.Optional(Type.Array(FormSchema)),
  dry: Type.Optional(Type.Array(Type.String(), { description: "Options that make it a dry run or a listing." })),
  style: Type.Optional(
    Type.Union([
      Type.Literal("gnu", { description: "Options anywhere, short ones cluster, long ones may be shortened." }),
      Type.Literal("posix", { description: "As gnu, but the first operand ends the options (wrappers)." }),
      Type.Literal("single-dash", {
        description: "Long options with one dash (`-auto-approve`); `=` or the next word is the value.",
      }),
      Type.Literal("words", { description: "No options: all words are operands (`dd if=x`)." }),
    ]),
  ),
  mutates: Type.Optional(Type.Union([Type.Boolean(), Type.Literal("unknown")])),
  network: Type.Optional(Type.Boolean()),
  language: Type.Optional(LanguageSchema),
  stdin: Type.Optional(LanguageSchema),
  assignments: Type.Optional(
    Type.Literal(true, { description: "`NAME=value` words before the operands set the environment (env, sudo)." }),
  ),
  remote: Type.Optional(
    Type.Union([Type.Literal("host"), Type.Literal("container")], {
      description: "Inner commands run on another machine or in a container, named by the first operand.",
    }),
  ),
  executes: Type.Optional(
    Type.Array(Type.String(), {
      description:
        "Files in its directory that it runs by convention, in its `language` (`Rakefile`); with a wildcard in any directory (`test_*.py`).",
    }),
  ),
  tests: Type.Optional(
    Type.Literal(true, { description: "What it runs are tests: the databases that they empty are made for them." }),
  ),
  appendsInput: Type.Optional(
    Type.Literal(true, { description: "Adds words from its input to the inner command (xargs)." }),
  ),
  handler: Type.Optional(Type.String({ description: "Name of the code that knows what data cannot say." })),
};

/** A program's or subcommand's entry; subcommands nest. */
export const CommandSchema = Type.Cyclic({ Command: Type.Object(body, { additionalProperties: false }) }, "Command");

/** One program: its names and what its words do. Unstated: options unknown, operands text, mutating unknown. */
export const ProgramSchema = Type.Intersect([
  Type.Object({
    names: Type.Array(Type.String(), { minItems: 1, description: "Base names; a trailing `*` stands for any ending." }),
  }),
  CommandSchema,
]);
