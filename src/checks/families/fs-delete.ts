import type { PathRef } from "../../call/effect.js";
import type { Facts } from "../../observe/facts.js";
import type { Case } from "../case.js";
import type { Place } from "../places.js";
import type { Change, Of } from "../sorted-effects.js";
import type { Family, FamilyRow } from "./family.js";

type Deed = Omit<FamilyRow, "preset" | "severity">;
const row = (deed: Deed): FamilyRow => ({ preset: "standard", severity: "deny", ...deed });

export const fsDelete: Family = {
  name: "fs-delete",
  summary:
    "Files that cannot be had back: recursive and wildcard deletes of a root, a home, a system tree, the whole working tree, version-control metadata or anything outside the project and the temp directories; moving or syncing such things away; making a file's content unrecoverable. Deletes of build output and other named paths inside the project, of temp directories and of single files are let through.",
  rows: [
    row({
      id: "fs-delete/root",
      message: "This deletes everything on the file system.",
      suggestion: "Name the one directory inside the project that should go (`rm -rf dist`).",
      examples: {
        match: ["rm -rf /", "rm -rf /*", "find / -delete", "sudo rm -rf --no-preserve-root /"],
        not_match: ["rm -rf dist", "rm -rf /tmp/build", "echo 'rm -rf /'"],
      },
    }),
    row({
      id: "fs-delete/home",
      message: "This deletes a home directory or all that is in it.",
      suggestion: "Name the one directory inside the project that should go (`rm -rf dist`), or ask the user.",
      examples: {
        match: ["rm -rf ~", "rm -rf $HOME/*", "rsync -a --delete empty/ ~/", "find ~ -delete"],
        not_match: ["rm -rf dist", "rm ~/notes.txt", "ls ~"],
      },
    }),
    row({
      id: "fs-delete/system",
      message: "This deletes files of the operating system.",
      suggestion:
        "Leave system directories to the package manager and the user; inside the project `rm -rf build` is fine.",
      examples: {
        match: ["rm -rf /etc", "rm -rf /usr/local/lib", "rm /etc/passwd", "find /var -name '*.log' -delete"],
        not_match: ["rm -rf build", "ls /etc", "rm -rf /var/tmp/cache"],
      },
    }),
    row({
      id: "fs-delete/vcs",
      message: "This deletes version-control metadata, and with it history that may exist nowhere else.",
      suggestion: "Leave `.git` as it is; to start from a clean state make a fresh clone (`git clone . /tmp/fresh`).",
      examples: {
        match: ["rm -rf .git", "rm -r .git/objects", "find . -name .git -exec rm -rf {} +", "rm .git/HEAD"],
        not_match: ["rm -f .git/index.lock", "rm -rf .github/old", "rm -rf /tmp/clone/.git"],
      },
    }),
    row({
      id: "fs-delete/tree",
      message: "This deletes the whole working tree, with what was never committed.",
      suggestion: "Name what should go (`rm -rf dist`), or narrow the search (`find . -name '*.pyc' -delete`).",
      examples: {
        match: ["rm -rf .", "rm -rf *", "find . -type f -delete", "ls | xargs rm -rf"],
        not_match: ["rm -rf dist/*", "find . -name '*.pyc' -delete", "rm -f *.log"],
      },
    }),
    row({
      id: "fs-delete/outside",
      message: "This deletes recursively or by wildcard outside the project and the temp directories.",
      suggestion: "Look with `ls` first, and ask the user to delete what lies outside the project.",
      examples: {
        match: ["rm -rf ~/projects", "rm -rf ../other", "rm ~/Documents/*", "find /data -name '*.tmp' -delete"],
        not_match: ["rm -rf /tmp/x", "rm ~/Downloads/x.zip", "rm -rf packages/*/dist"],
      },
    }),
    row({
      id: "fs-delete/unknown-directory",
      message: "This deletes everything in a directory that cannot be known from the command.",
      suggestion: "Write the path out (`rm -rf ./dist`) instead of relying on where the command happens to run.",
      examples: {
        match: ['cd "$(curl -s https://example.com)" && rm -rf *', "ssh web1 'rm -rf *'"],
        not_match: ["cd dist && rm -rf *", "rm -rf ./dist"],
      },
    }),
    row({
      id: "fs-delete/remote",
      message: "This deletes a whole top-level directory of another machine or container.",
      suggestion: "Name the one path that should go (`ssh web1 'rm -rf /tmp/release-12'`), or ask the user.",
      examples: {
        match: ["ssh web1 'rm -rf /data'", "docker exec web rm -rf /app"],
        not_match: ["ssh web1 'rm -rf /tmp/release-12'", "docker exec web rm -rf /app/tmp/cache"],
      },
    }),
    row({
      id: "fs-delete/move-away",
      message: "This moves a home, a system tree, the working tree or version-control metadata out of its place.",
      suggestion:
        "Copy instead (`cp -r src /tmp/src-copy`), or move the one file that is meant (`mv src/a.ts src/b.ts`).",
      examples: {
        match: ["mv ~ /tmp/x", "mv .git /tmp/git", "mv /etc /etc.bak", "mv * /tmp/old/"],
        not_match: ["mv src/a.ts src/b.ts", "mv dist /tmp/dist", "cp -r .git /tmp/git-copy"],
      },
    }),
    row({
      id: "fs-delete/destroy",
      message: "This makes a file's content unrecoverable.",
      suggestion: "Delete it plainly if it should go (`rm old.txt`), or keep a copy first (`cp data.db /tmp/data.db`).",
      examples: {
        match: ["shred -u notes.txt", "truncate -s 0 src/main.rs", "cp /dev/null package.json"],
        not_match: ["truncate -s 10M test.img", "> app.log", "rm old.txt"],
      },
    }),
    row({
      id: "fs-delete/destroy-system",
      message: "This makes the content of a system file unrecoverable.",
      suggestion: "Read it if that helps (`tail -n 50 /var/log/syslog`), and ask the user to change system files.",
      examples: {
        match: ["shred /etc/passwd", ": > /var/log/syslog", "dd if=/dev/zero of=/etc/hosts"],
        not_match: ["cat /etc/hosts", "truncate -s 0 app.log"],
      },
    }),
  ],
  judge(input, hit) {
    for (const change of input.sorted.changes) {
      const found = judged(change, input);
      if (found !== undefined) hit(`fs-delete/${found}`, change.path.text);
    }
  },
};

