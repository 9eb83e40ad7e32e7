import Type from "typebox";
import { FAMILIES } from "../checks/families/family.js";
import { ScopeSchema } from "./rule.schema.js";

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
          { scope: ScopeSchema },
          { additionalProperties: false, description: "An agent of the host's that joins the governance." },
        ),
        { description: "Agents by the host's name for them, e.g. `build` or `general`, and their scope." },
      ),
    ),
  },
  { additionalProperties: false, title: "bailiff policy settings" },
);
