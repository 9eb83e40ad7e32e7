import type { ProgramSpec } from "../call/programs/spec.js";
import type { FamilyName } from "../checks/families/family.js";
import { MAIN_THREAD } from "./agent-names.js";
import type { ParsedFile } from "./document.js";
import type { FileKind } from "./kinds.js";
import type { GovernedAgent, Layer, Policy, PolicyProblem, Rule, Settings } from "./policy.js";
import { ProcessSettings } from "./process-settings.js";
import { readRows } from "./rows.js";
import { nearest } from "./spelling.js";
import { UNTRUSTED } from "./untrusted.js";

/** One file of a layer that fits its schema. */
export interface LayerFile {
  readonly layer: Layer;
  readonly kind: FileKind;
  readonly parsed: ParsedFile;
  /** Whether its loosening parts count: always for the shipped and the user's own files. */
  readonly trusted: boolean;
}

type Law = Omit<Policy, "hash" | "problems">;
type Switch = NonNullable<Settings["rules"]>[string];

const STRICTNESS: Readonly<Record<Switch, number>> = { off: 0, warn: 1, ask: 2, deny: 3 };

/** Puts layers on one another, the shipped first: later ones add, and of a project only what tightens counts. */
export function layered(files: readonly LayerFile[]): { law: Law; problems: readonly PolicyProblem[] } {
  const building = new Building();
  for (const file of files) if (file.kind === "deny-rules") building.addRows(file);
  for (const file of files) if (file.kind === "policy") building.addSettings(file);
  for (const file of files) if (file.kind === "programs") building.addPrograms(file);
  return { law: building.law(), problems: building.problems };
}

class Building {
  readonly problems: PolicyProblem[] = [];
  private rules: Rule[] = [];
  private preset: Policy["preset"] = "standard";
  private readonly off = new Set<FamilyName>();
  private programs: ProgramSpec[] = [];
  private readonly agents: Record<string, GovernedAgent> = Object.create(null);
  private readonly process = new ProcessSettings();

  law(): Law {
    return {
      preset: this.preset,
      off: [...this.off],
      rules: this.rules,
      programs: this.programs,
      agents: { ...this.agents },
      ...this.process.law(),
    };
  }

  private note(
    file: LayerFile,
    path: readonly (string | number)[],
    problem: Pick<PolicyProblem, "message"> & Partial<Pick<PolicyProblem, "fix" | "row">>,
  ): void {
    this.problems.push({ file: file.parsed.file, ...file.parsed.at(path), ...problem, severity: "warning" });
  }

  addRows(file: LayerFile): void {
    const { rules } = readRows(file.parsed, file.layer);
    const bare = Array.isArray(file.parsed.value);
    rules.forEach((rule, index) => {
      const path = bare ? [index] : ["rules", index];
      if (rule.type === "allow" && !file.trusted) {
        this.note(file, path, { row: rule.id, message: `Row \`${rule.id}\` ${UNTRUSTED.message}`, fix: UNTRUSTED.fix });
        return;
      }
      this.addRow(file, rule, path);
    });
  }

  private addRow(file: LayerFile, rule: Rule, path: readonly (string | number)[]): void {
    const taken = this.rules.findIndex((each) => each.id === rule.id);
    const before = this.rules[taken];
    if (!before) {
      this.rules.push(rule);
      return;
    }
    if (file.layer === "user" || (file.trusted && before.overridable)) {
      this.rules[taken] = rule;
      return;
    }
    this.rules.push(rule);
    this.note(file, path, {
      row: rule.id,
      message: `The id \`${rule.id}\` is also that of a row in ${before.source}; both rows hold`,
      fix: "Give this row an id of its own.",
    });
  }

  addSettings(file: LayerFile): void {
    const settings = (file.parsed.value ?? {}) as Settings;
    if (settings.preset === "strict" || (settings.preset !== undefined && file.layer !== "project")) {
      this.preset = settings.preset;
    } else if (settings.preset === "standard" && this.preset === "strict") {
      this.note(file, ["preset"], {
        message: "A project cannot lower the preset from strict",
        fix: "Remove the line; only the user's own policy.yaml can choose standard.",
      });
    }
    for (const [name, state] of Object.entries(settings.families ?? {}) as [FamilyName, "on" | "off"][]) {
      if (file.layer !== "project") {
        if (state === "off") this.off.add(name);
        else this.off.delete(name);
      } else if (state === "on") this.off.delete(name);
      else {
        this.note(file, ["families", name], {
          message: `A project cannot switch the family ${name} off`,
          fix: "Remove the line; only the user's own policy.yaml can switch families off.",
        });
      }
    }
    for (const [id, to] of Object.entries(settings.rules ?? {})) this.turn(file, id, to);
    for (const [name, { scope, delegates_to: to }] of Object.entries(settings.agents ?? {})) {
      this.join(file, name === "main" ? MAIN_THREAD : name, to === undefined ? { scope } : { scope, delegatesTo: to });
    }
    this.process.add(settings, file, (path, problem) => this.note(file, path, problem));
  }

  private turn(file: LayerFile, id: string, to: Switch): void {
    const path = ["rules", id];
    const rows = this.rules.filter((rule) => rule.id === id && rule.type !== "allow");
    if (rows.length === 0) {
      const near = nearest(
        id,
        this.rules.map((rule) => rule.id),
      );
      this.note(file, path, {
        message: `No row has the id \`${id}\``,
        fix: near === undefined ? "Remove the line." : `Did you mean \`${near}\`?`,
      });
      return;
    }
    for (const rule of rows) {
      const looser = STRICTNESS[to] < STRICTNESS[strictness(rule)];
      if (looser && file.layer === "project" && !(file.trusted && (rule.overridable || rule.configurable))) {
        const fixed = file.trusted || !(rule.overridable || rule.configurable);
        this.note(file, path, {
          row: id,
          message: fixed
            ? `A project cannot loosen the row \`${id}\``
            : `The switch for row \`${id}\` ${UNTRUSTED.message}`,
          fix: fixed ? "Remove the line; only the user's own policy.yaml can." : UNTRUSTED.fix,
        });
        continue;
      }
      const turned: Rule = { ...rule, type: to === "ask" ? "ask" : "deny", severity: to === "warn" ? "warn" : "block" };
      this.rules = this.rules.flatMap((each) => (each !== rule ? [each] : to === "off" ? [] : [turned]));
    }
  }

  private join(file: LayerFile, name: string, agent: GovernedAgent): void {
    const before = this.agents[name];
    if (before && file.layer === "project" && !file.trusted && JSON.stringify(before) !== JSON.stringify(agent)) {
      this.note(file, ["agents", name], {
        message: `The agent \`${name}\` is mapped by the user; another mapping ${UNTRUSTED.message}`,
        fix: UNTRUSTED.fix,
      });
      return;
    }
    this.agents[name] = agent;
  }

  addPrograms(file: LayerFile): void {
    const { value } = file.parsed;
    const added = ((Array.isArray(value) ? value : (value as { programs?: ProgramSpec[] } | null)?.programs) ??
      []) as ProgramSpec[];
    if (added.length === 0) return;
    if (!file.trusted) {
      this.note(file, ["programs"], {
        message: `These program entries could make a program seem harmless; this ${UNTRUSTED.message}`,
        fix: UNTRUSTED.fix,
      });
      return;
    }
    this.programs = [...added, ...this.programs];
  }
}

function strictness(rule: Rule): Switch {
  if (rule.type === "ask") return "ask";
  return rule.severity === "warn" ? "warn" : "deny";
}
