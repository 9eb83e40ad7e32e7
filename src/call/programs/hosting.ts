import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { flags } from "./entry.js";
import { MAIN_BRANCH } from "./main-branch.js";
import { UNPUBLISH } from "./packages-publish.js";
import { there } from "./remote-tail.js";
import type { CommandSpec, ProgramSpec } from "./spec.js";
import { splitArguments } from "./split.js";
import { gitPrograms } from "./vcs-git.js";
import { taking } from "./wrapper.js";

// GitHub CLI 2.80 (cli.github.com/manual), GitLab CLI 1.70, hub 2.14, tea (Gitea).

const REPOSITORY = "publish/repository-removal";
const RELEASE = "publish/release-removal";
const PIPELINE = "publish/pipeline";

const looks: CommandSpec = { mutates: false, network: true };
const changes: CommandSpec = { mutates: true, network: true };
const deed = (act: string, more: CommandSpec = {}): CommandSpec => ({ ...changes, ...more, forms: [{ act }] });
const sure = flags("-y --yes --confirm, --cleanup-tag, -f --force");

const auth: CommandSpec = {
  mutates: true,
  network: true,
  subcommands: {
    token: deed("secrets/print-token"),
    status: {
      ...looks,
      flags: flags("-t --show-token, -a --active"),
      values: taking("-h --hostname"),
      forms: [{ when: { has: ["-t"] }, act: "secrets/print-token" }],
    },
    "git-credential": deed("secrets/print-token"),
    "login logout refresh setup-git switch": changes,
  },
};

const api: CommandSpec = {
  flags: flags("-i --include, --paginate, --silent, --slurp, --verbose"),
  values: {
    ...taking(
      "-X --method, -F --field, -f --raw-field, -H --header, -q --jq, -t --template, --cache, --hostname, -p --preview",
    ),
    "--input": "upload",
  },
  network: true,
  forms: [
    // Fields make it a POST unless it is said otherwise.
    { when: { none: ["-X", "-f", "-F", "--input"] }, mutates: false },
    { when: { value: { "-X": ["GET", "get", "HEAD"] }, none: ["--input"] }, mutates: false },
  ],
  mutates: "unknown",
  handler: "host-api",
};

const aliases: CommandSpec = {
  mutates: true,
  subcommands: {
    set: { flags: flags("-s --shell, --clobber"), mutates: true, handler: "host-alias" },
    "list delete import": changes,
  },
};

