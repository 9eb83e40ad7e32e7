import type { Emitter, Handler, Invocation } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Sources: useradd(8), usermod(8), userdel(8), groupdel(8), passwd(1), chpasswd(8), gpasswd(1), vipw(8),
// adduser(8), dscl(1), sysadminctl(8), net user (Windows), pw(8).

const accounts = "system/accounts";
const privileged = "permission/privileged-group";
/** Membership that makes root of its holder at once. */
const POWERFUL = /^(?:sudo|wheel|admin|root|shadow|disk|adm-root)$/;

export const programs: readonly ProgramSpec[] = [
  {
    names: ["userdel", "groupdel", "deluser", "delgroup", "rmuser"],
    flags: [
      "-f --force",
      "-r --remove",
      "-Z --selinux-user",
      "--remove-home",
      "--remove-all-files",
      "--system",
      "--group",
    ],
    values: { "-R --root": "text", "-P --prefix": "text", "--backup-to": "text", "--conf": "text" },
    forms: [{ act: accounts }],
    mutates: true,
  },
  {
    names: ["usermod"],
    flags: ["-a --append", "-L --lock", "-m --move-home", "-o --non-unique", "-U --unlock", "-r --remove"],
    values: {
      "-c --comment": "text",
      "-d --home": "text",
      "-e --expiredate": "text",
      "-f --inactive": "text",
      "-g --gid": "text",
      "-G --groups": "text",
      "-l --login": "text",
      "-p --password": "text",
      "-s --shell": "text",
      "-u --uid": "text",
      "-R --root": "text",
      "-v --add-subuids": "text",
      "-w --add-subgids": "text",
    },
    mutates: true,
    handler: "usermod",
  },
  {
    names: ["useradd"],
    flags: [
      "-m --create-home",
      "-M --no-create-home",
      "-r --system",
      "-N --no-user-group",
      "-U --user-group",
      "-o --non-unique",
      "-D --defaults",
    ],
    values: {
      "-b --base-dir": "text",
      "-c --comment": "text",
      "-d --home-dir": "text",
      "-e --expiredate": "text",
      "-f --inactive": "text",
      "-g --gid": "text",
      "-G --groups": "text",
      "-k --skel": "text",
      "-K --key": "text",
      "-p --password": "text",
      "-s --shell": "text",
      "-u --uid": "text",
    },
    mutates: true,
    handler: "useradd",
  },
  { names: ["adduser", "addgroup"], style: "words", mutates: true, handler: "adduser" },
  {
    names: ["groupmod", "groupadd"],
    flags: ["-o --non-unique", "-r --system", "-f --force"],
    values: { "-g --gid": "text", "-n --new-name": "text", "-p --password": "text" },
    forms: [
      { when: { value: { "-n": ["*"] } }, act: accounts },
      { when: { value: { "-g": ["0"] } }, act: accounts },
    ],
    mutates: true,
  },
  {
    names: ["gpasswd"],
    flags: ["-r --remove-password", "-R --restrict"],
    values: { "-a --add": "text", "-d --delete": "text", "-A --administrators": "text", "-M --members": "text" },
    mutates: true,
    handler: "gpasswd",
  },
  {
    names: ["passwd"],
    flags: [
      "-a --all",
      "-d --delete",
      "-e --expire",
      "-k --keep-tokens",
      "-l --lock",
      "-q --quiet",
      "-S --status",
      "-u --unlock",
      "--stdin",
    ],
    values: { "-i --inactive": "text", "-n --mindays": "text", "-w --warndays": "text", "-x --maxdays": "text" },
    forms: [{ when: { any: ["-S", "-a"] }, harmless: true }, { act: accounts }],
    mutates: true,
  },
  {
    names: ["chpasswd", "chgpasswd", "newusers", "vipw", "vigr", "pwunconv", "grpunconv"],
    mutates: true,
    forms: [{ act: accounts }],
  },
  {
    names: ["chage"],
    flags: ["-l --list"],
    values: { "-E --expiredate": "text", "-d --lastday": "text", "-I --inactive": "text", "-M --maxdays": "text" },
    forms: [
      { when: { has: ["-l"] }, harmless: true },
      { when: { any: ["-E", "-I"] }, act: accounts },
    ],
    mutates: true,
  },
  {
    names: ["chsh", "chfn"],
    values: { "-s --shell": "text", "-R --root": "text", "-f": "text" },
    forms: [
      { when: { operand: ["root"] }, act: accounts },
      { when: { value: { "-s": ["*nologin", "*/false"] } }, act: accounts },
      // A shell that no package put there.
      {
        when: { value: { "-s": ["/tmp/*", "/var/tmp/*", "/dev/shm/*", "/home/*", "/Users/*", "./*", "~*"] } },
        act: "persistence/shell-startup",
      },
    ],
    mutates: true,
  },
  {
    names: ["pw"],
    style: "words",
    forms: [{ when: { operand: ["userdel", "groupdel", "lock"] }, act: accounts }],
    mutates: "unknown",
  },
  {
    names: ["dscl"],
    style: "words",
    forms: [
      { when: { operand: ["-delete", "delete", "-passwd", "passwd"] }, act: accounts },
      { when: { operand: ["-append", "append", "-merge"], min: 1 }, act: privileged },
    ],
    mutates: "unknown",
  },
  {
    names: ["sysadminctl"],
    style: "words",
    forms: [{ when: { operand: ["-deleteUser", "-resetPasswordFor", "-secureTokenOff"] }, act: accounts }],
    mutates: "unknown",
  },
  {
    names: ["dseditgroup"],
    style: "words",
    forms: [{ when: { operand: ["admin", "wheel"] }, act: privileged }],
    mutates: "unknown",
  },
  { names: ["net", "net.exe"], style: "words", mutates: "unknown", handler: "net-user" },
  {
    names: ["getent"],
    flags: ["-i --no-idn"],
    values: { "-s --service": "text" },
    forms: [{ when: { operand: ["shadow", "gshadow"] }, act: "secrets/credential-store" }],
    mutates: false,
  },
  { names: ["lastlog", "finger"], mutates: false },
];

