import type { CommandNode } from "./syntax.js";

/** zsh words in front of a command that change how it is read. */
export const ZSH_PREFIXES: ReadonlySet<string> = new Set(["noglob", "nocorrect", "-"]);

const CMDLET =
  /^(?:Get|Set|New|Remove|Move|Copy|Clear|Start|Stop|Restart|Invoke|Write|Out|Add|Test|Select|Where|ForEach|Import|Export|Format|Enable|Disable|Register|Unregister|Rename|Install|Uninstall|Update)-[A-Z][A-Za-z]+$/;

/** How the command reads in a shell that is not bash, where the two differ; undefined where they do not. */
export function dialectOf(node: CommandNode): string | undefined {
  const name = node.name;
  if (name) {
    if (ZSH_PREFIXES.has(name.text) || (name.text === "repeat" && node.suffix.length > 1)) return name.text;
    if (/^=[A-Za-z]/.test(name.text)) return name.text;
    if (CMDLET.test(name.text)) return name.text;
  }
  for (const each of [...node.prefix, ...node.suffix]) {
    if (each.type === "Redirect") {
      if (each.operator.startsWith(">") && each.target?.text === "!") return `${each.operator}!`;
    } else if (each.type === "Word") {
      const found = zshWord(each.text);
      if (found !== undefined) return found;
    }
  }
  return name ? zshWord(name.text) : undefined;
}

const FLAGS = /\$\{\([^)]*\)|(?:^|[^\\])\$[~=]\w/;
const QUALIFIER = /[*?\])]\((?:[^)|]*[e+]:|e['"{])/;

function zshWord(text: string): string | undefined {
  // Most words hold none of these characters, and one look says so.
  if (!text.includes("(") && !text.includes("$")) return undefined;
  return FLAGS.test(text) || QUALIFIER.test(text) ? text : undefined;
}
