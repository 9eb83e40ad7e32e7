import { plainWord } from "../word.js";
import type { Handler } from "./emit.js";
import { joinWords } from "./join.js";
import type { ProgramSpec } from "./spec.js";
import { stdinCode } from "./stdin.js";
import { taking, wrapper } from "./wrapper.js";

// Programs that run another as somebody else: sudo(8) 1.9, doas(1), su(1) and runuser(1) of util-linux 2.39, …
export const programs: readonly ProgramSpec[] = [
  wrapper("sudo", {
    flags:
      "-A --askpass, -B --bell, -b --background, -E, -e --edit, -H --set-home, -i --login, -K --remove-timestamp, -k --reset-timestamp, -l --list, -N --no-update, -n --non-interactive, -P --preserve-groups, -S --stdin, -s --shell, -V --version, -v --validate".split(
        ", ",
      ),
    values: {
      ...taking(
        "-u --user, -g --group, -h --host, -p --prompt, -C --close-from, -r --role, -t --type, -T --command-timeout, -U --other-user, -a --auth-type, -c --login-class",
      ),
      "-D --chdir": "cwd",
      "-R --chroot": "cwd",
    },
    optional: { "--preserve-env": "text" },
    assignments: true,
    forms: [{ when: { any: ["-l"] }, harmless: true }],
    handler: "sudo",
  }),
  { names: ["sudoedit"], operands: "inplace", mutates: true },
  wrapper("doas", { flags: ["-L", "-n", "-s"], values: taking("-u, -a, -C"), handler: "sudo" }),
  wrapper("pkexec", { flags: ["--disable-internal-agent", "--keep-cwd"], values: taking("-u --user") }),
  wrapper("run0", {
    flags: ["--no-ask-password", "--pipe", "--pty", "--via-shell", "--lightweight"],
    values: {
      ...taking(
        "-u --user, -g --group, --nice, --unit, --property, --description, --slice, --setenv, --background, --machine",
      ),
      "-D --chdir": "cwd",
    },
    assignments: true,
  }),
  {
    names: ["su"],
    flags: ["-l --login", "-f --fast", "-m -p --preserve-environment", "-P --pty", "-T --no-pty"],
    values: {
      ...taking("-g --group, -G --supp-group, -s --shell, -w --whitelist-environment"),
      "-c --command --session-command": "sh",
    },
    handler: "su",
    mutates: false,
  },
  {
    names: ["runuser"],
    style: "posix",
    flags: ["-l --login", "-f --fast", "-m -p --preserve-environment", "-P --pty", "-T --no-pty"],
    values: {
      ...taking("-u --user, -g --group, -G --supp-group, -s --shell, -w --whitelist-environment"),
      "-c --command --session-command": "sh",
    },
    handler: "runuser",
    mutates: false,
  },
  { names: ["sg", "newgrp"], style: "words", handler: "sg", mutates: false },
  wrapper("gosu su-exec s6-setuidgid setuidgid", {}, ["text"]),
  wrapper("setpriv", {
    flags: ["--clear-groups", "--keep-groups", "--init-groups", "--no-new-privs", "--nnp", "--reset-env", "-d --dump"],
    values: taking(
      "--reuid --ruid --euid, --regid --rgid --egid, --groups, --inh-caps, --ambient-caps, --bounding-set, --securebits, --pdeathsig, --selinux-label, --apparmor-profile, --ptracer, --landlock-access, --landlock-rule, --seccomp-filter",
    ),
  }),
  { names: ["capsh"], style: "posix", handler: "capsh", mutates: false },
];

/** A shell is started without a command: what stands on the input is its code. */
const sudo: Handler = (inv, out) => {
  if (inv.has("-e"))
    for (const word of inv.operands) out.effect({ kind: "write", path: out.path(word), how: "inplace" });
  else if (inv.operands.length === 0 && inv.has("-s", "-i")) stdinCode("sh", inv, out);
};

const su: Handler = (inv, out) => {
  if (inv.has("-c")) return;
  // `su -- user -c code`: after `--` the option is an operand for the user's shell.
  const at = inv.operands.findIndex((w) => /^-[a-z]*c$|^--command$/.test(w.text));
  const code = at < 0 ? undefined : inv.operands[at + 1];
  if (code) out.code("sh", code, { via: `${inv.name} -c` });
  else stdinCode("sh", inv, out);
};

const runuser: Handler = (inv, out) => {
  if (inv.has("-u") && !inv.has("-c")) {
    if (inv.operands.length > 0) out.command(inv.operands);
    else stdinCode("sh", inv, out);
  } else su(inv, out);
};

const sg: Handler = (inv, out) => {
  const words = inv.words.slice(1).filter((w) => w.text !== "-" && w.text !== "-l");
  const code = words.slice(1).filter((w) => w.text !== "-c");
  if (code.length > 0) out.code("sh", joinWords(code), { via: `${inv.name} -c` });
};

/** capsh(1): what follows `--` are a shell's arguments. */
const capsh: Handler = (inv, out) => {
  const words = inv.words.slice(1);
  const at = words.findIndex((w) => w.text === "--");
  if (at >= 0) out.command([plainWord("bash"), ...words.slice(at + 1)]);
};

export const handlers: Readonly<Record<string, Handler>> = { sudo, su, runuser, sg, capsh };