const gh: ProgramSpec = {
  names: ["gh"],
  values: taking("-R --repo, --hostname"),
  subcommands: {
    repo: {
      ...looks,
      subcommands: {
        delete: deed(REPOSITORY, { flags: sure }),
        edit: {
          ...changes,
          flags: flags("--accept-visibility-change-consequences"),
          values: taking(
            "--visibility, -d --description, -h --homepage, --default-branch, --add-topic, --remove-topic",
          ),
          forms: [{ when: { value: { "--visibility": ["public"] } }, act: "publish/visibility" }],
        },
        sync: {
          ...changes,
          flags: flags("--force"),
          values: taking("-b --branch, -s --source"),
          forms: [{ when: { has: ["--force"] }, act: "git-history/force-push" }],
        },
        "deploy-key": { ...changes, subcommands: { "add delete": changes, list: looks } },
        "create fork clone rename archive unarchive set-default gitignore license autolink": changes,
      },
    },
    release: {
      ...looks,
      subcommands: {
        "delete delete-asset": deed(RELEASE, { flags: sure }),
        create: deed(PIPELINE, {
          flags: flags("-d --draft, -p --prerelease, --generate-notes, --latest, --verify-tag, --notes-from-tag"),
          values: {
            ...taking("-t --title, -n --notes, --target, --notes-start-tag, --discussion-category"),
            "-F --notes-file": "read",
          },
          operands: { first: ["text"], rest: "upload" },
        }),
        upload: { ...changes, flags: flags("--clobber"), operands: { first: ["text"], rest: "upload" } },
        download: {
          ...changes,
          flags: flags("--clobber, --skip-existing"),
          values: taking("-p --pattern, -D --dir, -O --output, -A --archive"),
          handler: "fetch-release",
        },
        edit: changes,
      },
    },
    gist: {
      ...looks,
      subcommands: {
        create: {
          ...changes,
          flags: flags("-p --public, -w --web"),
          values: taking("-d --desc, -f --filename"),
          operands: "upload",
        },
        "edit rename clone": changes,
        delete: changes,
      },
    },
    secret: {
      ...looks,
      subcommands: {
        set: {
          ...changes,
          flags: flags("-u --user, --no-store, --no-repos-selected"),
          values: {
            ...taking("-b --body, -e --env, -o --org, -r --repos, -v --visibility, -a --app"),
            "-f --env-file": "upload",
          },
        },
        "delete remove": changes,
      },
    },
    workflow: {
      ...looks,
      subcommands: {
        run: {
          ...changes,
          values: taking("-r --ref, -f --raw-field, -F --field"),
          forms: [{ when: { operand: ["*release*", "*publish*", "*deploy*"] }, act: PIPELINE }],
        },
        "enable disable": changes,
      },
    },
    extension: {
      ...looks,
      subcommands: { "install upgrade": { ...changes, forms: [{ act: "remote-exec/package-run" }] }, exec: changes },
    },
    auth,
    api,
    alias: aliases,
    issue: {
      ...looks,
      values: taking("-b --body, -F --body-file, -t --title, -l --label, -a --assignee, -c --comment"),
      subcommands: { "create close comment edit delete reopen transfer lock develop pin": changes },
    },
    pr: {
      ...looks,
      values: taking("-b --body, -F --body-file, -t --title, -B --base, -H --head, -l --label, -r --reviewer"),
      subcommands: { "create merge close comment edit checkout ready reopen review update-branch": changes },
    },
    run: { ...looks, subcommands: { "rerun cancel delete download": changes } },
    cache: { ...looks, subcommands: { delete: changes } },
    "ruleset search status browse attestation completion help version": looks,
    config: {
      ...looks,
      subcommands: {
        // What the client runs later.
        set: {
          ...changes,
          forms: [
            {
              when: { operand: ["/tmp/*", "/home/*", "./*", "*;*", "*|*", "*$(*", "* -c *"] },
              act: "persistence/git-config",
            },
          ],
        },
      },
    },
    // A development machine's shell.
    "codespace cs": {
      ...changes,
      subcommands: {
        ssh: there({
          names: 0,
          values: "--codespace, --profile, --server-port, -R --repo, --repo-owner",
          style: "gnu",
        }),
        "list ls view": looks,
        "create delete edit stop rebuild code cp jupyter logs ports": changes,
      },
    },
    "label project variable org ssh-key gpg-key": changes,
  },
};

const glab: ProgramSpec = {
  names: ["glab"],
  values: taking("-R --repo, -g --group"),
  subcommands: {
    "repo project": {
      ...looks,
      subcommands: { delete: deed(REPOSITORY, { flags: sure }), "create fork clone archive transfer mirror": changes },
    },
    release: {
      ...looks,
      subcommands: {
        delete: deed(RELEASE, { flags: flags("-y --yes, -t --with-tag") }),
        create: deed(PIPELINE),
        upload: { ...changes, operands: { first: ["text"], rest: "upload" } },
      },
    },
    auth,
    api,
    alias: aliases,
    "mr issue ci pipeline variable label snippet ssh-key schedule config cluster token": changes,
  },
};

const gitCommands = gitPrograms.find((p) => p.names.includes("git"));

