/** How a variable makes other programs run something, and which values of it do so. */
interface Hijack {
  readonly names: readonly string[];
  /** Whether this value, of unknown parts written `⟦…⟧`, is more than an ordinary setting. */
  takesOver(value: string, program: string): boolean;
}

const TEMP = /^(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm)(?:\/|$)/;
const SYSTEM_LIBRARY = /^(?:\/usr(?:\/local)?\/lib|\/lib|\/opt\/(?:homebrew|intel|nvidia)|\/nix\/store|\/usr\/\$LIB)/;
const SHELLS = /^(?:ba|da|k|z)?sh$/;
/** Code where the name of a program, perhaps with options, is meant. */
const CODE =
  /[|;&`<>]|\$\(|(?:^|\s|\/)(?:ba|da|z)?sh\s+-\w*c\b|(?:^|\/)(?:rm|dd|mkfs\S*|shred|curl|wget|nc|ncat|socat|python3?\s+-c|perl\s+-e|ruby\s+-e|node\s+-e|eval|chmod|chown)(?:\s|$)/;

const HIJACKS: readonly Hijack[] = [
  {
    // ld.so(8), dyld(1). Allocators and the like of the system itself are ordinary.
    names: ["LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "DYLD_FORCE_FLAT_NAMESPACE"],
    takesOver: (value) =>
      value
        .split(/[:\s]+/)
        .some((each) => each !== "" && !SYSTEM_LIBRARY.test(each) && !/^lib[^/]+\.so[.\d]*$|^1$/.test(each)),
  },
  // Bash Reference Manual, "Bash Startup Files".
  { names: ["BASH_ENV"], takesOver: (value) => value !== "" },
  { names: ["ENV"], takesOver: (value, program) => value.includes("/") && SHELLS.test(program) },
  {
    names: ["PROMPT_COMMAND"],
    takesOver: (value, program) => value !== "" && (SHELLS.test(program) || CODE.test(value)),
  },
  // Expanded, substitutions and all, in front of every line that `set -x` shows.
  { names: ["PS4"], takesOver: (value) => /\$\(|`/.test(value) },
  { names: ["GCONV_PATH"], takesOver: (value) => !SYSTEM_LIBRARY.test(value) && value !== "" },
  { names: ["PATH"], takesOver: (value) => searchesHere(value) },
  {
    names: [
      "PYTHONSTARTUP",
      "PERL5OPT",
      "RUBYOPT",
      "NODE_OPTIONS",
      "JAVA_TOOL_OPTIONS",
      "_JAVA_OPTIONS",
      "JDK_JAVA_OPTIONS",
      "PHPRC",
      "PHP_INI_SCAN_DIR",
      "PERL5DB",
      "LUA_INIT",
    ],
    takesOver: (value) =>
      loaded(value).some((each) => TEMP.test(each) || each.startsWith("http")) || /^@?\/(?:tmp|dev\/shm)\//.test(value),
  },
  {
    names: [
      "GIT_SSH_COMMAND",
      "GIT_SSH",
      "GIT_PAGER",
      "GIT_EDITOR",
      "GIT_SEQUENCE_EDITOR",
      "GIT_EXTERNAL_DIFF",
      "GIT_ASKPASS",
      "GIT_PROXY_COMMAND",
      "SSH_ASKPASS",
      "SUDO_ASKPASS",
      "PAGER",
      "MANPAGER",
      "EDITOR",
      "VISUAL",
      "FCEDIT",
      "BROWSER",
      "LESSOPEN",
      "LESSCLOSE",
      "RSYNC_RSH",
      "CVS_RSH",
      "HGEDITOR",
      "SVN_EDITOR",
    ],
    takesOver: (value) => CODE.test(value.replace(/^\|-?\s*/, "")),
  },
];

const byName = new Map(HIJACKS.flatMap((hijack) => hijack.names.map((name) => [name, hijack] as const)));

/**
 * Whether setting a variable makes another program run something of the setter's choice.
 *
 * @param name the variable
 * @param value its text; unknown parts are written `⟦…⟧`
 * @param program base name of the command it is set for, or `""` for all that follow
 */
export function takesOver(name: string, value: string, program: string): boolean {
  if (name.startsWith("BASH_FUNC_")) return true;
  return byName.get(name)?.takesOver(value, program) === true;
}

/** The working directory itself or a directory for temporary files, in front of or instead of the system's own. */
function searchesHere(value: string): boolean {
  const parts = value.split(":");
  const own = parts.findIndex((each) => /⟦\$\{?PATH|^\/usr\/bin$|^\/bin$/.test(each));
  return parts.some(
    (each, i) =>
      (each === "." || each === "" || TEMP.test(each)) &&
      (own < 0 || i < own || each === "." || each === "") &&
      value !== "",
  );
}

/** Modules and agents that options in such a variable load. */
function loaded(value: string): string[] {
  const found: string[] = [];
  for (const match of value.matchAll(
    /(?:--?(?:require|import|loader|experimental-loader|r)[=\s]*|-[rMI]|-javaagent:|-agentpath:)\s*(\S+)/g,
  )) {
    if (match[1] !== undefined) found.push(match[1]);
  }
  return found;
}
