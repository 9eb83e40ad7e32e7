import { plainWord, type Word } from "../word.js";
import { makeRecipes, namedTasks } from "./build-files.js";
import type { Handler } from "./emit.js";
import { flags } from "./entry.js";
import { releaseScript } from "./packages-run.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { unreadFile } from "./unread.js";
import { taking } from "./wrapper.js";

// Package managers of operating systems (apt 3, dpkg, dnf 5, rpm, pacman 7, apk, zypper, Homebrew, snap, Flatpak, Nix)
// and programs that run a project's own recipes (make, CMake, just, Task, Ninja, Bazel).

const local: CommandSpec = { mutates: true, network: true };
/** A package that is named as a file or an address brings scripts of its own, which run as root. */
const installs: CommandSpec = { ...local, handler: "package-files" };
const looks: CommandSpec = { mutates: false };
const removes: CommandSpec = {
  flags: flags(
    "-y --yes --assume-yes --assumeyes, --purge, --auto-remove --autoremove, --allow-remove-essential, --force-yes, -q --quiet, --nodeps, -f --force --ignore-dependencies, --zap",
  ),
  values: taking("-o --option, -c --config-file, -t --target-release"),
  dry: ["-s --simulate --dry-run --just-print --no-act --recon --test --assumeno"],
  mutates: true,
  handler: "system-removal",
};

export const systemPackages: readonly ProgramSpec[] = [
  {
    names: ["apt", "apt-get", "aptitude", "nala"],
    flags: flags("-y --yes --assume-yes, -q --quiet, --no-install-recommends, -f --fix-broken, -V"),
    values: taking("-o --option, -c --config-file, -t --target-release"),
    dry: ["-s --simulate --dry-run --just-print --no-act --recon"],
    subcommands: {
      "remove purge autoremove autopurge": removes,
      install: installs,
      "update upgrade dist-upgrade full-upgrade build-dep clean autoclean source download edit-sources satisfy mark":
        local,
      "list search show policy depends rdepends changelog check moo help": looks,
    },
  },
  {
    names: ["dpkg", "rpm", "pacman", "yay", "paru"],
    style: "gnu",
    handler: "flag-removal",
    flags: flags(
      "-r --remove --erase, -P --purge, -i --install, -e, -R, -S --sync, -U --upgrade, -Q --query, -q --quiet, -l --list, -L, -s, -d, -c, -n, -u, -y, -v, --nodeps, --noconfirm",
    ),
    optional: taking("--force-all, --force-remove-essential, --force-depends"),
    dry: ["--test --simulate --no-act --dry-run --print"],
    forms: [
      {
        when: {
          any: ["-l", "-L", "-s", "-Q", "-q"],
          none: ["-r", "-P", "-i", "-e", "-R", "-U", "-u", "-y", "--force-all", "--force-depends"],
        },
        mutates: false,
      },
    ],
    mutates: "unknown",
  },
  {
    names: ["yum", "dnf", "dnf5", "microdnf", "zypper", "apk", "xbps-remove", "emerge", "pkg", "pkgin", "opkg", "tdnf"],
    flags: flags("-y --assumeyes, -q --quiet, -n --non-interactive, -C, --no-cache, -U"),
    subcommands: {
      "remove rm erase del delete autoremove uninstall": removes,
      "install in add localinstall reinstall update upgrade": installs,
      "up dup groupinstall downgrade makecache refresh clean module": local,
      "list search info se if repolist provides history check": looks,
    },
    mutates: "unknown",
  },
  {
    names: ["brew"],
    subcommands: {
      "exec sh": { style: "posix", mutates: "unknown" },
      "uninstall remove rm": removes,
      "install upgrade update reinstall link unlink tap untap cleanup autoremove bundle services pin unpin": local,
      "list ls search info deps uses outdated doctor config home desc leaves --prefix --version": looks,
    },
  },
  {
    names: ["snap", "flatpak", "winget", "scoop", "port", "nix-env", "nix-channel"],
    mutates: "unknown",
    network: true,
  },
  {
    names: ["make", "gmake", "bmake"],
    flags: flags(
      "-B --always-make, -d, -e, -i --ignore-errors, -k --keep-going, -q --question, -r, -R, -s --silent, -S, -t --touch, -w",
    ),
    values: {
      "-C --directory": "cwd",
      "-f --file --makefile": "read",
      ...taking("-I --include-dir, -o --old-file, -W --what-if, --eval -E"),
    },
    optional: taking("-j --jobs, -l --load-average, -O --output-sync, --debug"),
    dry: ["-n --just-print --dry-run --recon", "-p --print-data-base"],
    handler: "make",
    mutates: "unknown",
  },
  {
    names: ["just", "task", "go-task"],
    values: {
      "-d --working-directory --dir": "cwd",
      "-f --justfile": "read",
      "-t --taskfile": "read",
      ...taking("--set, --shell, --dotenv-path"),
    },
    dry: ["-n --dry-run --dry", "-l --list", "--summary", "--evaluate"],
    handler: "named-tasks",
    mutates: "unknown",
  },
  { names: ["apt-cache", "apt-file", "apt-rdepends", "dpkg-query", "pkg-config"], mutates: false },
  {
    names: ["cmake"],
    style: "words",
    handler: "cmake",
    forms: [{ when: { operand: ["--version", "-version", "/V", "--help"], max: 1 }, harmless: true }],
    mutates: "unknown",
  },
  {
    names: [
      "ninja",
      "meson",
      "bazel",
      "bazelisk",
      "ant",
      "turbo",
      "tox",
      "doit",
      "earthly",
      "dagger",
      "moon",
      "wireit",
      "mage",
      "buck2",
      "pants",
      "please",
    ],
    handler: "targets",
    mutates: "unknown",
  },
  // Their files are programs.
  {
    names: ["scons", "nox", "invoke", "inv"],
    language: "python",
    executes: ["SConstruct", "noxfile.py", "tasks.py"],
    handler: "targets",
    mutates: "unknown",
  },
  {
    names: ["gulp", "grunt"],
    language: "javascript",
    executes: ["gulpfile.js", "gulpfile.mjs", "Gruntfile.js"],
    handler: "targets",
    mutates: "unknown",
  },
];

