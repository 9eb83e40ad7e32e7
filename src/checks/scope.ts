import type { Effect } from "../call/effect.js";
import { NONE } from "../call/none.js";
import { isWithin } from "../call/path.js";
import { onlyReads } from "../call/tools.js";
import { governedAgent, hostNeutral, MAIN_THREAD, unprefixed } from "../policy/agent-names.js";
import { catches, covers } from "../policy/match/command.js";
import { namesTool } from "../policy/match/context.js";
import { ruleIndex } from "../policy/match/index.js";
import { pathCaught, pathCovered, pathForms, touchedPaths } from "../policy/match/path.js";
import { nameMatches, urlForms } from "../policy/match/url.js";
import type { GovernedAgent, Rule, Scope } from "../policy/policy.js";
import type { Case } from "./case.js";
import type { Check } from "./check.js";
import type { Finding } from "./finding.js";
import { isWrapper } from "./wrapper.js";

/** What a governed agent's scope lets it change, and what its own list allows. */
export const scopeCheck: Check = {
  name: "scope",
  codes: ["ERR_SCOPE"],
  hard: false,
  summary: "Scopes and allow-lists of governed agents.",
  judge(input) {
    const { call, facts, policy } = input;
    const own = judged(governedAgent(policy, call.agent), input, true);
    if (own) return [own];
    // A child is never more able than those above it.
    if (facts.parents === undefined) return NONE;
    for (const name of new Set(facts.parents)) {
      const found = judged(governedAgent(policy, name === MAIN_THREAD ? undefined : name), input, false);
      if (found) return [above(found, name)];
    }
    return NONE;
  },
};

function judged(agent: GovernedAgent | undefined, input: Case, itself: boolean): Finding | undefined {
  if (!agent) return undefined;
  const place = misplaced(agent.scope, input);
  if (place) return place;
  // Whom a child may delegate to is the delegation check's: each agent names its own.
  if (!itself && input.call.tool === "task") return undefined;
  for (const list of agent.lists ?? []) {
    const found = unlisted(list, input);
    if (found) return found;
  }
  return undefined;
}

function above(finding: Finding, parent: string): Finding {
  return {
    ...finding,
    message: `${finding.message} (held by ${parent}, for which this agent works)`,
    details: { ...finding.details, parent },
  };
}

// Relative to a project's root or, for the hosts' own directories, to the home directory.
const TOOLING = [
  ".opencode",
  ".claude",
  ".config/opencode",
  "agents",
  "template",
  "AGENTS.md",
  "CLAUDE.md",
  "docs/agents",
];

const MAY: Readonly<Record<Scope, string>> = {
  meta: "An agent of scope meta changes the agent tooling and not the user's code",
  project: "An agent of scope project changes the user's code and not the agent tooling",
  bridge: "An agent of scope bridge plans and coordinates, and changes no files",
};

function misplaced(scope: Scope, input: Case): Finding | undefined {
  const { call, analysis, facts } = input;
  for (const effect of analysis.effects) {
    for (const touched of touchedPaths(effect)) {
      if (touched.reads) continue;
      const place = input.place(touched.ref, effect.remote);
      if (place.sink || (place.temp && !place.project)) continue;
      const tooling = place.paths.some((path) =>
        [facts.project, facts.home].some((root) => TOOLING.some((each) => isWithin(path, `${root}/${each}`))),
      );
      if (scope === "meta" ? tooling : scope === "project" ? !tooling : false) continue;
      return finding(
        call.rawTool,
        MAY[scope],
        "Report what should change there, and let an agent of the fitting scope do it",
        touched.ref.text,
      );
    }
  }
  return undefined;
}