export const programs: readonly ProgramSpec[] = [
  gh,
  glab,
  {
    ...(gitCommands as ProgramSpec),
    names: ["hub"],
    subcommands: {
      ...gitCommands?.subcommands,
      delete: deed(REPOSITORY, { flags: sure }),
      release: { ...looks, subcommands: { delete: deed(RELEASE), "create edit": deed(PIPELINE) } },
      api,
      "pull-request issue pr fork create browse compare ci-status gist sync": changes,
    },
  },
  {
    names: ["tea"],
    subcommands: {
      "repo repos": {
        ...looks,
        subcommands: { "delete rm": deed(REPOSITORY, { flags: sure }), "create fork": changes },
      },
      "release releases": { ...looks, subcommands: { "delete rm": deed(RELEASE), create: deed(PIPELINE) } },
    },
  },
];

/** What a DELETE of this address takes away, on GitHub, GitLab, npm, PyPI and their like. */
export function removalOf(address: string): string | undefined {
  const path = address
    .replace(/^https?:\/\/[^/]+/, "")
    .replace(/^\/?(?:api\/v\d\/)?\/?/, "")
    .replace(/[?#].*$/, "")
    .replace(/\/$/, "");
  if (/^repos\/[^/]+\/[^/]+$|^projects\/[^/]+$|^groups\/[^/]+$|^orgs\/[^/]+$|^repositories\/[^/]+\/[^/]+$/.test(path))
    return REPOSITORY;
  if (/\/packages\/|(?:^|\/)packages\/[^/]+|\/-rev\/|\/registry\/repositories\//.test(path)) return UNPUBLISH;
  if (/\/releases\/[^/]+$/.test(path)) return RELEASE;
  const ref = /\/git\/refs\/heads\/(.+)$|\/repository\/branches\/(.+)$/.exec(path);
  if (ref)
    return MAIN_BRANCH.test(decodeURIComponent((ref[1] ?? ref[2] ?? "").replace(/%(?![0-9a-f]{2})/gi, "")))
      ? "git-history/remote-main"
      : "git-history/remote-branch";
  return undefined;
}

/** `gh api`: the method, the address, and mutations of GraphQL that delete. */
const hostApi: Handler = (inv, out) => {
  const method = inv.value("-X")?.text.toUpperCase();
  const address = inv.operands[0];
  if (method === "DELETE" && address) {
    const act = removalOf(address.text);
    if (act !== undefined) out.act(act, address.text);
    else if (!address.known) out.act("publish/pipeline", address.text);
  }
  // A ref that is pointed elsewhere by force is a push by force.
  if (
    method === "PATCH" &&
    /\/git\/refs\/heads\//.test(address?.text ?? "") &&
    fields(inv.options).includes("force=true")
  )
    out.act("git-history/force-push", address?.text);
  if (
    method === "PATCH" &&
    /^\/?repos\/[^/]+\/[^/]+$/.test(address?.text ?? "") &&
    fields(inv.options).includes("private=false")
  )
    out.act("publish/visibility", address?.text);
  if (
    address?.text === "graphql" &&
    /\bdelete(?:Ref|Repository|PackageVersion|Release|Project\w*)\s*\(/.test(fields(inv.options).join(" "))
  )
    out.act(REPOSITORY, "graphql");
};

function fields(options: Invocation["options"]): string[] {
  return options.flatMap((o) => ((o.name === "-f" || o.name === "-F") && o.value ? [o.value.text] : []));
}

/** An alias that begins with `!` is shell text; it is judged as if it ran. */
const hostAlias: Handler = (inv, out) => {
  const [, expansion] = inv.operands;
  if (!expansion) return;
  const shell = expansion.text.startsWith("!") || inv.has("-s");
  // It stays, and runs whenever its name is typed.
  if (shell) out.act("persistence/git-config", expansion.text);
  if (shell) out.code("sh", { ...expansion, text: expansion.text.replace(/^!/, "") }, { via: inv.name });
  else inner(inv.name, expansion, out);
};

function inner(program: string, expansion: Word, out: Emitter): void {
  if (expansion.known)
    out.command([plainWord(program), ...splitArguments(expansion.text).map(plainWord)], { via: "alias" });
}

export const handlers: Readonly<Record<string, Handler>> = { "host-api": hostApi, "host-alias": hostAlias };
