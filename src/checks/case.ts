import type { ToolCall } from "../call/call.js";
import type { Analysis, PathRef, Remote } from "../call/effect.js";
import type { Facts } from "../observe/facts.js";
import { ruleIndex } from "../policy/match/index.js";
import { type NormalCommand, normalCommand } from "../policy/match/normal.js";
import type { Policy } from "../policy/policy.js";
import { type GuardMap, guardMap } from "./guard-places.js";
import { NamedCommand } from "./named-command.js";
import { type Place, Places } from "./places.js";
import { type SortedEffects, sorted } from "./sorted-effects.js";

/** What is decided on: a call, what it would do, what was observed for it, and the policy in force. */
export interface Given {
  readonly call: ToolCall;
  readonly analysis: Analysis;
  readonly facts: Facts;
  readonly policy: Policy;
}

/**
 * Everything a check may look at; the same input gives the same findings. What several checks ask of
 * one call is worked out once, when the first of them asks.
 */
export class Case implements Given {
  readonly call: ToolCall;
  readonly analysis: Analysis;
  readonly facts: Facts;
  readonly policy: Policy;
  private named: readonly NamedCommand[] | undefined;
  private normalised: readonly NormalCommand[] | undefined;
  private kinds: SortedEffects | undefined;
  private places: Places | undefined;
  private guardPlaces: GuardMap | undefined;

  constructor({ call, analysis, facts, policy }: Given) {
    this.call = call;
    this.analysis = analysis;
    this.facts = facts;
    this.policy = policy;
    this.named = undefined;
    this.normalised = undefined;
    this.kinds = undefined;
    this.places = undefined;
    this.guardPlaces = undefined;
  }

  /** The commands with their programs' names, in the analysis's order. */
  get commands(): readonly NamedCommand[] {
    this.named ??= this.analysis.commands.map(NamedCommand.of);
    return this.named;
  }

  /** The commands in the forms that the policy's patterns are held against. */
  get normal(): readonly NormalCommand[] {
    if (this.normalised === undefined) {
      const { programs } = ruleIndex(this.policy);
      this.normalised = this.analysis.commands.map((command) => normalCommand(command, programs));
    }
    return this.normalised;
  }

  /** Base name of the program of the command with this index, `""` where there is none. */
  nameOf(index: number | undefined): string {
    return index === undefined ? "" : (this.commands[index]?.name ?? "");
  }

  /** The effects of those kinds that whole families judge, each in the analysis's order. */
  get sorted(): SortedEffects {
    this.kinds ??= sorted(this.analysis.effects);
    return this.kinds;
  }

  /** Where the guard's own files and its hosts' settings lie. */
  get guard(): GuardMap {
    const { call, facts } = this;
    this.guardPlaces ??= guardMap(
      facts,
      call.project === undefined ? [facts.project, call.cwd] : [facts.project, call.project, call.cwd],
    );
    return this.guardPlaces;
  }

  /** What a path is; worked out once. */
  place(path: PathRef, remote?: Remote): Place {
    this.places ??= new Places(this.facts);
    return this.places.of(path, remote);
  }

  /** The same by the path's name alone, wherever a link that stands there leads. */
  placeByName(path: PathRef, remote?: Remote): Place {
    return new Places({ ...this.facts, paths: {} }).of(path, remote);
  }
}
