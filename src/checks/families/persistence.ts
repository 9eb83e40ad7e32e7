import type { PathRef } from "../../call/effect.js";
import type { Facts } from "../../observe/facts.js";
import type { Case } from "../case.js";
import type { Place } from "../places.js";
import type { Change } from "../sorted-effects.js";
import type { Startup } from "../startup.js";
import type { Family, FamilyRow, Hit } from "./family.js";

type Deed = Omit<FamilyRow, "preset" | "severity">;
const row = (deed: Deed): FamilyRow => ({ preset: "standard", severity: "deny", ...deed });

const ROW_OF: Readonly<Record<Startup, string>> = {
  shell: "persistence/shell-startup",
  ssh: "persistence/ssh",
  autostart: "persistence/autostart",
  cron: "persistence/cron",
  "git-hooks": "persistence/git-hooks",
  "git-config": "persistence/git-config",
  "git-global": "persistence/git-config",
  "package-global": "persistence/package-config",
  system: "persistence/system",
};

export const persistence: Family = {
  name: "persistence",
  summary:
    "What goes on acting after the session: shell start-up files, ssh keys and settings, autostart entries and services, cron tables, git hooks and repository settings, global git and package-manager settings that run commands, system directories and programs; archives unpacked over such places; writing or deleting through a link that leads out of the project. The project's own ordinary files and harmless repository-local settings are let through.",
  rows: [
    row({
      id: "persistence/shell-startup",
      message: "This changes a shell start-up file, so that something runs in every later shell.",
      suggestion: "Set it for this command alone (`env FOO=1 npm test`), or show the user the line to add.",
      examples: {
        match: ["echo 'x' >> ~/.bashrc", "sed -i 's/a/b/' ~/.zshrc", "echo x | sudo tee /etc/profile.d/x.sh"],
        not_match: ["cat ~/.bashrc", "echo x > dotfiles/.bashrc", "env FOO=1 npm test"],
      },
    }),
    row({
      id: "persistence/ssh",
      message: "This changes ssh keys or settings, which decide who may log in and what runs then.",
      suggestion: "Ask the user to change `.ssh`; for one command name the options (`ssh -p 2222 web1 uptime`).",
      examples: {
        match: ["echo 'ssh-rsa A' >> ~/.ssh/authorized_keys", "cp key ~/.ssh/id_ed25519"],
        not_match: ["ls ~/.ssh", "ssh-keyscan github.com >> ~/.ssh/known_hosts"],
      },
    }),
    row({
      id: "persistence/autostart",
      message: "This makes a program start by itself at boot, at login or on a timer.",
      suggestion: "Keep the unit in the project (`cp app.service deploy/app.service`) and ask the user to install it.",
      examples: {
        match: ["sudo cp app.service /etc/systemd/system/", "cp app.plist ~/Library/LaunchAgents/"],
        not_match: ["cp app.service deploy/app.service", "systemctl status app"],
      },
    }),
    row({
      id: "persistence/cron",
      message: "This installs a job that the machine will run again and again.",
      suggestion: "Look with `crontab -l`, and show the user the line to add.",
      examples: {
        match: ["echo '* * * * * root x' > /etc/cron.d/x", "sudo cp job /etc/cron.daily/job"],
        not_match: ["crontab -l", "cat > k8s/cron.yaml < template.yaml"],
      },
    }),
    row({
      id: "persistence/git-hooks",
      message: "This installs a git hook, which runs code at later git commands.",
      suggestion: "Keep the hook in the project (`cp hook.sh .husky/pre-commit`) or ask the user to install it.",
      examples: {
        match: ["cp hook.sh .git/hooks/pre-commit", "ln -s ../../hook.sh .git/hooks/pre-push"],
        not_match: ["cp hook.sh .husky/pre-commit", "ls .git/hooks"],
      },
    }),
    row({
      id: "persistence/git-config",
      message: "This changes git settings that can run commands at later git commands.",
      suggestion: "Use a setting for one command (`git -c color.ui=false status`), or ask the user.",
      examples: {
        match: [
          "echo '[alias]' >> ~/.gitconfig",
          "sed -i 's/a/b/' .git/config",
          "git config --global alias.co '!sh -c id'",
        ],
        not_match: ["git config user.email a@example.com", "cat .git/config"],
      },
    }),
    row({
      id: "persistence/package-config",
      message: "This changes a package manager's settings for every project of this user.",
      suggestion: "Put the setting into the project's own file (`echo 'save-exact=true' >> .npmrc`).",
      examples: {
        match: ["echo 'script-shell=/tmp/x' >> ~/.npmrc", "cp pip.conf ~/.config/pip/pip.conf"],
        not_match: ["echo 'save-exact=true' >> .npmrc", "npm config get registry"],
      },
    }),
    row({
      id: "persistence/system",
      message: "This writes into a system directory or replaces a system program.",
      suggestion:
        "Build into the project (`install -m 755 build/app bin/app`) and ask the user to install system-wide.",
      examples: {
        match: ["sudo cp tool /usr/local/bin/tool", "echo x | sudo tee -a /etc/hosts"],
        not_match: ["install -m 755 build/app bin/app", "cat /etc/hosts", "cp /etc/hosts fixtures/hosts"],
      },
    }),
    row({
      id: "persistence/extract",
      message: "This unpacks an archive over a home, a system directory or settings that start programs.",
      suggestion: "Unpack into the project or a temp directory and look (`tar -xf x.tar -C /tmp/x`).",
      examples: {
        match: ["tar xzf x.tgz -C /", "unzip -o dots.zip -d ~", "tar -C /usr/local -xzf go.tgz"],
        not_match: ["tar -xf x.tar -C /tmp/x", "tar xzf x.tgz", "tar tzf x.tgz"],
      },
    }),
    row({
      id: "persistence/link-escape",
      message: "This changes something outside the project through a link inside it.",
      suggestion: "Look where the link leads (`readlink -f data`) and ask the user, or work on a copy in the project.",
      examples: {
        match: ["ln -s /data l && rm -rf l/old", "ln -s /srv/x l; echo y > l/z"],
        not_match: ["ln -s ../common/a.json a.json", "readlink -f data"],
      },
    }),
  ],
  judge(input, hit) {
    for (const change of input.sorted.changes) {
      byPath(change.path, change, input, hit);
      if (change.kind === "move") byPath(change.to, change, input, hit);
      // A hard link is the file itself under another name.
      else if (change.kind === "link" && !change.symbolic) byPath(change.target, change, input, hit);
    }
  },
};