/** What a list does not allow, if anything. Reading is free; everything else needs an allow of its kind. */
function unlisted(list: readonly Rule[], input: Case): Finding | undefined {
  const { call } = input;
  if (onlyReads(call.tool)) return undefined;
  const refused = list.find((rule) => rule.type !== "allow" && hits(rule, input));
  if (refused) {
    return {
      ...finding(call.rawTool, refused.message, refused.suggestion, refused.pattern),
      severity: refused.type === "ask" ? "ask" : "deny",
      ruleId: refused.id,
    };
  }
  const allows = list.filter((rule) => rule.type === "allow");
  const subject = uncovered(allows, input);
  if (subject === undefined) return undefined;
  return finding(
    call.rawTool,
    "No matching allow rule found",
    "This tool may not be in your allowed list",
    subject || input.commands[0]?.line || call.rawTool,
  );
}

/** The first thing that no row allows; undefined when all is allowed. */
function uncovered(allows: readonly Rule[], input: Case): string | undefined {
  const { call, analysis, policy, facts } = input;
  const on = (kind: Rule["on"]): Rule[] => allows.filter((rule) => rule.on === kind);
  if (on("tool").some((rule) => namesTool(rule.pattern, call))) return undefined;
  const index = ruleIndex(policy);
  switch (call.tool) {
    case "bash": {
      if (analysis.commands.length === 0) return analysis.opaque ? "" : undefined;
      const rows = on("command");
      const open = input.normal.findIndex(
        (command, at) => !isWrapper(at, input) && !rows.some((rule) => covers(index.command(rule), command)),
      );
      return input.commands[open]?.line;
    }
    case "task": {
      // Whom it may delegate to is the delegation check's; a list may name them here as well.
      const rows = on("agent");
      return rows.length > 0 && !agents(analysis.effects).every((name) => rows.some((rule) => names(rule, name)))
        ? agents(analysis.effects)[0]
        : rows.length > 0 || governedAgent(policy, call.agent)?.delegatesTo?.length
          ? undefined
          : "task";
    }
    case "webfetch":
    case "websearch": {
      const rows = on("url");
      const urls = analysis.effects.flatMap((effect) => (effect.kind === "reach" ? [effect.url] : []));
      if (urls.length === 0) return call.rawTool;
      return urls.find((url) => !rows.some((rule) => urlForms(url).some((form) => nameMatches(rule, form))));
    }
    default: {
      const rows = on("path");
      const touched = analysis.effects.flatMap(touchedPaths).filter((each) => !each.reads);
      if (touched.length === 0) return call.rawTool;
      for (const each of touched) {
        const forms = pathForms(each, facts);
        if (!forms || !rows.some((rule) => pathCovered(index.path(rule, facts.home), each, forms, facts)))
          return each.ref.text;
      }
      return undefined;
    }
  }
}

function agents(effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) => (effect.kind === "delegate" ? [effect.agent] : []));
}

/** Whether a row of an agent's own file means another agent, with or without what a host adds to its name. */
function names(rule: Rule, name: string): boolean {
  return nameMatches(rule, name) || nameMatches(rule, unprefixed(hostNeutral(name)));
}

/** Whether a denial or question of the list concerns the call. */
function hits(rule: Rule, input: Case): boolean {
  const { call, analysis, policy, facts } = input;
  const index = ruleIndex(policy);
  switch (rule.on) {
    case "command":
      return input.normal.some((command) => catches(index.command(rule), command));
    case "path":
      return analysis.effects.flatMap(touchedPaths).some((each) => {
        const forms = each.reads ? null : pathForms(each, facts);
        return forms !== null && pathCaught(index.path(rule, facts.home), forms, facts);
      });
    case "url":
      return analysis.effects.some(
        (effect) => effect.kind === "reach" && urlForms(effect.url).some((form) => nameMatches(rule, form)),
      );
    case "agent":
      return agents(analysis.effects).some((name) => names(rule, name));
    default:
      return namesTool(rule.pattern, call);
  }
}

function finding(tool: string, message: string, suggestion: string, subject: string): Finding {
  return { check: "scope", code: "ERR_SCOPE", severity: "deny", message, suggestion, subject, details: { tool } };
}