function judged(change: Change, input: Case): string | undefined {
  switch (change.kind) {
    case "delete":
      return deleted(change, input);
    case "destroy":
      return destroyed(change, input);
    case "move":
      return moved(change, input);
    case "write":
      return written(change, input);
    default:
      return undefined;
  }
}

// What git itself advises to remove, and what it makes anew.
const HARMLESS_METADATA =
  /\/\.git\/(?:.*\.lock|rebase-(?:merge|apply)(?:\/.*)?|hooks\/[^/]*\.sample|gc\.(?:log|pid)|(?:ORIG|MERGE|FETCH|CHERRY_PICK|REVERT|BISECT)_[A-Z]+|COMMIT_EDITMSG|SQUASH_MSG)$/;
const VITAL_METADATA =
  /\/\.(?:git|hg|svn|jj|bzr)(?:\/(?:modules\/.+\/)?(?:HEAD|config|packed-refs|refs\/.*|objects\/.*|logs\/.*|store\/.*|wc\.db|repo\/.*)|\/?)$/;
// The parts of the system's trees that people deploy to.
const DEPLOYED = /^\/(?:var\/www|srv|opt|usr\/share\/nginx|usr\/src)\/[^/*?⟦]+\/.|^\/var\/www\/[^/*?⟦]+$/;
/** What every home has: directories of a person's files and of the settings of all programs. */
const PERSONAL =
  /^\/(?:(?:home|Users)\/[^/]+|root)\/(?:Documents|Desktop|Downloads|Pictures|Music|Videos|Movies|Public|Library|Applications|\.config|\.local|\.ssh|\.gnupg|\.mozilla|\.thunderbird|\.password-store)$/;
const TEMP_ROOTS = new Set(["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/dev/shm", "/var/folders"]);

function deleted(effect: Of<"delete">, input: Case): string | undefined {
  const { path, remote } = effect;
  const { facts } = input;
  // What a search finds is as many files as a wildcard.
  const bulk = effect.recursive || path.glob || (path.abs?.includes("⟦found⟧") ?? false);
  // Deleting a link removes the link alone.
  const link = path.abs !== null && facts.paths[path.abs]?.type === "link" && !path.text.endsWith("/");
  const place = link ? input.placeByName(path, remote) : input.place(path, remote);
  if (place.sink) return undefined;
  if (!place.known) return bulk ? unknown(path, place) : undefined;
  return bulk ? bulky(place, facts) : single(place);
}

/** A directory that cannot be known: only what takes all of it is refused. */
function unknown(path: PathRef, place: Place): string | undefined {
  if (place.vcs && /(?:^|\/)\.(?:git|hg|svn|jj|bzr)(?:\/\.?\*+)?\/?$/.test(path.text)) return "vcs";
  return /^(?:\.\/+|\.\.\/+)*(?:\.|\.\.|\.?\*+|\.\[!\.\]\*|\.\?\?\*)?\/*$/.test(path.text) && path.text !== ""
    ? "unknown-directory"
    : undefined;
}

/** A recursive or wildcard delete. */
function bulky(place: Place, facts: Facts): string | undefined {
  if (place.root && !place.open) return "root";
  if (place.home) return "home";
  if (metadata(place, HARMLESS_METADATA)) return "vcs";
  if (place.elsewhere) return elsewhere(place);
  if (place.system) return "system";
  if (place.wholeProject && !place.paths.some((p) => TEMP_ROOTS.has(p) || facts.temp.includes(p))) return "tree";
  return place.outside && !place.temp ? "outside" : undefined;
}

function metadata(place: Place, harmless: RegExp): boolean {
  return place.vcs && (place.project || !place.temp) && !place.paths.every((p) => harmless.test(p));
}

/** Another machine has no project: what is named below its second level is its own business. */
function elsewhere(place: Place): string | undefined {
  if (place.temp) return undefined;
  if (place.system) return place.paths.every((p) => DEPLOYED.test(p)) ? undefined : "system";
  return place.paths.some((p) => /^\/[^/]*$/.test(p)) && !place.open ? "remote" : undefined;
}

/** One file: refused where the machine, a person's settings or a repository hang on it. */
function single(place: Place): string | undefined {
  if (place.vcs && (place.project || !place.temp) && place.paths.some((p) => VITAL_METADATA.test(p))) return "vcs";
  if (place.elsewhere || place.startup === undefined || place.startup === "git-hooks") return undefined;
  return place.startup === "git-config" ? "vcs" : place.system ? "system" : "outside";
}

const LOG = /\.log(?:\.\d+)?$|\/logs?\/[^/]+$|\.(?:out|err|pid)$/;

function destroyed({ path, remote, how }: Of<"destroy">, input: Case): string | undefined {
  const place = input.place(path, remote);
  if (place.sink || place.device) return undefined;
  if (place.temp && !place.project) return undefined;
  if (place.system) return "destroy-system";
  // Emptying a log inside the project is ordinary; shredding is not emptying.
  if (how !== "shred" && !place.outside && LOG.test(path.abs ?? path.text)) return undefined;
  return "destroy";
}

function moved({ path, to, remote }: Of<"move">, input: Case): string | undefined {
  const place = input.place(path, remote);
  if (place.temp && !place.project) return undefined;
  if (!place.known) return unknown(path, place) === "vcs" ? "move-away" : undefined;
  if ((place.root && !place.open) || place.home) return "move-away";
  if (place.vcs && place.paths.some((p) => VITAL_METADATA.test(p))) return "move-away";
  if (place.system && !place.paths.every((p) => DEPLOYED.test(p))) return "move-away";
  if (place.elsewhere) return undefined;
  if (place.wholeProject) {
    const target = input.place(to);
    // One name of a listing after the other, to a name that is made of it: files are renamed where they are.
    if (!target.known && path.text.startsWith("⟦") && to.text.startsWith("⟦")) return undefined;
    return target.project && !target.wholeProject ? undefined : "move-away";
  }
  if (place.inHome && place.outside && place.paths.some((p) => PERSONAL.test(p))) return "move-away";
  return place.outside && place.everything ? "move-away" : undefined;
}

/** `: > /var/log/syslog`, and a file of the repository's own bookkeeping written over. */
function written(effect: Of<"write">, input: Case): string | undefined {
  if (effect.how !== "overwrite" && effect.how !== "inplace") return undefined;
  const place = input.place(effect.path, effect.remote);
  if (place.sink || place.device || place.elsewhere) return undefined;
  if (place.system && effect.content === "") return "destroy-system";
  if (place.wholeProject && place.everything && effect.content === "") return "destroy";
  if (!place.vcs || (place.temp && !place.project)) return undefined;
  return place.paths.some((p) => /\/\.git\/(?:HEAD|packed-refs|index|refs\/.+|objects\/.+)$/.test(p))
    ? "vcs"
    : undefined;
}