const listed = (text: string | undefined): string[] => (text ?? "").split(",").filter((name) => name !== "");

function joins(groups: readonly string[], inv: Invocation, out: Emitter): void {
  if (groups.some((g) => POWERFUL.test(g))) out.act(privileged, inv.operands.map((w) => w.text).join(" "));
}

export const handlers: Readonly<Record<string, Handler>> = {
  usermod(inv, out) {
    const groups = [...listed(inv.value("-G")?.text), ...listed(inv.value("-g")?.text)];
    joins(groups, inv, out);
    const who = inv.operands.map((w) => w.text).join(" ");
    const shell = inv.value("-s")?.text ?? "";
    const loses =
      inv.has("-L", "-e", "-p", "-l", "-u", "-r") ||
      (inv.has("-G") && !inv.has("-a")) ||
      /(?:nologin|false)$/.test(shell);
    if (loses) out.act(accounts, who);
  },
  useradd(inv, out) {
    joins([...listed(inv.value("-G")?.text), ...listed(inv.value("-g")?.text)], inv, out);
    if (/^0+$/.test(inv.value("-u")?.text ?? "")) out.act(privileged, inv.operands.map((w) => w.text).join(" "));
  },
  adduser(inv, out) {
    const words = inv.operands.map((w) => w.text);
    const names = words.filter((w) => !w.startsWith("-"));
    const group = words.findIndex((w) => w === "-G" || w === "--ingroup");
    joins([...(names.length >= 2 ? names.slice(1) : []), ...(group >= 0 ? listed(words[group + 1]) : [])], inv, out);
  },
  gpasswd(inv, out) {
    const group = inv.operands.map((w) => w.text);
    if (inv.has("-a", "-M", "-A")) joins(group, inv, out);
    else if (inv.has("-d", "-r") && group.some((g) => POWERFUL.test(g))) out.act(accounts, group.join(" "));
  },
  "net-user"(inv, out) {
    const words = inv.operands.map((w) => w.text.toLowerCase());
    const [area, ...rest] = words;
    if (area === "user" && rest.some((w) => w === "/delete" || w === "/active:no")) out.act(accounts, rest[0]);
    if (area === "localgroup" && rest[0] === "administrators" && rest.includes("/add")) out.act(privileged, rest[1]);
    if (area === "stop") out.act("system/services", rest[0]);
  },
};