/** Packages without which the system does not start, log in, or install anything. */
const ESSENTIAL =
  /^(?:libc6|libc-bin|glibc|musl|libgcc.*|libstdc\+\+6|coreutils|busybox|bash|dash|dpkg|apt|rpm|dnf|yum|pacman|apk-tools|zypper|systemd(?:-sysv)?|init|sysvinit.*|openrc|util-linux|mount|login|passwd|base-files|base-passwd|base|filesystem|setup|shadow|shadow-utils|sudo|grub.*|linux|linux-image.*|linux-generic|kernel(?:-core|-modules)?|initramfs-tools|dracut|perl-base|python3-minimal|libpam.*|pam|openssl|libssl[\d.]*|zlib1g|libsystemd0|udev|network-manager|NetworkManager|openssh-server|netbase|e2fsprogs|tar|gzip|grep|sed|findutils|debianutils|hostname|procps.*|bsdutils)(?::\w+|=.*)?$/;

/** `$(brew list)`: whatever is installed, with nothing picked from it. */
function isWholeList(word: Word): boolean {
  return (
    !word.known &&
    /\b(?:brew (?:list|leaves|ls)|dpkg (?:-l|--get-selections)|dpkg-query|apt(?:-cache)? (?:list|pkgnames)|rpm -qa|pacman -Q|apk info)\b/.test(
      word.text,
    ) &&
    !/grep|awk\s+['"][^'"]*\/|head|tail|-Qdt|-Qtd|rc\b/.test(word.text)
  );
}

const removal: Handler = (inv, out) => {
  const all = inv.operands.some((w) => w.glob || w.text === "*" || w.text === ".*" || isWholeList(w));
  const essential = inv.operands.find((w) => ESSENTIAL.test(w.text));
  if (essential || all || inv.has("--allow-remove-essential", "--force-all", "--force-remove-essential"))
    out.act("system/break-libraries", essential?.text ?? inv.operands[0]?.text);
  for (const word of inv.operands) if (word.text === "bailiff") out.act("tamper/guard-package", `${inv.name} bailiff`);
};

/** Removal by an option: `dpkg -P`, `rpm -e`, `pacman -Rdd`. */
const flagRemoval: Handler = (inv, out) => {
  if (inv.has("-i", "-U")) for (const word of inv.operands) unreadFile(word, out);
  const takes = inv.name === "dpkg" ? ["-r", "-P"] : inv.name === "rpm" ? ["-e", "-r"] : ["-R", "-r"];
  if (inv.has(...takes)) removal(inv, out);
};

/** `-c` may also be what `--shell-arg` hands to a shell. */
function isCommandOption(word: Word, at: number, words: readonly Word[]): boolean {
  return word.text === "--command" || (word.text === "-c" && words[at - 1]?.text !== "--shell-arg");
}

/** Recipes of a makefile on the input, and targets that leave the machine. */
const make: Handler = (inv, out) => {
  const fromInput = /^(?:-|\/dev\/stdin)$/.test(inv.value("-f")?.text ?? "");
  if (fromInput && inv.stdin?.kind === "pipe")
    out.effect({ kind: "opaque", class: "stdin-code", origin: inv.stdin.taint, source: "| make -f -" });
  makeRecipes(inv, out);
  // The shell of the recipes is a program that runs.
  for (const word of inv.operands) {
    const shell = /^(?:SHELL|MAKESHELL)=(.*)$/s.exec(word.text)?.[1]?.trim();
    if (shell && /\s/.test(shell)) out.code("sh", { ...word, text: shell }, { via: "make", certainty: "possible" });
  }
  for (const text of inv.values("--eval")) {
    const recipe = /\$\(shell\s+([^)]*)\)|[;\t]\s*(.*)$/.exec(text.text);
    const code = recipe?.[1] ?? recipe?.[2];
    if (code) out.code("sh", { ...text, text: code }, { via: "make" });
  }
  targets(inv, out);
};

