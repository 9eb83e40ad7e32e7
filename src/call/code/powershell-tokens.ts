/** One word of a PowerShell command. */
export interface PsWord {
  readonly text: string;
  readonly quoted: boolean;
}

export interface PsCommand {
  readonly words: readonly PsWord[];
  /** Commands in brackets and blocks inside it, as text. */
  readonly nested: readonly string[];
  readonly source: string;
  /** Begins with the call operator `&` or `.`. */
  readonly called: boolean;
}

const CLOSES: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]" };
const MOST = 5000;

/**
 * PowerShell text as pipelines of commands: strings and here-strings whole, comments away, what
 * stands in brackets or braces apart. Linear; what is open at the end ends there.
 */
export function psPipelines(code: string): PsCommand[][] {
  const out: PsCommand[][] = [];
  let pipeline: PsCommand[] = [];
  let words: PsWord[] = [];
  let nested: string[] = [];
  let word = "";
  let quoted = false;
  let started = false;
  let from = 0;
  const endWord = (): void => {
    if (started) words.push({ text: word, quoted });
    word = "";
    quoted = false;
    started = false;
  };
  const endCommand = (to: number): void => {
    endWord();
    const called = words[0]?.text === "&" || words[0]?.text === ".";
    if (words.length > 0 || nested.length > 0)
      pipeline.push({ words: called ? words.slice(1) : words, nested, source: code.slice(from, to), called });
    words = [];
    nested = [];
  };
  const endPipeline = (to: number): void => {
    endCommand(to);
    if (pipeline.length > 0 && out.length < MOST) out.push(pipeline);
    pipeline = [];
  };
  let at = 0;
  while (at < code.length) {
    const c = code[at] as string;
    if (code.startsWith("<#", at)) {
      const end = code.indexOf("#>", at);
      at = end < 0 ? code.length : end + 2;
    } else if (c === "#" && !started) {
      const end = code.indexOf("\n", at);
      at = end < 0 ? code.length : end;
    } else if (c === "@" && (code[at + 1] === '"' || code[at + 1] === "'")) {
      const end = code.indexOf(`\n${code[at + 1]}@`, at);
      word += code.slice(at + 2, end < 0 ? code.length : end);
      quoted = true;
      started = true;
      at = end < 0 ? code.length : end + 3;
    } else if (c === "'" || c === '"') {
      const [value, next] = text(code, at);
      word += value;
      quoted = true;
      started = true;
      at = next;
    } else if (c === "`" && at + 1 < code.length) {
      if (code[at + 1] !== "\n") {
        word += code[at + 1];
        started = true;
      }
      at += 2;
    } else if (c === "(" && started && words.length === 0 && !quoted && /^[A-Za-z][\w-]*$/.test(word)) {
      // `iex(…)`: a command and what it is given.
      endWord();
    } else if (c === "(" || c === "{" || (c === "[" && !started)) {
      const end = closing(code, at);
      if (c !== "[") nested.push(code.slice(at + 1, end));
      word += code.slice(at, end + 1);
      started = true;
      at = end + 1;
    } else if (c === "|" && code[at + 1] !== "|") {
      endCommand(at);
      from = ++at;
    } else if (c === ";" || c === "\n" || code.startsWith("&&", at) || code.startsWith("||", at)) {
      endPipeline(at);
      at += c === ";" || c === "\n" ? 1 : 2;
      from = at;
    } else if (/\s/.test(c)) {
      endWord();
      at++;
    } else if (c === "}" || c === ")") at++;
    else {
      word += c;
      started = true;
      at++;
    }
  }
  endPipeline(code.length);
  return out;
}

function text(code: string, from: number): [string, number] {
  const quote = code[from] as string;
  let value = "";
  let at = from + 1;
  for (; at < code.length; at++) {
    const c = code[at] as string;
    if (c === "`" && quote === '"') value += code[++at] ?? "";
    else if (c === quote) {
      if (code[at + 1] !== quote) break;
      at++;
      value += quote;
    } else value += c;
  }
  return [value, at + 1];
}

function closing(code: string, from: number): number {
  const open = code[from] as string;
  const close = CLOSES[open] as string;
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const c = code[at] as string;
    if (c === "'" || c === '"') at = text(code, at)[1] - 1;
    else if (c === open) depth++;
    else if (c === close && --depth === 0) return at;
  }
  return code.length;
}
