import type { EffectiveCommand } from "../call/effect.js";
import { baseName } from "../call/path.js";
import type { Word } from "../call/word.js";
import { type ProgramRole, rolesOf } from "./program-roles.js";

/** A command with what is asked of it again and again. */
export class NamedCommand {
  readonly command: EffectiveCommand;
  /** Index into `Analysis.commands`. */
  readonly at: number;
  /** Base name of the program, `""` where there is none. */
  readonly name: string;
  private readonly roles: readonly ProgramRole[];
  private texts: readonly string[] | undefined;

  constructor(command: EffectiveCommand, at: number) {
    this.command = command;
    this.at = at;
    this.name = programOf(command);
    this.roles = rolesOf(this.name);
    this.texts = undefined;
  }

  static of(this: void, command: EffectiveCommand, at: number): NamedCommand {
    return new NamedCommand(command, at);
  }

  /** Whether its program has a role. */
  is(role: ProgramRole): boolean {
    return this.roles.includes(role);
  }

  /** The texts of what stands behind the program. */
  get words(): readonly string[] {
    this.texts ??= this.command.argv.slice(1).map(textOf);
    return this.texts;
  }

  /** The command as a person would recognise it. */
  get line(): string {
    return lineOf(this.command);
  }
}

/** Base name of a command's program, `""` where there is none. */
export function programOf(command: EffectiveCommand | undefined): string {
  return baseName(command?.argv[0]?.text ?? "");
}

/** A command's words with a space between. */
export function lineOf(command: EffectiveCommand): string {
  return command.argv.map(textOf).join(" ");
}

const textOf = (word: Word): string => word.text;