const targets: Handler = (inv, out) => {
  for (const word of inv.operands) releaseScript(word, out);
};

const TOOLS: Readonly<Record<string, readonly string[]>> = {
  rm: ["rm"],
  remove: ["rm"],
  remove_directory: ["rm", "-r"],
  copy: ["cp"],
  copy_directory: ["cp", "-r"],
  copy_if_different: ["cp"],
  rename: ["mv"],
  touch: ["touch"],
  make_directory: ["mkdir", "-p"],
  create_symlink: ["ln", "-s"],
  create_hardlink: ["ln"],
  cat: ["cat"],
  env: ["env"],
  time: ["time"],
  tar: ["tar"],
};

/** `cmake -E tool`, `cmake -P script`: CMake's own small tools are the usual ones by other names. */
const cmake: Handler = (inv, out) => {
  const words = inv.operands;
  const at = words.findIndex((w) => w.text === "-E");
  const script = words.findIndex((w) => w.text === "-P");
  if (script >= 0 && at < 0 && words[script + 1])
    out.effect({ kind: "read", path: out.path(words[script + 1] as Word), how: "execute" });
  if (at < 0) return;
  const tool = words[at + 1]?.text ?? "";
  const rest = words.slice(at + 2);
  const [first, ...others] = rest;
  if (tool === "chdir" && first) out.command(others, { cwd: out.path(first).abs });
  else if (Object.hasOwn(TOOLS, tool))
    out.command([...(TOOLS[tool] ?? []).map(plainWord), ...rest], { via: "cmake -E" });
};

export const systemHandlers: Readonly<Record<string, Handler>> = {
  "package-files"(inv, out) {
    for (const word of inv.operands) unreadFile(word, out);
  },
  "system-removal": removal,
  "flag-removal": flagRemoval,
  make,
  targets,
  "named-tasks": (inv, out) => {
    // `just --command program words`: everything after it is the command.
    const at = inv.name === "just" ? inv.words.findIndex(isCommandOption) : -1;
    if (at > 0 && at + 1 < inv.words.length) {
      out.command(inv.words.slice(at + 1), { via: "just --command" });
      return;
    }
    targets(inv, out);
    namedTasks(inv, out);
  },
  cmake,
};
