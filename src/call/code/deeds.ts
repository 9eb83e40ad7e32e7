import { worstTaint } from "../word.js";
import type { Args, Call } from "./profile.js";
import {
  alternatives,
  asText,
  element,
  joinPath,
  list,
  oneOf,
  type Text,
  taintOf,
  text,
  unknown,
  type Value,
} from "./values.js";

/** Makers of what library functions do, shared by the languages. */

const TRUE = /^(?:True|true|TRUE|T|1)$/;

/** Whether a named argument or an option of an object says yes. */
export function truthy(args: Args, ...names: string[]): boolean {
  return names.some((name) => {
    const value = args.named.get(name);
    return (
      value !== undefined &&
      (value.kind === "symbol" || value.kind === "text") &&
      TRUE.test(value.kind === "symbol" ? value.name : value.text)
    );
  });
}

export function arg(args: Args, n: number, ...names: string[]): Value | undefined {
  for (const name of names) if (args.named.has(name)) return args.named.get(name);
  return args.positional[n];
}

/** Deletes the paths given; `tree`: with everything below, always or by an option of that name. */
export function removes(tree?: boolean | string): Call {
  return (args, m) => {
    const recursive = typeof tree === "string" ? truthy(args, tree) : (tree ?? false);
    const paths = args.positional.filter((v) => v.kind !== "dict" && v.kind !== "function");
    for (const path of paths) m.onPaths(path, (p) => ({ kind: "delete", path: p, recursive }));
    return undefined;
  };
}

/** Deletes what it is called on. */
export function removesSelf(recursive: boolean): Call {
  return (args, m) => {
    m.onPaths(args.self, (path) => ({ kind: "delete", path, recursive }));
    return undefined;
  };
}

export function writes(how: "overwrite" | "append" | "mkdir" | "touch", at = 0, content = 1): Call {
  return (args, m) => {
    const given = args.positional[content];
    const known = given && given.kind === "text" && given.known && how !== "mkdir" ? { content: given.text } : {};
    const target = args.positional[at];
    m.onPaths(target, (path) => ({ kind: "write", path, how, ...known }));
    if (target && given) m.keep(target, given);
    return undefined;
  };
}

export function reads(at = 0): Call {
  return (args, m) => m.read(args.positional[at]);
}

/** All names in a directory, without it. */
export function names(at = 0): Call {
  return (args, m) => {
    m.onPaths(args.positional[at], (path) => ({ kind: "list", path }));
    return list([STAR]);
  };
}

/** Any name in a directory. */
export const STAR: Text = { kind: "text", text: "*", known: true, glob: true };

