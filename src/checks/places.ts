import type { PathRef, Remote } from "../call/effect.js";
import { matchGlob } from "../call/glob.js";
import { isWithin, knownBase, normalise } from "../call/path.js";
import type { Facts } from "../observe/facts.js";
import { type Startup, startupOf } from "./startup.js";

/**
 * What a path is to a person: a root, a home, a part of the project. Judged by its text and by its
 * real path: a harmful zone counts when either lies in it, a harmless one (`project`, `temp`) only
 * when both do.
 *
 * For a pattern or a partly unknown path the place is that of the directory everything it can mean
 * lies below; `everything` tells that it takes all there is (`dir/*`).
 */
export interface Place {
  /** Where it begins is known; when not, every zone below is false. */
  readonly known: boolean;
  /** A pattern for the whole content of the directory: `/*`, `~/*`, `./.*`. The other fields then speak of the directory. */
  readonly everything: boolean;
  /** Part of the path is a wildcard or not known (and it is not `everything`). */
  readonly open: boolean;
  /** The root of the file system or of a drive. */
  readonly root: boolean;
  /** A home directory itself, or the directory of all homes; not what lies inside. */
  readonly home: boolean;
  /** Inside some home directory (or one itself). */
  readonly inHome: boolean;
  /** A directory of the operating system or anything in it; never inside the project or a temp directory. */
  readonly system: boolean;
  /** A temp directory or anything in it. */
  readonly temp: boolean;
  /** The project's root or anything in it. */
  readonly project: boolean;
  /** The project's root itself or a directory that holds it. */
  readonly wholeProject: boolean;
  /** Known, and neither in the project nor in a temp directory. */
  readonly outside: boolean;
  /** In the project by its text, but a link leads out of it. */
  readonly escapes: boolean;
  /** `.git`, `.hg`, `.svn`, `.jj`, `.bzr` or anything in one. */
  readonly vcs: boolean;
  /** A device node that is not one of the harmless ones (`/dev/null`, `/dev/stdout`, …). */
  readonly device: boolean;
  /** `/dev/null` and its like: writing there changes nothing. */
  readonly sink: boolean;
  /** What runs by itself when a shell, a session, a timer, git or a package manager starts. */
  readonly startup: Startup | undefined;
  /** On another machine or in a container, and not behind one of its mounts of this machine. */
  readonly elsewhere: boolean;
  /** The absolute paths that were judged: by text, and the real one where it differs. */
  readonly paths: readonly string[];
}

// Hierarchy: Filesystem Hierarchy Standard 3.0, macOS hier(7), Nix.
const SYSTEM =
  /^\/(?:etc|usr|bin|sbin|lib|lib32|lib64|libx32|boot|dev|proc|sys|var|opt|srv|run|snap|nix|System|Library|Applications|cores|private|Volumes|Windows|mnt\/[a-z]\/Windows)(?:\/|$)/;
const TEMP = [
  "/tmp",
  "/var/tmp",
  "/private/tmp",
  "/private/var/tmp",
  "/var/folders",
  "/private/var/folders",
  "/dev/shm",
];
const HOMES = /^\/(?:home|Users|var\/home)(?:\/[^/]+)?$|^\/(?:root|var\/root)$/;
const IN_HOMES = /^\/(?:home|Users|var\/home)\/[^/]+(?:\/|$)|^\/(?:root|var\/root)(?:\/|$)/;
const DRIVE = /^(?:[a-z]:(?:[\\/].*)?|\/(?:[cd]|(?:mnt|cygdrive)\/[a-z])\/?\*?)$/i;
const VCS = /\/\.(?:git|hg|svn|jj|bzr)(?:\/|$)/;
const VCS_NAMES = [".git", ".hg", ".svn", ".jj", ".bzr"];
const SINK =
  /^\/(?:dev\/(?:null|zero|full|stdin|stdout|stderr|tty|u?random|ptmx|fd(?:\/.*)?|pts(?:\/.*)?|tcp\/.*|udp\/.*)|proc\/(?:self|thread-self|\d+)\/fd(?:\/.*)?)$/;
/** A last segment that stands for everything in its directory: `*`, `.*`, `**`, `?*`, `.[!.]*`, `.??*`. */
const ALL = /^(?:\.?\*+|\?\*+|\.?(?:\[[!^]\.\]|\?{1,2})\*+|\.?\[[^\]]*\]\*|\*\.?\*)$/;

