import type { GatekeeperSettings, RunCommand, UseLimit } from "./limits.js";
import { chooseMode, MODES } from "./mode.js";
import type { Policy, PolicyProblem, RegisteredProject, Settings } from "./policy.js";
import { type RoleSetting, resolveRoles, roleHolders, SHIPPED_ROLES } from "./roles.js";
import { UNTRUSTED } from "./untrusted.js";

type Note = (path: readonly (string | number)[], problem: Pick<PolicyProblem, "message" | "fix">) => void;

type ProcessLaw = Pick<
  Policy,
  | "modes"
  | "undeclaredTools"
  | "tools"
  | "roles"
  | "roleHolders"
  | "projects"
  | "neverExpose"
  | "maxDepth"
  | "limits"
  | "gatekeeper"
  | "runCommand"
>;

/** Whose settings they are, as far as it matters here. */
interface Whose {
  readonly layer: "shipped" | "user" | "project";
  readonly trusted: boolean;
}

/** Settings for the process and its callers, layer by layer: mode, tools, roles, projects, depth. */
export class ProcessSettings {
  private readonly modes: string[] = [];
  private undeclared: "allow" | "deny" | undefined;
  private readonly tools: Record<string, { mutates: boolean }> = Object.create(null);
  private roles: Record<string, RoleSetting> | undefined;
  private readonly projects = new Map<string, RegisteredProject>();
  private readonly neverExpose = new Set<string>();
  private depth: number | null | undefined;
  private readonly limits: UseLimit[] = [];
  private gatekeeper: GatekeeperSettings | undefined;
  private runCommand: RunCommand | undefined;

  /** What all layers together say; what none names is absent. */
  law(): ProcessLaw {
    return {
      ...(this.modes.length > 0 ? { modes: this.modes } : {}),
      ...(this.undeclared === undefined ? {} : { undeclaredTools: this.undeclared }),
      ...(Object.keys(this.tools).length > 0 ? { tools: { ...this.tools } } : {}),
      ...(this.roles
        ? {
            roles: resolveRoles({ ...SHIPPED_ROLES, ...this.roles }).roles,
            // What a file says goes before what is shipped.
            roleHolders: { ...roleHolders(SHIPPED_ROLES), ...roleHolders(this.roles) },
          }
        : {}),
      ...(this.projects.size > 0 ? { projects: [...this.projects.values()] } : {}),
      ...(this.neverExpose.size > 0 ? { neverExpose: [...this.neverExpose] } : {}),
      ...(this.depth === undefined ? {} : { maxDepth: this.depth }),
      ...(this.limits.length > 0 ? { limits: [...this.limits] } : {}),
      ...(this.gatekeeper ? { gatekeeper: this.gatekeeper } : {}),
      ...(this.runCommand === undefined ? {} : { runCommand: this.runCommand }),
    };
  }

  add(settings: Settings, { layer, trusted }: Whose, note: Note): void {
    const free = layer !== "project" || trusted;
    const loosens = (path: readonly (string | number)[], what: string): void =>
      note(path, { message: `${what} ${UNTRUSTED.message}`, fix: UNTRUSTED.fix });

    if (settings.mode !== undefined) {
      this.modes.push(settings.mode);
      const { problem } = chooseMode(undefined, [settings.mode]);
      if (problem !== undefined) note(["mode"], { message: problem, fix: `Choose one of ${MODES.join(", ")}.` });
    }
    for (const name of settings.never_expose_to_ai ?? []) this.neverExpose.add(name);

    const undeclared = settings.modes?.undeclared;
    if (undeclared === "allow" && !free) loosens(["modes", "undeclared"], "Letting undeclared tools through");
    else if (undeclared !== undefined) this.undeclared = undeclared;

    for (const [name, tool] of Object.entries(settings.tools ?? {})) {
      if (!tool.mutates && !free) loosens(["tools", name], `That \`${name}\` changes nothing`);
      else this.tools[name] = tool;
    }
    if (settings.roles) {
      if (free) this.addRoles(settings.roles, note);
      else loosens(["roles"], "Defining roles");
    }
    if (settings.projects) {
      if (free) for (const project of settings.projects) this.projects.set(project.name, registered(project));
      else loosens(["projects"], "Registering projects");
    }
    for (const { role, tools, per_minute = null, at_once = null } of settings.limits ?? []) {
      this.limits.push({ role, tools, per_minute, at_once });
    }
    if (settings.gatekeeper) {
      // It names a program to run or an address to send commands to: that is nothing for a clone to say.
      if (layer === "project") {
        note(["gatekeeper"], {
          message: "A project cannot set up the gatekeeper",
          fix: "Move it to the user's own policy.yaml.",
        });
      } else this.gatekeeper = { enabled: false, ...settings.gatekeeper };
    }
    const run = settings.approval?.run_command;
    if (run !== undefined) {
      if (free || ASKING.indexOf(run) >= ASKING.indexOf(this.runCommand ?? "off")) this.runCommand = run;
      else loosens(["approval", "run_command"], "Asking less often");
    }
    const depth = settings.max_depth;
    if (depth === undefined) return;
    if (free || deeper(this.depth === undefined ? DEPTH : this.depth, depth)) this.depth = depth;
    else loosens(["max_depth"], "A greater depth of delegation");
  }

  private addRoles(roles: NonNullable<Settings["roles"]>, note: Note): void {
    this.roles = { ...this.roles, ...roles };
    if (roles.human?.agents) {
      note(["roles", "human", "agents"], {
        message: "No agent has the role `human`: it is a person's at a terminal",
        fix: "Remove the line, or name another role.",
      });
    }
    for (const { role, message } of resolveRoles({ ...SHIPPED_ROLES, ...this.roles }).problems) {
      note(["roles", role], {
        message: `The role \`${role}\` ${message}; until then it allows nothing`,
        fix: "Let `inherits` name a role that stands by itself, or remove it.",
      });
    }
  }
}

/** From the least to the most questions. */
const ASKING: readonly RunCommand[] = ["off", "unmatched", "always"];

/** Levels that may run where no file says otherwise. */
const DEPTH = 3;

/** Whether a limit is at most another; null is none. */
function deeper(now: number | null, wanted: number | null): boolean {
  return wanted !== null && (now === null || wanted <= now);
}

function registered({ name, path, write, no_delete }: NonNullable<Settings["projects"]>[number]): RegisteredProject {
  return { name, path, write: write ?? true, no_delete: no_delete ?? false };
}
