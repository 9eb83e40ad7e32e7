import { matchGlob } from "../../call/glob.js";
import type { Rule } from "../policy.js";
import { regexMatches } from "./regex.js";

/**
 * An address in the forms that url rows are held against: as given, with and without its scheme,
 * without credentials and default port, host in lower case.
 */
export function urlForms(url: string): readonly string[] {
  const match = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:[^/@?#]*@)?([^/:?#]*)(:\d+)?(.*)$/is.exec(url);
  if (!match) return [url];
  const [, scheme, host = "", port = "", rest = ""] = match;
  const address = host.toLowerCase().replace(/\.$/, "") + port.replace(/^:(80|443)$/, "") + rest;
  const schemes = scheme === undefined ? ["https", "http"] : [scheme.toLowerCase()];
  const bare = rest === "" ? [address, `${address}/`] : [address];
  return [...new Set([url, ...bare, ...schemes.flatMap((s) => bare.map((each) => `${s}://${each}`))])];
}

/** Whether a pattern on addresses or names matches a text. */
export function nameMatches(rule: Pick<Rule, "pattern" | "match">, text: string): boolean {
  switch (rule.match) {
    case "exact":
      return rule.pattern === text;
    case "regex":
      return regexMatches(rule.pattern, text);
    default:
      return matchGlob(rule.pattern, text);
  }
}
