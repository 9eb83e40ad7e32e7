import type { CommandSpec, ProgramSpec, Role } from "./spec.js";

/** An entry for a program whose first operand that is not its own begins another command. */
export function wrapper(names: string, entry: Omit<CommandSpec, "operands"> = {}, first: Role[] = []): ProgramSpec {
  return {
    names: names.split(" "),
    style: "posix",
    mutates: false,
    ...entry,
    operands: first.length > 0 ? { first, rest: "command" } : "command",
  };
}

/** Options with a value, all of one role: `"-u --user, -g"`. */
export function taking(options: string, role: Role = "text"): Record<string, Role> {
  return Object.fromEntries(options.split(", ").map((o) => [o, role]));
}

/** A subcommand that runs what follows it. */
export function running(entry: Omit<CommandSpec, "operands"> = {}, first: Role[] = []): CommandSpec {
  return { style: "posix", ...entry, operands: first.length > 0 ? { first, rest: "command" } : "command" };
}