/** A pattern that stands for the paths it matches. */
export function globbed(value: Value | undefined): Value {
  if (value === undefined) return unknown("paths");
  const patterns = alternatives(value.kind === "list" ? element(value) : value).map(asText);
  return list([oneOf(patterns.map((p) => ({ ...p, glob: /[*?[{]/.test(p.text), path: true })))]);
}

export function moves(): Call {
  return (args, m) => {
    const to = args.positional[1];
    if (to) m.onPaths(args.positional[0], (path) => ({ kind: "move", path, to: m.path(asText(to)) }));
    return to;
  };
}

/** Copies; from a device of nothing the target's content is lost. */
export function copies(): Call {
  return (args, m) => {
    const [from, to] = args.positional;
    if (from && asText(from).text === "/dev/null") {
      m.onPaths(to, (path) => ({ kind: "destroy", path, how: "null" }));
      return to;
    }
    m.onPaths(from, (path) => ({ kind: "read", path }));
    m.onPaths(to, (path) => ({ kind: "write", path, how: "overwrite" }));
    return to;
  };
}

export function links(symbolic: boolean): Call {
  return (args, m) => {
    const [target, at] = args.positional;
    if (target) m.onPaths(at, (path) => ({ kind: "link", path, target: m.path(asText(target)), symbolic }));
    return undefined;
  };
}

/** Mode numbers as the languages write them: `0o777`, `0777`, `511`. */
export function modeText(value: Value | undefined): string {
  const given = value === undefined ? "?" : asText(value).text;
  if (/^0o[0-7]+$/i.test(given)) return given.slice(2);
  if (/^0[0-7]+$/.test(given) || /[a-z+=,]/.test(given)) return given.replace(/^0+(?=\d{3})/, "");
  const number = Number(given);
  return Number.isInteger(number) ? number.toString(8) : given;
}

export function chmods(pathAt = 0, modeAt = 1, recursive = false): Call {
  return (args, m) => {
    const mode = modeText(args.positional[modeAt]);
    m.onPaths(args.positional[pathAt], (path) => ({ kind: "chmod", path, recursive, mode }));
    return undefined;
  };
}

export function chowns(pathAt = 0, ownerAt = 1, recursive = false): Call {
  return (args, m) => {
    const owner = args.positional[ownerAt];
    m.onPaths(args.positional[pathAt], (path) => ({
      kind: "chown",
      path,
      recursive,
      owner: owner ? asText(owner).text : "",
    }));
    return undefined;
  };
}

export function destroys(): Call {
  return (args, m) => {
    m.onPaths(args.positional[0], (path) => ({ kind: "destroy", path, how: "truncate" }));
    return undefined;
  };
}

/** A shell text, or a list of words where the language takes either. */
export function runs(): Call {
  return (args, m) => {
    const [first, ...rest] = args.positional;
    const cwd = arg(args, 99, "cwd", "chdir", "workdir");
    const input = arg(args, 99, "input");
    const printed = m.spawn(
      first,
      rest
        .filter((v) => v.kind === "text" || v.kind === "list" || v.kind === "either")
        .flatMap((v) => (v.kind === "list" ? v.items : [v])),
      cwd,
    );
    return unknown("output", worstTaint(taintOf(printed), input ? taintOf(input) : undefined));
  };
}

export function shells(): Call {
  return (args, m) => m.shell(args.positional[0], arg(args, 99, "cwd", "chdir"));
}

export function evaluates(at = 0): Call {
  return (args, m) => {
    m.evaluate(args.positional[at]);
    return undefined;
  };
}

/** Reaches an address by a method of HTTP; everything given along may be sent. */
export function requests(at = 0, method = "GET"): Call {
  return (args, m) =>
    m.request(
      args.positional[at] ?? args.named.get("url"),
      [...args.positional.filter((_, n) => n !== at), ...args.named.values()],
      text(method),
      args.named.get("json") ?? args.named.get("data") ?? args.named.get("body") ?? args.positional[at + 1],
    );
}

export function connects(): Call {
  return (args, m) => {
    if (m.muted === 0) m.connected = true;
    m.piped = "network";
    return opensTo(args, m);
  };
}

/** What a connection to somewhere gives: whatever comes from it is of the network. */
export const opensTo: Call = (args) =>
  unknown(`response of ${asText(args.positional[0] ?? text("?")).text}`, "network");

/** What is written to a connection leaves the machine. */
export function sendsTo(where?: string): Call {
  return (args, m) => {
    const to = where ?? (args.self ? /^⟦response of (.*)⟧$/s.exec(asText(args.self).text)?.[1] : undefined);
    if (to === undefined) return undefined;
    m.sends(to, [...args.positional, ...args.named.values()]);
    return undefined;
  };
}

export function redirects(): Call {
  return (_args, m) => {
    if (m.muted === 0) m.redirected = true;
    return undefined;
  };
}

export function forks(): Call {
  return (_args, m) => {
    if (m.muted === 0) m.forked = true;
    return undefined;
  };
}

export function acts(act: string): Call {
  return (_args, m) => {
    m.act(act);
    return undefined;
  };
}

/** `kill(pid, signal)` is what the program of that name does. */
export function kills(pidAt = 0, signalAt = 1): Call {
  return (args, m) => {
    const signal = args.positional[signalAt];
    const pid = args.positional[pidAt];
    const name = signal
      ? asText(signal)
          .text.replace(/^.*SIG/, "")
          .replace(/^:/, "")
      : "TERM";
    if (pid) m.spawn(list([text("kill"), text(`-${name}`), pid]), []);
    return undefined;
  };
}

/** What stays as it is: `str(x)`, `sorted(xs)`. */
export const SAME: Call = (args) => args.positional[0] ?? args.self;
export const SELF: Call = (args) => args.self;

export const joins: Call = (args) => joinPath(args.positional);

/** SQL in a text that is handed to a database. Only what begins like a deed is read. */
export const queries: Call = (args, m) => {
  const first = args.positional[0];
  if (
    first &&
    /^[\s(]*(?:drop|truncate|delete|update|alter|begin|with|do|exec|copy|select|call|create|\/\*|--)/i.test(
      asText(first).text,
    )
  )
    m.evaluate(first, "sql");
  return undefined;
};

/** Bytes or text from base64, hex and the like: known, and remembered as decoded. */
export function decodes(decode: (given: string) => string | undefined): Call {
  return (args) => {
    const given = args.positional[0] ?? args.self;
    if (!given) return unknown("decoded", "decoded");
    const source = asText(given);
    const value = source.known ? decode(source.text) : undefined;
    if (value === undefined) return unknown("decoded", source.taint === "network" ? "network" : "decoded");
    return { kind: "text", text: value, known: true, taint: "decoded" };
  };
}

export const chdirs: Call = (args, m) => {
  m.chdir(args.positional[0]);
  return undefined;
};

/** A file of code is run. */
export const runsFile: Call = (args, m) => {
  m.onPaths(args.positional[0], (path) => ({ kind: "read", path, how: "execute" }));
  return undefined;
};
