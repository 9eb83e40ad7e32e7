import { runsNamedFiles } from "./named-files.js";
import { perlFunctions, perlMethods } from "./perl-library.js";
import type { Profile } from "./profile.js";
import type { CodeReader } from "./reader.js";
import { bodyOf } from "./ruby.js";
import { runScript } from "./script.js";
import {
  closing,
  opensRegex,
  type Scan,
  type Syntax,
  type TextForm,
  type TokenAt,
  textToken,
  tokenize,
} from "./tokens.js";
import { ENVIRONMENT, unknown } from "./values.js";

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };
const QUOTE = /(q|qq|qw|qx|qr|m|s|tr|y)\b(\s*)([^\w\s,;=)])/y;
const HEREDOC = /<<(~?)(["'`]?)([A-Za-z_]\w*)\2/y;
const ANGLE = /<([^<>\n=;|&]*)>/y;
const HOLES = ["${", "@{[", "$"] as const;

/** perlop's quote-like operators, heredocs and `<pattern>`. */
function special(scan: Scan): TokenAt | undefined {
  const { text, at } = scan;
  if (text[at] === "<") return heredoc(scan) ?? angle(scan);
  if (!/[qmsty]/.test(text[at] as string) || /[\w$@%&>]/.test(text[at - 1] ?? "")) return undefined;
  QUOTE.lastIndex = at;
  const match = QUOTE.exec(text);
  if (!match) return undefined;
  const [whole, operator = "", space = "", open = ""] = match;
  if (open === "#" && space !== "") return undefined;
  // `{s}` is a key, `s => 1` a pair.
  if (open === "}" || text.startsWith("=>", at + operator.length + space.length)) return undefined;
  const form: TextForm = {
    open,
    close: PAIRS[open] ?? open,
    escapes: /^q[w]?$/.test(operator) ? "quote" : "c",
    ...(/^q[w]?$/.test(operator) || open === "'" ? {} : { holes: HOLES }),
  };
  const from = at + whole.length;
  const end = closing(text, from, form);
  if (operator === "q" || operator === "qq")
    return { token: textToken(scan.content(from, end, form), scan.spaced), next: end + 1 };
  if (operator === "qw") return { token: textToken([text.slice(from, end)], scan.spaced, "words"), next: end + 1 };
  if (operator === "qx")
    return { token: textToken(scan.content(from, end, form), scan.spaced, "command"), next: end + 1 };
  const next = afterPattern(text, end + 1, operator, open, form);
  // `s/…/code/e`: the replacement is code, which stands for what it gives.
  const code = operator === "s" ? evaluated(text.slice(end + 1, next), open) : undefined;
  if (code !== undefined)
    return { token: textToken(scan.content(0, 0, form).concat([tokenize(code, perlSyntax, 1)]), scan.spaced), next };
  return { token: textToken([text.slice(from, end)], scan.spaced, "regex"), next };
}

/** Behind the replacement and the flags of `s{…}{…}e`. */
function afterPattern(text: string, from: number, operator: string, open: string, form: TextForm): number {
  let at = from;
  if (operator === "s" || operator === "tr" || operator === "y") {
    if (PAIRS[open] !== undefined) {
      while (/\s/.test(text[at] ?? "")) at++;
      if (text[at] === open) at++;
    }
    at = closing(text, at, form) + 1;
  }
  while (/[a-z]/.test(text[at] ?? "")) at++;
  return at;
}

/** The replacement of `s{…}{…}e`, where the flags say that it is code. */
function evaluated(rest: string, open: string): string | undefined {
  const flags = /[a-z]*$/.exec(rest)?.[0] ?? "";
  if (!flags.includes("e")) return undefined;
  const body = rest.slice(0, rest.length - flags.length).trim();
  return body.slice(PAIRS[open] === undefined ? 0 : 1, -1);
}

function heredoc(scan: Scan): TokenAt | undefined {
  HEREDOC.lastIndex = scan.at;
  const match = HEREDOC.exec(scan.text);
  if (!match) return undefined;
  const body = bodyOf(scan.text, scan.at, match[3] ?? "");
  if (!body) return undefined;
  const form: TextForm = { open: "", close: "", ...(match[2] === "'" ? {} : { escapes: "c" as const, holes: HOLES }) };
  const token = textToken(
    scan.content(body.from, body.to, form),
    scan.spaced,
    match[2] === "`" ? "command" : undefined,
  );
  return { token, next: scan.at + match[0].length, skip: [body.from, body.next] };
}

/** `<STDIN>` and `<$file>` read a line; anything else in angles is a pattern for file names. */
function angle(scan: Scan): TokenAt | undefined {
  if (!opensRegex(scan.previous, perlSyntax)) return undefined;
  ANGLE.lastIndex = scan.at;
  const match = ANGLE.exec(scan.text);
  if (!match) return undefined;
  const content = match[1] ?? "";
  const next = scan.at + match[0].length;
  if (/^\$?\w*$/.test(content)) return { token: textToken([content], scan.spaced, "input"), next };
  const form: TextForm = { open: "<", close: ">", escapes: "c", holes: HOLES };
  return { token: textToken(scan.content(scan.at + 1, next - 1, form), scan.spaced, "glob"), next };
}

export const perlSyntax: Syntax = {
  lineComments: ["#"],
  blockComments: [
    ["=pod", "\n=cut"],
    ["=head", "\n=cut"],
    ["=begin", "\n=cut"],
    ["__END__", "\0"],
    ["__DATA__", "\0"],
  ],
  texts: [
    { open: '"', close: '"', escapes: "c", holes: HOLES },
    { open: "'", close: "'", escapes: "quote" },
    { open: "`", close: "`", escapes: "c", holes: HOLES, form: "command" },
  ],
  name: /(?:[$@%](?=[A-Za-z_^])|\$#?(?=\w)|&(?=[A-Za-z_]))?[A-Za-z_\u0080-\uffff⟦][\w\u0080-\uffff⟦⟧]*(?:(?:::|')(?=[A-Za-z_])\w+)*|\$(?:[0-9]+|[!@&_/\\,;.])/y,
  operators: [
    "<=>",
    "...",
    "**=",
    "||=",
    "&&=",
    "//=",
    "<<=",
    ">>=",
    "=>",
    "->",
    "==",
    "!=",
    "=~",
    "!~",
    "<=",
    ">=",
    "&&",
    "||",
    "//",
    "<<",
    ">>",
    "**",
    "++",
    "--",
    "+=",
    "-=",
    "*=",
    "/=",
    ".=",
    "x=",
    "::",
    "..",
  ],
  regex: true,
  beforeRegex: new Set(
    "if unless and or not when while until return print split grep map join push unlink x lc uc for foreach eval system exec chomp".split(
      " ",
    ),
  ),
  special,
};

/** `do "file"`: a word of the language, with or without parentheses. */
const DONE = /(?<![$@%\w])(?:do|require)\s+(?:"([^"\\$@]+)"|'([^'\\]+)')/g;

export const perlProfile: Profile = {
  language: "perl",
  syntax: perlSyntax,
  concat: new Set(["."]),
  members: new Set(["->"]),
  blocks: "brace",
  functionWords: new Set(["sub"]),
  functions: perlFunctions,
  methods: perlMethods,
  bareCalls: true,
  implicitCalls: true,
  modifiers: true,
  braceIndex: true,
  canonical: (name) =>
    name
      .replace(/^&/, "")
      .replace(
        /^(?:CORE::GLOBAL|CORE|POSIX|File::Path|File::Copy|MIME::Base64|LWP::Simple|File::Slurp|File::Spec->|Cwd|main)::/,
        "",
      ),
  values: (name, m) => {
    if (name === "$ENV") return ENVIRONMENT;
    if (name === "$ARGV") return m.parameters;
    if (name === "$_" && m.piped) return unknown("line", m.piped);
    if (name === "$_" && m.out.inputOrigin?.() !== undefined) return m.stdin;
    return undefined;
  },
};

/** What a piece of Perl does, as far as its text shows. */
export const perl: CodeReader = (code, out, inner) => {
  runsNamedFiles(DONE, code, out);
  runScript(code, perlProfile, out, inner);
};
