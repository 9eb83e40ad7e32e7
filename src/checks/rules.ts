import { NONE } from "../call/none.js";
import { onlyReads } from "../call/tools.js";
import { catches, covers } from "../policy/match/command.js";
import { concerns, namesTool } from "../policy/match/context.js";
import { type RuleIndex, ruleIndex } from "../policy/match/index.js";
import {
  type PathForms,
  pathCaught,
  pathCovered,
  pathForms,
  type TouchedPath,
  touchedPaths,
} from "../policy/match/path.js";
import { nameMatches, urlForms } from "../policy/match/url.js";
import type { Layer, Rule } from "../policy/policy.js";
import type { Case } from "./case.js";
import type { Check } from "./check.js";
import type { Finding } from "./finding.js";
import { isWrapper } from "./wrapper.js";

/** The written rule table. Rows for agents of a scope are recorded only from level 2 on; all others always hold. */
export const rulesCheck: Check = {
  name: "rules",
  codes: ["ERR_RULE"],
  hard: true,
  summary: "Rows of deny-rules.yaml.",
  judge(input) {
    if (input.policy.rules.length === 0) return [];
    return new Judgement(input).findings();
  },
};

interface Caught {
  readonly rule: Rule;
  readonly subject: string;
}

const RANK: Readonly<Record<Layer, number>> = { shipped: 0, user: 1, project: 2 };

/** One call held against one table. */
class Judgement {
  private readonly index: RuleIndex;
  private readonly caught = new Map<string, Caught>();
  private readonly allowing = new Set<Rule>();
  private touched: readonly { touched: TouchedPath; forms: PathForms }[] | undefined;

  constructor(private readonly input: Case) {
    this.index = ruleIndex(input.policy);
  }

  findings(): readonly Finding[] {
    // All kinds are gone through before any row is lifted.
    const kinds = {
      command: this.commands(),
      path: this.paths(),
      url: this.urls(),
      agent: this.agents(),
      tool: this.tools(),
    };
    if (this.caught.size === 0 && this.allowing.size === 0) return NONE;
    const lifting = new Map<Rule["on"], number>();
    const allowing: Rule[] = [];
    for (const [on, covered] of Object.entries(kinds) as [Rule["on"], boolean][]) {
      // An allow row counts when rows of its kind cover all that the call holds of it, and nothing is hidden.
      if (!covered || this.input.analysis.opaque) continue;
      const rows = [...this.allowing].filter((rule) => rule.on === on);
      if (rows.length === 0) continue;
      lifting.set(on, Math.max(...rows.map((rule) => RANK[rule.layer])));
      allowing.push(...rows);
    }
    const lifts = ({ on, overridable, layer }: Rule): boolean => overridable && (lifting.get(on) ?? -1) >= RANK[layer];
    return [
      ...[...this.caught.values()].map(({ rule, subject }) => this.finding(rule, subject, lifts(rule))),
      ...allowing.map((rule) => this.finding(rule, "", false)),
    ];
  }

  private admits(rule: Rule): boolean {
    return concerns(rule, this.input.call, this.input.policy, () =>
      this.touchedPaths().map((each) => each.forms.shown),
    );
  }

  private catch(rule: Rule, subject: string): void {
    if (!this.caught.has(rule.id)) this.caught.set(rule.id, { rule, subject });
  }

  /** Whether allow rows cover every command. */
  private commands(): boolean {
    const commands = this.input.normal;
    let covered: Set<number> | undefined;
    for (const [at, command] of commands.entries()) {
      for (const rule of this.index.commands(command)) {
        if (rule.type === "allow") {
          if (!covers(this.index.command(rule), command) || !this.admits(rule)) continue;
          covered ??= new Set();
          covered.add(at);
          this.allowing.add(rule);
        } else if (catches(this.index.command(rule), command) && this.admits(rule)) {
          this.catch(rule, this.input.commands[at]?.line || command.literal);
        }
      }
    }
    return covered !== undefined && commands.every((_, at) => covered.has(at) || isWrapper(at, this.input));
  }