function byPath(path: PathRef, change: Change, input: Case, hit: Hit): void {
  const row = judged(change, path, input);
  if (row !== undefined) hit(row, path.text);
}

function judged(change: Change, path: PathRef, input: Case): string | undefined {
  const { kind, remote } = change;
  // A link is put where its name says; what it will lead to does not count.
  const place = kind === "link" ? input.placeByName(path, remote) : input.place(path, remote);
  if (place.sink || place.device) return undefined;
  // What a container holds is its own; what of this machine it mounts is judged as such.
  if (place.elsewhere && remote?.kind === "container") return undefined;
  const row = written(change, path, place);
  if (row !== undefined) return row;
  return place.escapes && !onlyTheLink(change, path, input.facts) ? "persistence/link-escape" : undefined;
}

function written(change: Change, path: PathRef, place: Place): string | undefined {
  const { startup } = place;
  if (change.kind === "write") {
    if (change.how === "mkdir") return undefined;
    // `touch ~/.profile` adds nothing to what runs.
    if (change.how === "touch" && startup !== "system") return undefined;
    const over = place.root || place.home;
    if (change.how === "extract") return over || startup ? "persistence/extract" : undefined;
    if (place.everything && over) return "persistence/extract";
    return startup && ROW_OF[startup];
  }
  if (change.kind === "move") return path === change.to && startup ? ROW_OF[startup] : undefined;
  if (change.kind === "link") return startup && ROW_OF[startup];
  return undefined;
}

/** A link is deleted or renamed: what it leads to stays as it is. */
function onlyTheLink({ kind }: Change, path: PathRef, facts: Facts): boolean {
  if (kind !== "delete" && kind !== "move") return false;
  return path.abs !== null && facts.paths[path.abs]?.type === "link" && !path.text.endsWith("/");
}
