import type { PathRef } from "../../call/effect.js";
import { knownBase } from "../../call/path.js";
import type { Case } from "../case.js";
import { inThrowaway } from "../flow.js";
import { grants } from "../modes.js";
import type { Place } from "../places.js";
import type { Change, Of } from "../sorted-effects.js";
import type { Family, FamilyRow, Hit } from "./family.js";

type Deed = Omit<FamilyRow, "preset" | "severity"> & Partial<Pick<FamilyRow, "preset" | "severity">>;
const row = (deed: Deed): FamilyRow => ({ preset: "standard", severity: "deny", ...deed });

export const permission: Family = {
  name: "permission",
  summary:
    "Who may do what: world-writable or recursive changes of mode and owner on system and home trees, setuid programs, sudoers, access lists and capabilities that open things up. Ordinary modes inside the project are let through.",
  rows: [
    row({
      id: "permission/world-writable",
      message: "This lets every user of the machine write to a system or home path.",
      suggestion:
        "Give the one user or group that needs it the narrowest mode, inside the project (`chmod 755 build/tool`), or ask the user.",
      examples: {
        match: ["chmod 777 /etc/passwd", "chmod o+w ~", "chmod -R a+w /usr"],
        not_match: ["chmod 755 build/tool", "chmod 777 /tmp/scratch", "chmod 600 ~/.ssh/id_rsa"],
      },
    }),
    row({
      id: "permission/recursive",
      message: "This changes modes or owners all over a system or home tree, which breaks logins and programs.",
      suggestion: "Name the files inside the project that need it (`chmod -R 755 dist`), or ask the user.",
      examples: {
        match: ["chmod -R 755 /", "chown -R dev /usr", "chmod -R 600 ~", "chgrp -R staff /usr/lib"],
        not_match: ["chmod -R 755 dist", "chown -R dev:dev dist", "chown -R dev ~/.npm"],
      },
    }),
    row({
      id: "permission/setuid",
      message: "A setuid or setgid program runs with its owner's rights, whoever starts it.",
      suggestion: "Use an ordinary mode (`chmod 755 build/tool`) and let the user start it with the rights it needs.",
      examples: {
        match: ["chmod u+s /bin/bash", "chmod 4755 build/tool", "chmod 6755 /usr/local/bin/run"],
        not_match: ["chmod 755 build/tool", "chmod g+s shared/", "find / -perm -4000"],
      },
    }),
    row({
      id: "permission/sudoers",
      message: "This changes who may act as root.",
      suggestion: "Check a file with `visudo -cf ./sudoers.d/app` and ask the user to install it.",
      examples: {
        match: ["sudo visudo", "echo 'dev ALL=(ALL) NOPASSWD:ALL' >> /etc/sudoers", "chmod 666 /etc/sudoers"],
        not_match: ["visudo -c", "sudo -l", "ls -l /etc/sudoers"],
      },
    }),
    row({
      id: "permission/privileged-group",
      message: "This gives an account the rights of root.",
      suggestion: "Ask the user to do this; `id` shows the groups there are.",
      examples: {
        match: ["usermod -aG sudo dev", "adduser dev sudo", "useradd -o -u 0 toor"],
        not_match: ["usermod -aG docker dev", "id"],
      },
    }),
    row({
      id: "permission/acl",
      message: "This access list opens system, home or any files to everybody.",
      suggestion: "Name one user and one path in the project (`setfacl -m u:alice:rw shared.txt`), or ask the user.",
      examples: {
        match: ["setfacl -R -m u:nobody:rwx /etc", "icacls C:\\\\ /grant Everyone:F /T"],
        not_match: ["setfacl -m u:alice:rw shared.txt", "getfacl shared.txt"],
      },
    }),
    row({
      id: "permission/capability",
      message: "This capability is as good as root for whoever runs the program.",
      suggestion: "Ask the user; for low ports `setcap cap_net_bind_service=+ep ./server` is enough.",
      examples: {
        match: ["setcap cap_setuid+ep /usr/bin/python3", "setcap cap_sys_admin=eip ./tool"],
        not_match: ["setcap cap_net_bind_service=+ep ./server", "getcap -r ./bin"],
      },
    }),
    row({
      id: "permission/world-writable-tree",
      severity: "warn",
      message: "Every user of the machine can now write to the whole project.",
      suggestion: "Use the narrowest mode that works (`chmod -R u+rwX,go+rX .`).",
      examples: { match: ["chmod -R 777 ."], not_match: ["chmod -R 755 .", "chmod 777 file"] },
    }),
    row({
      id: "permission/umask",
      preset: "strict",
      message: "Every file made from here on is writable for everybody.",
      suggestion: "Use `umask 022` or `umask 077`.",
      examples: { match: ["umask 000"], not_match: ["umask 022", "umask 077", "umask"] },
    }),
  ],
  judge(input, hit) {
    for (const change of input.sorted.changes) judgeChange(change, input, hit);
    for (const command of input.commands) {
      if (command.name !== "umask") continue;
      const mode = command.words.find((word) => !word.startsWith("-")) ?? "";
      if (OPEN_MASK.test(mode)) hit("permission/umask", mode);
    }
  },
  excuses: inThrowaway,
};

