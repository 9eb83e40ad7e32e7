import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { taking, wrapper } from "./wrapper.js";

// Programs that run another with another view of the machine: chroot(8), unshare(1), nsenter(1), bwrap(1), …
export const programs: readonly ProgramSpec[] = [
  wrapper("chroot", { flags: ["--skip-chdir"], values: taking("--userspec, --groups, -u, -g, -G, -n") }, ["text"]),
  wrapper("unshare", {
    flags: "-f --fork, -r --map-root-user, -c --map-current-user, --map-auto, --keep-caps, --forward-signals".split(
      ", ",
    ),
    values: {
      ...taking(
        "--map-user, --map-group, --map-users, --map-groups, --propagation, --setgroups, -S --setuid, -G --setgid, --monotonic, --boottime, --owner",
      ),
      "-R --root": "cwd",
      "-w --wd": "cwd",
    },
    optional: taking(
      "-m --mount, -u --uts, -i --ipc, -n --net, -p --pid, -U --user, -C --cgroup, -T --time, --kill-child, --mount-proc, --mount-binfmt",
    ),
  }),
  wrapper("dbus-launch", {
    flags: [
      "--auto-syntax",
      "--binary-syntax",
      "--close-stderr",
      "--exit-with-session",
      "--exit-with-x11",
      "--sh-syntax",
    ],
    values: taking("--config-file, --autolaunch"),
  }),
  wrapper("flatpak-spawn", {
    flags: [
      "-v --verbose",
      "--host",
      "--clear-env",
      "--watch-bus",
      "--latest-version",
      "--no-network",
      "--sandbox",
      "--forward-fd",
    ],
    values: taking("--env, --env-fd, --unset-env, --sandbox-expose, --sandbox-expose-ro, --sandbox-flag"),
    optional: { "--directory": "cwd" },
  }),
  wrapper("nsenter", {
    flags: [
      "-a --all",
      "-F --no-fork",
      "-Z --follow-context",
      "-e --env",
      "--preserve-credentials",
      "-c --join-cgroup",
      "--keep-caps",
    ],
    values: taking("-t --target, -N --net-socket"),
    optional: {
      ...taking("-m --mount, -u --uts, -i --ipc, -n --net, -p --pid, -U --user, -C --cgroup, -T --time, -r --root"),
      ...taking("-S --setuid, -G --setgid"),
      "-w --wd": "cwd",
      "-W --wdns": "cwd",
    },
  }),
  wrapper("fakeroot fakeroot-ng fakechroot pseudo", {
    flags: ["-u --unknown-is-real", "-v", "-h"],
    values: taking("-l --lib, -s -i, -b --fd-base, --faked, -e --environment, -d --elflib, -c --config-dir"),
  }),
  wrapper("proot", {
    flags: ["-0 --root-id", "-l --link2symlink", "-v"],
    values: {
      ...taking("-b --bind -m --mount, -q --qemu, -k --kernel-release, -i --change-id, -S, -R"),
      "-r --rootfs": "cwd",
      "-w --cwd --pwd": "cwd",
    },
  }),
  {
    names: ["firejail", "bwrap", "nsjail", "minijail0", "sandbox-exec", "systemd-nspawn"],
    style: "words",
    handler: "sandbox",
    mutates: false,
  },
  wrapper("setarch linux32 linux64 i386 x86_64", {
    flags:
      "-B --32bit, -F --fdpic-funcptrs, -I --short-inode, -L --addr-compat-layout, -R --addr-no-randomize, -S --whole-seconds, -T --sticky-timeouts, -X --read-implies-exec, -Z --mmap-page-zero, -3 --3gb, --4gb, --uname-2.6, -v --verbose".split(
        ", ",
      ),
  }),
  {
    names: ["arch"],
    style: "posix",
    flags: ["-arm64", "-arm64e", "-x86_64", "-i386", "-32", "-64", "-h", "-c"],
    values: taking("-arch, -d, -e"),
    operands: "command",
    mutates: false,
  },
];

// How many words each option takes where they stand apart: bwrap(1); the others attach theirs with `=`.
const TAKES_TWO =
  "--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --symlink --setenv --file --bind-data --ro-bind-data --chmod --overlay";
const TAKES_ONE =
  "--proc --dev --tmpfs --mqueue --dir --remount-ro --chdir --unsetenv --lock-file --sync-fd --uid --gid --hostname --cap-add --cap-drop --seccomp --exec-label --file-label --userns --userns2 --pidns --block-fd --info-fd --json-status-fd --argv0 --size --perms --overlay-src --tmp-overlay -f -p -D -n -u -g -c -C -R -B -T -M -t -E -e";
const SANDBOX: ReadonlyMap<string, number> = new Map([
  ...TAKES_TWO.split(" ").map((option): [string, number] => [option, 2]),
  ...TAKES_ONE.split(" ").map((option): [string, number] => [option, 1]),
]);

const sandbox: Handler = (inv, out) => {
  const words = inv.words.slice(1);
  for (let i = 0; i < words.length; i++) {
    const text = words[i]?.text ?? "";
    if (text === "--") return out.command(words.slice(i + 1));
    if (!text.startsWith("-")) return out.command(words.slice(i));
    i += SANDBOX.get(text) ?? 0;
  }
};

export const handlers: Readonly<Record<string, Handler>> = { sandbox };
