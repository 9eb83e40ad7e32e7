import { matchGlob } from "../call/glob.js";
import { isWithin } from "../call/path.js";

/**
 * Files that make something run by itself later.
 *
 * `shell` start-up files; `ssh` keys and settings; `autostart` entries and services; `cron` tables;
 * `git-hooks` and `git-config` of a repository; `git-global` and `package-global` settings of a
 * person; `system` directories and programs of the machine.
 */
export type Startup =
  | "shell"
  | "ssh"
  | "autostart"
  | "cron"
  | "git-hooks"
  | "git-config"
  | "git-global"
  | "package-global"
  | "system";

// Relative to a home directory. A name that ends in `/` stands for all below it.
const AT_HOME: readonly (readonly [Startup, readonly string[]])[] = [
  [
    "shell",
    [
      ".bashrc",
      ".bash_profile",
      ".bash_login",
      ".bash_logout",
      ".bash_aliases",
      ".bash_functions",
      ".bashrc.d/",
      ".profile",
      ".profile.d/",
      ".zshrc",
      ".zshenv",
      ".zprofile",
      ".zlogin",
      ".zlogout",
      ".zshrc.d/",
      ".zsh/",
      ".oh-my-zsh/",
      ".config/zsh/",
      ".config/fish/",
      ".config/nushell/",
      ".config/powershell/",
      ".config/bash/",
      ".config/environment.d/",
      ".kshrc",
      ".mkshrc",
      ".shrc",
      ".cshrc",
      ".tcshrc",
      ".login",
      ".logout",
      ".inputrc",
      ".pam_environment",
      ".xprofile",
      ".xinitrc",
      ".xsession",
      ".xsessionrc",
      ".config/direnv/direnvrc",
      ".direnvrc",
      // Interpreters, clients and editors that run what these say each time they start.
      ".pythonrc",
      ".pythonrc.py",
      ".pythonstartup",
      ".ipython/profile_default/",
      ".Rprofile",
      ".irbrc",
      ".pryrc",
      ".psqlrc",
      ".mongorc.js",
      ".mongoshrc.js",
      ".gdbinit",
      ".lldbinit",
      ".vimrc",
      ".vim/vimrc",
      ".vim/plugin/",
      ".vim/autoload/",
      ".vim/after/",
      ".config/nvim/init.lua",
      ".config/nvim/init.vim",
      ".config/nvim/plugin/",
      ".config/nvim/after/",
      ".emacs",
      ".emacs.d/init.el",
      ".config/emacs/init.el",
      ".tmux.conf",
      ".config/tmux/tmux.conf",
      ".screenrc",
      ".config/starship.toml",
      ".hgrc",
      ".config/hg/hgrc",
      ".sqliterc",
      ".pdbrc",
      ".jupyter/jupyter_notebook_config.py",
      ".jupyter/jupyter_server_config.py",
      ".docker/cli-plugins/",
    ],
  ],
  ["ssh", [".ssh/"]],
  [
    "autostart",
    [
      ".config/autostart/",
      ".config/autostart-scripts/",
      ".config/systemd/",
      ".local/share/systemd/",
      ".config/upstart/",
      ".config/plasma-workspace/env/",
      ".config/i3/",
      ".config/sway/",
      ".config/hypr/",
      ".config/xfce4/xinitrc",
      ".local/share/dbus-1/services/",
      "Library/LaunchAgents/",
      "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup/",
    ],
  ],
  ["git-global", [".gitconfig", ".config/git/config", ".config/git/hooks/", ".config/git/attributes"]],
  [
    "package-global",
    [
      ".npmrc",
      ".yarnrc",
      ".yarnrc.yml",
      ".pnpmrc",
      ".config/pnpm/rc",
      ".bunfig.toml",
      ".pip/pip.conf",
      ".config/pip/pip.conf",
      ".config/uv/uv.toml",
      ".pydistutils.cfg",
      ".cargo/config",
      ".cargo/config.toml",
      ".gemrc",
      ".bundle/config",
      ".m2/settings.xml",
      ".gradle/init.gradle",
      ".gradle/init.gradle.kts",
      ".gradle/init.d/",
      ".condarc",
      ".config/composer/config.json",
      ".composer/config.json",
    ],
  ],
];

/** In front of the system's own on the search path: programs that everything else calls by these names. */
const SHADOWS =
  /^(?:\.local\/bin|bin)\/(?:git|ssh|scp|sftp|sudo|su|doas|passwd|bash|sh|zsh|dash|env|ls|cat|cp|mv|rm|ps|kill|grep|find|sed|awk|curl|wget|gpg|ssh-add|ssh-agent|login|which|id|whoami)$/;

/** What every Python of the user runs first: site(1). */
const PYTHON_START = /^\.local\/lib\/python[\d.]+\/(?:site|dist)-packages\/(?:[^/]+\.pth|(?:site|user)customize\.py)$/;
const HOME = /^(?:\/(?:home|Users|var\/home)\/[^/]+|\/root|\/var\/root)\//;
const CRON = /^(?:\/etc\/(?:cron[^/]*|anacrontab)|\/var\/spool\/(?:cron|at|anacron)|\/usr\/lib\/cron)(?:\/|$)/;
const AUTOSTART =
  /^\/(?:etc\/(?:systemd|init\.d|init|rc\.local|rc\.d|rc[0-6S]\.d|xdg\/autostart|xdg\/systemd|inittab)|(?:usr\/)?lib\/systemd|usr\/local\/lib\/systemd|run\/systemd\/system|(?:System\/)?Library\/Launch(?:Daemons|Agents)|(?:System\/)?Library\/StartupItems)(?:\/|$)/;
