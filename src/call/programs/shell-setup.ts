import { deedsOf } from "./deed-table.js";
import type { Handler } from "./emit.js";
import { deed } from "./infra-shape.js";
import type { ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Programs that write the user's shell start-up files or autostart entries by themselves: conda(1), micromamba,
// pipx(1), opam(1), rbenv(1) 1.3, coursier, volta, proto, GHCup, fisher, Oh My Zsh; and the service
// installers of what stays behind (cloudflared, ngrok, runners).

const SHELL = "persistence/shell-startup";
const AUTOSTART = "persistence/autostart";

/** Dotfile managers lay start-up files over the home; looking at what would change passes. */
const dotfiles: readonly ProgramSpec[] = [
  {
    names: ["chezmoi"],
    dry: ["-n --dry-run"],
    flags: ["-v --verbose", "--apply", "--force"],
    subcommands: {
      "apply update": { mutates: true, forms: [{ act: SHELL }] },
      init: { mutates: true, forms: [{ when: { has: ["--apply"] }, act: SHELL }] },
    },
    mutates: "unknown",
  },
  {
    names: ["stow", "xstow"],
    dry: ["-n --no --simulate"],
    values: taking("-t --target, -d --dir, --ignore, --override"),
    flags: ["-v --verbose", "-D --delete", "-R --restow", "-S --stow", "--adopt"],
    forms: [{ when: { value: { "-t": ["~", "~/", "/home/*", "/Users/*", "*HOME*"] }, min: 1 }, act: SHELL }],
    mutates: true,
  },
  deedsOf("home-manager", { switch: SHELL }, { dry: ["-n --dry-run"] }),
  deedsOf("nixos-rebuild darwin-rebuild", { "switch|boot|test": "persistence/system" }),
];

export const programs: readonly ProgramSpec[] = [
  {
    names: ["conda", "mamba", "micromamba"],
    subcommands: {
      init: {
        mutates: true,
        dry: ["-d --dry-run"],
        flags: ["--all", "-v --verbose", "--user", "--system", "-q --quiet", "--json"],
        forms: [{ act: SHELL }],
      },
      shell: { subcommands: { init: { ...deed(SHELL), values: taking("-s --shell, -p --prefix, -r --root-prefix") } } },
    },
    mutates: "unknown",
  },
  // With a dash it prints what it otherwise writes.
  {
    names: ["rbenv"],
    subcommands: { init: { mutates: true, forms: [{ when: { noOperand: ["-"] }, act: SHELL }] } },
  },
  {
    names: ["opam"],
    flags: ["-a --auto-setup", "--shell-setup", "--enable-shell-hook", "-n --no-setup", "--reinit"],
    subcommands: {
      init: { mutates: true, forms: [{ when: { any: ["-a", "--shell-setup", "--enable-shell-hook"] }, act: SHELL }] },
    },
  },
  deedsOf("coursier cs volta proto", { setup: SHELL }),
  deedsOf("pkgx", { integrate: SHELL }, { dry: ["-n --dry-run"] }),
  deedsOf("fisher omf", { "install|i": SHELL }),
  deedsOf("omz", { "plugin enable|disable": SHELL, "theme set": SHELL }),
  deedsOf("fish_add_path", {}, { forms: [{ when: { min: 1 }, act: SHELL }] }),
  ...dotfiles,
  deedsOf("ngrok telegraf gitlab-runner", { "service install": AUTOSTART }),
  deedsOf("gitlab-runner nebula telegraf filebeat-service", { install: AUTOSTART }),
  deedsOf("code code-insiders code-server", { "tunnel service install": AUTOSTART }),
];

export const handlers: Readonly<Record<string, Handler>> = {};
