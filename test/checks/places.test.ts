import { describe, expect, it } from "vitest";
import { resolveWord } from "../../src/call/path.js";
import { plainWord, unknownWord, type Word } from "../../src/call/word.js";
import { type Place, Places } from "../../src/checks/places.js";
import type { Facts } from "../../src/observe/facts.js";

const facts: Facts = {
  paths: {
    "/home/dev/app/out": { real: "/etc", exists: true, type: "link" },
    "/home/dev/app/store": { real: "/home/dev/app/data", exists: true, type: "link" },
    "/work/tmp": { real: "/tmp", exists: true, type: "link" },
  },
  project: "/home/dev/app",
  repository: true,
  home: "/home/dev",
  temp: ["/tmp"],
  own: [],
  canAsk: true,
};

function word(text: string): Word {
  if (text.startsWith("$")) return unknownWord(text);
  return { ...plainWord(text), glob: /[*?[]/.test(text), tilde: text.startsWith("~") };
}

function place(text: string, cwd: string | null = "/home/dev/app"): Place {
  return new Places(facts).of(resolveWord(word(text), cwd, "/home/dev"));
}

/** Names of the fields that are true. */
function zones(text: string, cwd?: string | null): string {
  const { startup, ...rest } = place(text, cwd);
  const names = Object.entries(rest).flatMap(([name, value]) => (value === true && name !== "known" ? [name] : []));
  return [...names, ...(startup ? [startup] : [])].join(" ");
}

describe("placeOf", () => {
  it.each([
    ["/", "root wholeProject outside"],
    ["/*", "everything root wholeProject outside"],
    ["/.*", "everything root wholeProject outside"],
    ["//..", "root wholeProject outside"],
    ["C:\\", "root outside"],
    ["/home", "home wholeProject outside"],
    ["/home/*", "everything home wholeProject outside"],
    ["~", "home inHome wholeProject outside"],
    ["~/*", "everything home inHome wholeProject outside"],
    ["/root", "home inHome outside"],
    ["~/notes", "inHome outside"],
    ["/home/other/x", "inHome outside"],
    [".", "inHome project wholeProject"],
    ["*", "everything inHome project wholeProject"],
    ["./.[!.]*", "everything inHome project wholeProject"],
    ["..", "home inHome wholeProject outside"],
    ["dist", "inHome project"],
    ["dist/*", "everything inHome project"],
    ["*.log", "open inHome project"],
    ["../other", "inHome outside"],
    ["../app-evil", "inHome outside"],
    ["/etc/passwd", "system outside system"],
    ["/usr/*", "everything system outside system"],
    ["/var/log/x", "system outside"],
    ["/opt/tool", "system outside"],
    ["/data/x", "outside"],
    ["/tmp/x", "temp"],
    ["/tmp/*", "everything temp"],
    ["/tmp/../etc/x", "system outside system"],
    ["/dev/sda", "system outside device"],
    ["/dev/null", "system outside sink"],
    ["/proc/self/fd/1", "system outside sink"],
    [".git", "inHome project vcs"],
    [".git/config", "inHome project vcs git-config"],
    [".git/hooks/pre-commit", "inHome project vcs git-hooks"],
    ["sub/.git/hooks/x", "inHome project vcs git-hooks"],
    [".github/workflows/x", "inHome project"],
    ["~/.bashrc", "inHome outside shell"],
    ["~/.bash*", "open inHome outside shell"],
    ["~/.ssh/authorized_keys", "inHome outside ssh"],
    ["~/.ssh/known_hosts", "inHome outside"],
    ["~/.config/systemd/user/x.service", "inHome outside autostart"],
    ["/etc/cron.d/x", "system outside cron"],
    ["/var/spool/cron/root", "system outside cron"],
    ["/etc/profile.d/x.sh", "system outside shell"],
    ["~/.gitconfig", "inHome outside git-global"],
    ["~/.npmrc", "inHome outside package-global"],
    [".npmrc", "inHome project"],
    ["out/passwd", "inHome project"],
    ["store/x", "inHome project"],
  ])("%s: %s", (text, expected) => {
    expect(zones(text)).toBe(expected);
  });

  it("follows what was observed of links", () => {
    expect(zones("out")).toBe("inHome system outside escapes system");
    expect(zones("out/*")).toBe("everything inHome system outside escapes system");
    expect(zones("store")).toBe("inHome project");
    expect(place("out").paths).toEqual(["/home/dev/app/out", "/etc"]);
    expect(zones("/work/tmp")).toBe("outside");
  });

  it("knows nothing of a path whose beginning is not known", () => {
    expect(place("$x").known).toBe(false);
    expect(place("x", null).known).toBe(false);
    expect(zones("$x")).toBe("open");
  });

  it("takes a project below a system directory for a project", () => {
    const here = { ...facts, project: "/usr/src/app" };
    const at = (text: string): Place => new Places(here).of(resolveWord(word(text), "/usr/src/app", "/root"));
    expect(at("dist")).toMatchObject({ project: true, system: false, startup: undefined });
    expect(at("/usr/src/other")).toMatchObject({ project: false, system: true, startup: "system" });
  });

  it("does not let a project of `/` or a home unprotect the machine", () => {
    const here = { ...facts, project: "/" };
    expect(new Places(here).of(resolveWord(word("/etc/x"), "/", "/root"))).toMatchObject({
      project: false,
      system: true,
    });
    const etc = { ...facts, project: "/etc" };
    expect(new Places(etc).of(resolveWord(word("x"), "/etc", "/root"))).toMatchObject({ project: false, system: true });
  });

  it("judges paths elsewhere without the project", () => {
    const at = (text: string, remote: Parameters<Places["of"]>[1]): Place =>
      new Places(facts).of(resolveWord(word(text), "/home/dev/app", "/home/dev"), remote);
    const host = { kind: "host", name: "prod" } as const;
    expect(at("/etc", host)).toMatchObject({ system: true, project: false });
    expect(at("/home/dev/app/dist", host)).toMatchObject({ project: false, outside: true });
    const box = { kind: "container", name: "x", throwaway: true } as const;
    expect(at("/etc", box)).toMatchObject({ system: false, outside: false, temp: true });
    const mounted = { ...box, mounts: [{ host: "/home/dev", inside: "/work" }] };
    expect(at("/work", mounted)).toMatchObject({ home: true, outside: true });
    expect(at("/work/app/dist", mounted)).toMatchObject({ project: true });
    expect(at("/", { ...box, mounts: [{ host: "/", inside: "/host" }] })).toMatchObject({ root: true });
  });
});