const SHELL =
  /^\/etc\/(?:profile|profile\.d|bash\.bashrc|bashrc|bash\.bash_logout|zsh|zshrc|zshenv|zprofile|zlogin|csh\.[a-z]+|fish|environment|environment\.d|skel|inputrc|ld\.so\.preload)(?:\/|$)/;
const GIT_GLOBAL = /^\/(?:etc\/gitconfig|usr\/share\/git-core\/templates(?:\/|$)|usr\/local\/etc\/gitconfig)/;
// What /var, /opt and /srv hold is data and add-ons: ordinary places to deploy to.
const SYSTEM =
  /^\/(?:etc|usr|bin|sbin|lib|lib32|lib64|libx32|boot|efi|proc|sys(?!\/(?:class|devices)\/)|nix|snap|System|Library|private\/etc|opt\/homebrew|opt\/local|var\/lib\/(?:dpkg|apt|rpm|systemd|pacman)|mnt\/[a-z]\/Windows)(?:\/|$)/;
/** Everything that the patterns on the machine's own places name lies in one of these. */
const MACHINE =
  /^\/(?:etc|usr|bin|sbin|lib|lib32|lib64|libx32|boot|efi|proc|sys|nix|snap|run|var|opt|mnt|private|System|Library)(?:\/|$)/;
/** A process's own descriptors and weights, and limits of memory: gone with the next start. */
const PROC_FD =
  /^\/proc\/(?:(?:self|thread-self|\d+|⟦[^⟧]*⟧)\/(?:fd(?:\/|$)|(?:oom_score_adj|oom_adj|comm|coredump_filter|timerslack_ns)$)|sys\/vm\/)/;

/**
 * What a file makes run by itself, if anything; the first of the paths that tells.
 *
 * @param paths absolute and normalised, perhaps with wildcards
 */
export function startupOf(paths: readonly string[], home: string): Startup | undefined {
  for (const path of paths) {
    const found = one(path, home);
    if (found) return found;
  }
  return undefined;
}

function one(path: string, home: string): Startup | undefined {
  const git = inGit(path);
  if (git) return git;
  const relative = belowHome(path, home);
  if (relative !== undefined) {
    // What a search finds may lie right where it begins.
    const found = atHome(relative.replace(/^⟦found⟧\//, ""));
    if (found) return found;
    if (PYTHON_START.test(relative)) return "shell";
    if (SHADOWS.test(relative)) return "system";
  }
  if (!MACHINE.test(path)) return undefined;
  if (CRON.test(path)) return "cron";
  if (AUTOSTART.test(path)) return "autostart";
  if (SHELL.test(path)) return "shell";
  if (GIT_GLOBAL.test(path)) return "git-global";
  if (/^\/etc\/ssh(?:\/|$)/.test(path)) return "ssh";
  if (SYSTEM.test(path) && !PROC_FD.test(path)) return "system";
  return undefined;
}

/** Hooks and settings of a repository; `.git/info`, `.git/index` and the like are git's own business. */
function inGit(path: string): Startup | undefined {
  if (/[*?[]/.test(path)) return inGit(spelledOut(path));
  if (!path.includes(".git/")) return undefined;
  const rest = /\/\.git\/(?:modules\/.+?\/|worktrees\/[^/]+\/)?(.+)$/.exec(path)?.[1];
  if (rest === undefined) return undefined;
  if (rest === "hooks" || rest.startsWith("hooks/")) return "git-hooks";
  return rest === "config" || rest === "config.worktree" ? "git-config" : undefined;
}

/** A pattern that can mean `.git/hooks` or `.git/config`, written as that. */
function spelledOut(path: string): string {
  if (!path.includes("/.")) return "";
  const parts = path.split("/").map((part) => (/[*?[]/.test(part) ? part.replace(/\[[^\]]*\]/g, "?") : part));
  const means = (part: string | undefined, name: string): boolean =>
    part !== undefined && part[0] === name[0] && matchGlob(part, name);
  const at = parts.findIndex((part) => means(part, ".git"));
  const name = ["hooks", "config"].find((each) => means(parts[at + 1], each));
  if (at < 0 || name === undefined) return "";
  return [...parts.slice(0, at), ".git", name, ...parts.slice(at + 2).map((part) => part.replace(/[*?]/g, "x"))].join(
    "/",
  );
}

function belowHome(path: string, home: string): string | undefined {
  if (home !== "/" && isWithin(path, home)) return path.slice(home.length + 1);
  const match = HOME.exec(path);
  return match ? path.slice(match[0].length) : undefined;
}

const exact = new Map<string, Startup>();
const below: (readonly [string, Startup])[] = [];
for (const [kind, names] of AT_HOME) {
  for (const name of names) {
    if (name.endsWith("/")) below.push([name, kind]);
    else exact.set(name, kind);
  }
}

function atHome(relative: string): Startup | undefined {
  const found = exact.get(relative) ?? below.find(([dir]) => `${relative}/`.startsWith(dir))?.[1];
  if (found) return found === "ssh" && /^\.ssh\/known_hosts[^/]*$/.test(relative) ? undefined : found;
  if (!/[*?]/.test(relative) || /^\*/.test(relative)) return undefined;
  for (const [name, kind] of exact) if (matchGlob(relative, name)) return kind;
  return undefined;
}