  private touchedPaths(): readonly { touched: TouchedPath; forms: PathForms }[] {
    this.touched ??= this.input.analysis.effects.flatMap(touchedPaths).flatMap((touched) => {
      const forms = pathForms(touched, this.input.facts);
      return forms ? [{ touched, forms }] : [];
    });
    return this.touched;
  }

  /** Whether allow rows cover every path that is changed. */
  private paths(): boolean {
    if (this.index.allPaths.length === 0) return false;
    const { facts, call } = this.input;
    let seen = 0;
    let uncovered = 0;
    for (const { touched, forms } of this.touchedPaths()) {
      // Rows concern writers; one that names a reading tool concerns what that tool reads.
      if (touched.reads && !onlyReads(call.tool)) continue;
      const vague = forms.glob || forms.trees.length > 0;
      const rows = vague ? this.index.vaguePaths(forms.full) : this.index.paths(forms.base, forms.full);
      let covered = false;
      for (const rule of rows) {
        if (touched.reads && !rule.tools) continue;
        const pattern = this.index.path(rule, facts.home);
        if (rule.type === "allow") {
          if (!pathCovered(pattern, touched, forms, facts) || !this.admits(rule)) continue;
          covered = true;
          this.allowing.add(rule);
        } else if (pathCaught(pattern, forms, facts) && this.admits(rule)) this.catch(rule, forms.shown);
      }
      if (touched.reads) continue;
      seen++;
      if (!covered) uncovered++;
    }
    return seen > 0 && uncovered === 0;
  }

  private urls(): boolean {
    if (this.index.urls.length === 0) return false;
    return this.named(
      this.index.urls,
      this.input.analysis.effects.flatMap((effect) => (effect.kind === "reach" ? [effect.url] : [])),
      (rule, url) => urlForms(url).some((form) => nameMatches(rule, form)),
      (rule, url) => nameMatches(rule, url),
    );
  }

  private agents(): boolean {
    if (this.index.agents.length === 0) return false;
    const agents = this.input.analysis.effects.flatMap((effect) => (effect.kind === "delegate" ? [effect.agent] : []));
    return this.named(this.index.agents, agents, nameMatches, nameMatches);
  }

  private tools(): boolean {
    const { call } = this.input;
    const rows = this.index.tools(call.tool);
    if (rows.length === 0) return false;
    const matches = (rule: Rule): boolean =>
      rule.match === "regex"
        ? nameMatches(rule, call.tool) || nameMatches(rule, call.rawTool)
        : namesTool(rule.pattern, call);
    return this.named(rows, [call.rawTool], matches, matches);
  }

  private named(
    rules: readonly Rule[],
    subjects: readonly string[],
    caught: (rule: Rule, subject: string) => boolean,
    covered: (rule: Rule, subject: string) => boolean,
  ): boolean {
    let uncovered = 0;
    for (const subject of subjects) {
      let hit = false;
      for (const rule of rules) {
        if (rule.type === "allow" ? !covered(rule, subject) : !caught(rule, subject)) continue;
        if (!this.admits(rule)) continue;
        if (rule.type === "allow") {
          hit = true;
          this.allowing.add(rule);
        } else this.catch(rule, subject);
      }
      if (!hit) uncovered++;
    }
    return subjects.length > 0 && uncovered === 0;
  }

  private finding(rule: Rule, subject: string, lifted: boolean): Finding {
    // Scoped rows are for governed agents, and those are governed at levels 0 and 1.
    const recorded = rule.context?.scopes !== undefined && (this.input.call.level ?? 0) >= 2;
    return {
      check: "rules",
      code: "ERR_RULE",
      severity: lifted || recorded ? "allow" : severityOf(rule),
      ruleId: rule.id,
      message: rule.message,
      suggestion: rule.suggestion,
      ...(subject === "" ? {} : { subject }),
      ...(lifted ? { details: { lifted: [...this.allowing].map((each) => each.id) } } : {}),
    };
  }
}

function severityOf(rule: Rule): Finding["severity"] {
  if (rule.type !== "deny") return rule.type;
  return rule.severity === "warn" ? "warn" : "deny";
}
