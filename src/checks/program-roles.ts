import { NONE } from "../call/none.js";

/**
 * What a family asks of a program by its name alone, whatever its entry says. Told once a command: most
 * programs have none of these roles.
 */
export type ProgramRole =
  /** Speaks HTTP and takes the method and what is sent as words. */
  | "http"
  /** Sends what stands on its input as it is. */
  | "raw-client"
  /** Connects its input and output to another machine. */
  | "socket"
  /** Sends something somewhere: what it reads, its words, or both. */
  | "client"
  /** Carries files to a cloud, into containers or to others, by one of its subcommands. */
  | "uploader"
  /** Whatever file it is given leaves. */
  | "sender"
  /** Shows its words or variables. */
  | "echoes"
  /** Is given an environment file by option and runs what follows with it. */
  | "loads-environment"
  /** Searches what files hold. */
  | "search"
  | "awk"
  /** Ends processes by name. */
  | "kill-by-name"
  /** Installs packages for a project or for everybody. */
  | "installer"
  /** Sets a variable for what starts later. */
  | "sets-for-later"
  /** Sets a variable for what comes after it. */
  | "sets-variables"
  /** Lays one directory over another. */
  | "mount"
  /** A host of the guard. */
  | "agent"
  /** Looks processes up by name. */
  | "finds-processes";

const PROGRAMS: Readonly<Record<ProgramRole, string>> = {
  http: "curl wget wget2 http https xh xhs curlie",
  "raw-client": "nc ncat netcat telnet socat",
  socket: "nc ncat netcat telnet socat openssl websocat",
  client:
    "curl wget http https xh xhs aria2c nc ncat netcat telnet socat openssl ssh ftp mail mailx sendmail mutt dig host nslookup ping websocat scp sftp curlie lynx",
  uploader:
    "aws gsutil gcloud az azcopy s3cmd s4cmd s5cmd rclone mc b2 gh glab docker podman nerdctl kubectl oc magic-wormhole",
  sender: "ffsend transfer telegram-send slack-cli signal-cli gdrive megaput dropbox-uploader croc wormhole",
  echoes: "echo printf print cat printenv",
  "loads-environment": "docker podman nerdctl dotenv dotenvx dotenv-cli env-cmd uv node bun deno",
  search: "grep egrep fgrep zgrep rgrep rg rga ag ack ug ugrep git",
  awk: "awk gawk mawk nawk",
  "kill-by-name": "pkill killall taskkill",
  installer: "npm pnpm yarn bun cnpm",
  "sets-for-later": "setx launchctl systemctl tmux dbus-update-activation-environment pam_env",
  "sets-variables": "export declare typeset env readonly",
  mount: "mount bindfs umount mount_nullfs",
  agent: "claude opencode",
  "finds-processes": "pgrep pidof ps grep",
};

let byName: Map<string, ProgramRole[]> | undefined;

/** The roles of the program of this base name. */
export function rolesOf(name: string): readonly ProgramRole[] {
  byName ??= arranged();
  return byName.get(name) ?? NONE;
}

function arranged(): Map<string, ProgramRole[]> {
  const roles = new Map<string, ProgramRole[]>();
  for (const [role, names] of Object.entries(PROGRAMS) as [ProgramRole, string][]) {
    for (const name of names.split(" ")) {
      const known = roles.get(name);
      if (known) known.push(role);
      else roles.set(name, [role]);
    }
  }
  return roles;
}