/** Takes nothing away from others: `0`, `000`, `a=rwx`. */
const OPEN_MASK = /^(?:0{1,4}|(?:.*,)?(?:a|o|ugo)[=+]r?wx?)$/;

const SUDOERS =
  /^\/(?:private\/)?(?:usr\/local\/)?etc\/(?:sudoers(?:\.d)?(?:\/.*)?|doas\.conf|pam\.d\/(?:sudo|su|common-auth|system-auth)|polkit-1\/.*)$/;

function judgeChange(change: Change, input: Case, hit: Hit): void {
  sudoers(change.path, change, input, hit);
  if (change.kind === "move") sudoers(change.to, change, input, hit);
  else if (change.kind === "chmod") chmod(change, input, hit);
  else if (change.kind === "chown") chown(change, input, hit);
}

function sudoers(path: PathRef, { remote }: Change, input: Case, hit: Hit): void {
  if (input.place(path, remote).paths.some((each) => SUDOERS.test(each))) hit("permission/sudoers", path.text);
}

/** The place of a path of which only the beginning is known is the worst that it can mean. */
function worstPlace({ path, remote }: Change, input: Case): Place {
  const place = input.place(path, remote);
  if (path.abs === null || !/[*?[⟦]/.test(path.abs)) return place;
  const base = input.place({ ...path, abs: knownBase(path.abs) }, remote);
  return base.root || base.home ? { ...base, open: true } : place;
}

/** System or home, and neither the project nor a directory for temporary files. */
function guarded(place: Place): boolean {
  return place.root || place.home || ((place.system || place.inHome) && !place.project && !place.temp);
}

/** One site or service among the directories that are made for them, and global packages. */
const SERVED =
  /^\/(?:private\/)?(?:var\/www|srv|srv\/www|usr\/share\/nginx)\/[^/]+|^\/usr(?:\/local)?\/lib\/node_modules(?:\/|$)/;

/** What a recursive change would run through: the root, a system tree, a home, or all that holds the project. */
function tree(place: Place): boolean {
  if (place.paths.length > 0 && place.paths.every((p) => SERVED.test(p))) return false;
  return place.root || place.home || place.system || (place.outside && place.wholeProject);
}

function chmod(change: Of<"chmod">, input: Case, hit: Hit): void {
  const { path, recursive } = change;
  const place = worstPlace(change, input);
  const subject = path.text;
  if (change.mode === "acl") {
    if (tree(place)) hit("permission/acl", subject);
    return;
  }
  const mode = grants(change.mode);
  const directory = input.facts.paths[path.abs ?? ""]?.type === "directory" || subject.endsWith("/");
  if (mode.setuid || (mode.setgid && !directory && guarded(place))) hit("permission/setuid", subject);
  const wide = mode.worldWrite || change.mode.startsWith("⟦");
  // Names that another command lists: from where it lists them.
  if (path.abs === null && mode.worldWrite && listsGuarded(input)) hit("permission/world-writable", subject);
  if (wide && guarded(place)) hit("permission/world-writable", subject);
  else if (mode.worldWrite && recursive && place.wholeProject) hit("permission/world-writable-tree", subject);
  if ((recursive || place.everything) && tree(place)) hit("permission/recursive", subject);
  // Without its own modes a system directory or a home is out of reach.
  if (mode.closes && !place.open && (place.root || place.home || place.system)) hit("permission/recursive", subject);
  if (change.mode.startsWith("attributes") && place.system) hit("permission/recursive", subject);
}

function listsGuarded(input: Case): boolean {
  return input.analysis.effects.some((each) => each.kind === "list" && guarded(input.place(each.path, each.remote)));
}

/** Files whose owner decides over the whole machine. */
const KEY_FILES =
  /^\/(?:private\/)?etc\/(?:passwd|shadow|gshadow|group|sudoers|ssh(?:\/.*)?|pam\.d(?:\/.*)?|crontab|ld\.so\..*)$/;

function chown({ path, remote, recursive }: Of<"chown">, input: Case, hit: Hit): void {
  const place = input.place(path, remote);
  const whole = (recursive || place.everything) && tree(place);
  if (whole || place.root || place.paths.some((each) => KEY_FILES.test(each))) hit("permission/recursive", path.text);
}
