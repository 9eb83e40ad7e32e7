import { isOrdinary, isQuotedText } from "./plain.js";
import type { CommandNode, Part, WordNode } from "./syntax.js";

/** zsh words in front of a command that change how it is read. */
export const ZSH_PREFIXES: ReadonlySet<string> = new Set(["noglob", "nocorrect", "-"]);

const CMDLET =
  /^(?:Get|Set|New|Remove|Move|Copy|Clear|Start|Stop|Restart|Invoke|Write|Out|Add|Test|Select|Where|ForEach|Import|Export|Format|Enable|Disable|Register|Unregister|Rename|Install|Uninstall|Update)-[A-Z][A-Za-z]+$/;

/**
 * How the command reads in a shell that is not bash, where the two differ; undefined where they do not.
 *
 * @param plain no word of it means anything to a shell
 */
export function dialectOf(node: CommandNode, plain: boolean): string | undefined {
  const name = node.name;
  if (name) {
    if (ZSH_PREFIXES.has(name.text) || (name.text === "repeat" && node.suffix.length > 1)) return name.text;
    if (EQUALS.test(name.text)) return name.text;
    if (CMDLET.test(name.text)) return name.text;
  }
  if (plain && node.prefix.length === 0) return undefined;
  return zshAmong(node.prefix) ?? zshAmong(node.suffix) ?? (name ? zshWord(name) : undefined);
}

const EQUALS = /^=[A-Za-z]/;

function zshAmong(all: CommandNode["prefix"] | CommandNode["suffix"]): string | undefined {
  for (const each of all) {
    if (each.type === "Redirect") {
      if (each.operator.startsWith(">") && each.target?.text === "!") return `${each.operator}!`;
    } else if (each.type === "Word") {
      const found = zshWord(each);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Glob qualifiers that run code: `*(e:'…':)`, `*(+f)`. */
const QUALIFIER = /^(?:[^)|:'"]*e[:'"{[]|\+[A-Za-z_])/;

/** Whether a pattern of bash is one of zsh with glob qualifiers behind it (zshexpn(1)): `*(.)`, `*(om[1,3])`. */
export function isQualifier(text: string): boolean {
  return /^\*\((?:#q)?(?:[-^./@=p*%rwxRWXsStUGNDMTF0-9]+|[-^./@ND]*(?:[oO][nLlamcd]+|[Lmac](?:[smhdwMkKgt]?[-+]\d+)|\[-?\d+(?:,-?\d+)?\])+[-^./@ND]*)\)$/.test(
    text,
  );
}

/** Only what stands unquoted, or expands between double quotes, means something else there. */
function zshWord(word: WordNode): string | undefined {
  const { text } = word;
  if (isOrdinary(text) || isQuotedText(text)) return undefined;
  const { parts } = word;
  if (!parts) return text.includes("$") && SPLITTING.test(text) ? text : undefined;
  for (const part of parts) {
    const found = zshPart(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `$~x` and `$=x` expand otherwise; bash takes them for plain text. */
const SPLITTING = /(?:^|[^\\])\$[~=]\w/;

function zshPart(part: Part): string | undefined {
  switch (part.type) {
    case "ParameterExpansion":
      return part.text.startsWith("${(") ? part.text : undefined;
    case "ExtendedGlob":
      return part.text[0] === "*" && QUALIFIER.test(part.pattern) ? part.text : undefined;
    case "Literal":
      return SPLITTING.test(part.text) ? part.text : undefined;
    case "DoubleQuoted":
      return part.parts.find((each) => each.type === "ParameterExpansion" && each.text.startsWith("${("))?.text;
    default:
      return undefined;
  }
}
