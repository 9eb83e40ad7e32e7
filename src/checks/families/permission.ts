import type { Effect, PathRef } from "../../call/effect.js";
import { knownBase } from "../../call/path.js";
import type { Case } from "../check.js";
import { inThrowaway, programOf } from "../flow.js";
import { grants } from "../modes.js";
import { type Place, placeOf } from "../places.js";
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
  judge(input: Case): readonly Hit[] {
    const hits: Hit[] = [];
    for (const effect of input.analysis.effects) hits.push(...judgeEffect(effect, input));
    for (const command of input.analysis.commands) {
      const mode = command.argv.find((w, i) => i > 0 && !w.text.startsWith("-"))?.text ?? "";
      if (programOf(command) === "umask" && OPEN_MASK.test(mode)) hits.push({ row: "permission/umask", subject: mode });
    }
    return hits;
  },
  excuses: inThrowaway,
};

/** Takes nothing away from others: `0`, `000`, `a=rwx`. */
const OPEN_MASK = /^(?:0{1,4}|(?:.*,)?(?:a|o|ugo)[=+]r?wx?)$/;

const SUDOERS =
  /^\/(?:private\/)?(?:usr\/local\/)?etc\/(?:sudoers(?:\.d)?(?:\/.*)?|doas\.conf|pam\.d\/(?:sudo|su|common-auth|system-auth)|polkit-1\/.*)$/;

function judgeEffect(effect: Effect, input: Case): Hit[] {
  switch (effect.kind) {
    case "chmod":
      return chmod(effect, input);
    case "chown":
      return chown(effect, input);
    case "write":
    case "destroy":
    case "delete":
      return sudoers(effect.path, effect, input);
    case "move":
      return [...sudoers(effect.path, effect, input), ...sudoers(effect.to, effect, input)];
    case "link":
      return sudoers(effect.path, effect, input);
    default:
      return [];
  }
}

function sudoers(path: PathRef, effect: Effect, input: Case): Hit[] {
  const { paths } = placeOf(path, input.facts, effect.remote);
  return paths.some((p) => SUDOERS.test(p)) ? [{ row: "permission/sudoers", subject: path.text }] : [];
}

/** The place of a path of which only the beginning is known is the worst that it can mean. */
function worstPlace(path: PathRef, effect: Effect, input: Case): Place {
  const place = placeOf(path, input.facts, effect.remote);
  if (path.abs === null || !/[*?[⟦]/.test(path.abs)) return place;
  const base = placeOf({ ...path, abs: knownBase(path.abs) }, input.facts, effect.remote);
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

function chmod(effect: Effect & { kind: "chmod" }, input: Case): Hit[] {
  const place = worstPlace(effect.path, effect, input);
  const subject = effect.path.text;
  const hits: Hit[] = [...sudoers(effect.path, effect, input)];
  if (effect.mode === "acl") {
    if (tree(place)) hits.push({ row: "permission/acl", subject });
    return hits;
  }
  const mode = grants(effect.mode);
  const directory = input.facts.paths[effect.path.abs ?? ""]?.type === "directory" || subject.endsWith("/");
  if (mode.setuid || (mode.setgid && !directory && guarded(place))) hits.push({ row: "permission/setuid", subject });
  const wide = mode.worldWrite || effect.mode.startsWith("⟦");
  // Names that another command lists: from where it lists them.
  if (effect.path.abs === null && mode.worldWrite && listsGuarded(input))
    hits.push({ row: "permission/world-writable", subject });
  if (wide && guarded(place)) hits.push({ row: "permission/world-writable", subject });
  else if (mode.worldWrite && effect.recursive && place.wholeProject) {
    hits.push({ row: "permission/world-writable-tree", subject });
  }
  if ((effect.recursive || place.everything) && tree(place)) hits.push({ row: "permission/recursive", subject });
  // Without its own modes a system directory or a home is out of reach.
  if (mode.closes && !place.open && (place.root || place.home || place.system))
    hits.push({ row: "permission/recursive", subject });
  if (effect.mode.startsWith("attributes") && place.system) hits.push({ row: "permission/recursive", subject });
  return hits;
}

function listsGuarded(input: Case): boolean {
  return input.analysis.effects.some(
    (each) => each.kind === "list" && guarded(placeOf(each.path, input.facts, each.remote)),
  );
}

/** Files whose owner decides over the whole machine. */
const KEY_FILES =
  /^\/(?:private\/)?etc\/(?:passwd|shadow|gshadow|group|sudoers|ssh(?:\/.*)?|pam\.d(?:\/.*)?|crontab|ld\.so\..*)$/;

function chown(effect: Effect & { kind: "chown" }, input: Case): Hit[] {
  const place = placeOf(effect.path, input.facts, effect.remote);
  const subject = effect.path.text;
  const hits: Hit[] = [...sudoers(effect.path, effect, input)];
  if ((effect.recursive || place.everything) && tree(place)) hits.push({ row: "permission/recursive", subject });
  else if (place.root || place.paths.some((p) => KEY_FILES.test(p))) {
    hits.push({ row: "permission/recursive", subject });
  }
  return hits;
}