const NOWHERE: Place = {
  known: false,
  everything: false,
  open: true,
  root: false,
  home: false,
  inHome: false,
  system: false,
  temp: false,
  project: false,
  wholeProject: false,
  outside: false,
  escapes: false,
  vcs: false,
  device: false,
  sink: false,
  startup: undefined,
  elsewhere: false,
  paths: [],
};

/** Where the paths of one call are. Every family asks for the same ones. */
export class Places {
  private readonly facts: Facts;
  private readonly roots: readonly string[];
  private readonly known = new Map<PathRef, Place>();

  /** @param facts what was observed; a path that was not observed counts as its own real path */
  constructor(facts: Facts) {
    this.facts = facts;
    this.roots = projectRoots(facts);
  }

  /**
   * What a path is, by its text and its real path.
   *
   * @param remote where the path is not on this machine: no project then, and a throwaway container
   *   has only its mounts
   */
  of(path: PathRef, remote?: Remote): Place {
    if (remote) return this.place(path, remote);
    let place = this.known.get(path);
    if (place === undefined) {
      place = this.place(path, undefined);
      this.known.set(path, place);
    }
    return place;
  }

  private place(path: PathRef, remote: Remote | undefined): Place {
    if (!remote && DRIVE.test(path.text)) return drive(path);
    if (path.abs === null) return this.unplaced(path, remote);
    if (remote) return this.remotePlace(path, path.abs, remote);
    const { paths: facts } = this.facts;
    const pattern = /[*?[⟦]/.test(path.abs);
    const directory = pattern ? withoutAll(path.abs) : path.abs;
    const everything = directory !== path.abs;
    const base = knownBase(directory);
    const fact = facts[path.abs] ?? facts[base];
    // What is real of the base, with the open rest put back, so that `~/link/*/.git` keeps its end.
    const real =
      fact && fact.real !== base ? normalise(fact.real + directory.slice(base === "/" ? 0 : base.length)) : directory;
    const paths = real === directory ? [directory] : [directory, real];
    return zones(paths, this.facts, this.roots, everything, pattern && !everything);
  }

  /** A path whose beginning is not known: only what git itself says can still be placed. */
  private unplaced(path: PathRef, remote: Remote | undefined): Place {
    const said = remote ? null : GIT_SAYS.exec(path.text);
    if (said) {
      const below = said[1] === "show-toplevel" ? "" : said[1] === "git-path hooks" ? "/.git/hooks" : "/.git";
      const root = this.facts.project + below;
      return this.of({ ...path, abs: normalise(root + path.text.slice(said[0].length)) });
    }
    // Wherever `.git/hooks` is, it is a repository's.
    const tail = `/${path.text}`;
    const startup = startupOf([tail], "/");
    const sure = startup === "git-hooks" || startup === "git-config";
    return { ...NOWHERE, vcs: VCS.test(tail), startup: sure ? startup : undefined, elsewhere: remote !== undefined };
  }

  private remotePlace(path: PathRef, abs: string, remote: Remote): Place {
    const mount = remote.mounts?.find((m) => isWithin(abs, m.inside) || isWithin(m.inside, knownBase(abs)));
    if (mount) {
      const inside = isWithin(abs, mount.inside) ? abs.slice(mount.inside === "/" ? 0 : mount.inside.length) : "";
      return this.of({ ...path, text: path.text, abs: normalise(mount.host + inside) });
    }
    if (remote.throwaway) return { ...NOWHERE, known: true, temp: true, open: false, elsewhere: true, paths: [abs] };
    const nothing: Facts = { ...this.facts, paths: {}, project: "/", temp: [], own: [] };
    return { ...new Places(nothing).of(path), elsewhere: true };
  }
}

// What git prints is known once the project is: the work tree's root and its `.git`.
const GIT_SAYS =
  /^⟦(?:\$\(|`)\s*git rev-parse (?:--path-format=absolute )?--(show-toplevel|git-dir|absolute-git-dir|git-common-dir|git-path hooks)(?:\s*2>\s*\/dev\/null)?\s*(?:\)|`)⟧/;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function zones(
  paths: readonly string[],
  facts: Facts,
  roots: readonly string[],
  everything: boolean,
  open: boolean,
): Place {
  const place: Mutable<Place> = {
    known: true,
    everything,
    open,
    root: false,
    home: false,
    inHome: false,
    system: false,
    temp: true,
    project: true,
    wholeProject: false,
    outside: false,
    escapes: false,
    vcs: false,
    device: false,
    sink: true,
    startup: startupOf(paths, facts.home),
    elsewhere: false,
    paths,
  };
  // One after the other and without closures: every path of every call comes by here.
  for (const path of paths) {
    const inProject = isWithinAny(path, roots);
    const inTemp = isWithinAny(path, TEMP) || isWithinAny(path, facts.temp);
    const outside = !inProject && !inTemp;
    const sink = SINK.test(path);
    if (path === "/") place.root = true;
    if (path === facts.home || HOMES.test(path)) place.home = true;
    if (isWithin(path, facts.home) || IN_HOMES.test(path)) place.inHome = true;
    if (outside && SYSTEM.test(path) && !isInHome(path, facts)) place.system = true;
    if (outside) place.outside = true;
    if (!inTemp) place.temp = false;
    if (!inProject) place.project = false;
    if (!open && holdsAny(path, roots)) place.wholeProject = true;
    if (VCS.test(path) || (open && globsVcs(path))) place.vcs = true;
    if (!sink) place.sink = false;
    if (!sink && path.startsWith("/dev/") && !isWithin(path, "/dev/shm")) place.device = true;
  }
  place.escapes = place.outside && isWithinAny(paths[0] ?? "/", roots);
  if (place.startup === "system" && !place.outside) place.startup = undefined;
  return place;
}

function isWithinAny(path: string, directories: readonly string[]): boolean {
  for (const directory of directories) if (isWithin(path, directory)) return true;
  return false;
}

function holdsAny(directory: string, paths: readonly string[]): boolean {
  for (const path of paths) if (isWithin(path, directory)) return true;
  return false;
}

/** `.g*` and `.[g]it` mean `.git` too: a wildcard behind a leading dot. */
function globsVcs(path: string): boolean {
  if (!path.includes("/.")) return false;
  return path
    .split("/")
    .some(
      (part) =>
        /^\.(?:.*[*?[]|⟦)/.test(part) && VCS_NAMES.some((name) => matchGlob(part.replace(/\[[^\]]*\]/g, "?"), name)),
    );
}

function isInHome(path: string, facts: Facts): boolean {
  return IN_HOMES.test(path) || (facts.home !== "/" && isWithin(path, facts.home));
}

/** The project's root by name and by real path. Who works in `/`, `/home` or `/etc` has no project there. */
function projectRoots({ project, paths }: Facts): readonly string[] {
  const real = paths[project]?.real;
  const roots = real === undefined || real === project ? [project] : [project, real];
  return roots.every(isProject) ? roots : roots.filter(isProject);
}

function isProject(root: string): boolean {
  return root.lastIndexOf("/") > 0 || !(root === "/" || SYSTEM.test(root) || HOMES.test(root));
}

/** Takes `/*`, `/.*` and the like off the end: what they name is the whole content of the directory. */
function withoutAll(abs: string): string {
  let end = abs.length;
  while (end > 0) {
    const slash = abs.lastIndexOf("/", end - 1);
    if (slash < 0 || !ALL.test(abs.slice(slash + 1, end))) break;
    end = slash;
  }
  return end === abs.length ? abs : abs.slice(0, end) || "/";
}

/** `C:\`, `D:/x`, `/c`, `/mnt/c`: Windows drives and what is on them, as its shells name them. */
function drive(path: PathRef): Place {
  const rest = path.text.replace(/\\/g, "/").replace(/^(?:[a-z]:|\/(?:(?:mnt|cygdrive)\/)?[a-z])\/*/i, "");
  const root = /^\**$/.test(rest);
  const home = /^users(?:\/[^/]+)?\/?\**$/i.test(rest);
  const system = /^(?:windows|program files|programdata)/i.test(rest);
  const temp = /^(?:users\/[^/]+\/appdata\/local\/)?temp\//i.test(rest);
  return {
    ...NOWHERE,
    known: true,
    open: false,
    root,
    home,
    system,
    temp,
    outside: !temp,
    everything: path.text.endsWith("*"),
    paths: [path.text],
  };
}
