import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { windowsPath } from "./windows-path.js";

// Sources: learn.microsoft.com/windows-server/administration/windows-commands; switches begin with a slash, case does not matter.

const startup = "persistence/autostart";
const backups = "system/backups";

const windows = (names: string, handler: string): ProgramSpec => ({
  names: names.split(" ").flatMap((name) => [name, `${name}.exe`]),
  style: "words",
  handler,
  mutates: "unknown",
});

export const programs: readonly ProgramSpec[] = [
  windows("robocopy", "win-robocopy"),
  windows("schtasks", "win-schtasks"),
  windows("setx", "win-setx"),
  windows("wmic", "win-wmic"),
  windows("certutil", "win-certutil"),
  windows("bitsadmin", "win-bitsadmin"),
  windows("mshta regsvr32 rundll32 msiexec cmstp odbcconf installutil", "win-remote-code"),
  windows("cipher", "win-cipher"),
  windows("fsutil", "win-fsutil"),
  windows("manage-bde", "win-manage-bde"),
  windows("psshutdown psshutdown64", "win-psshutdown"),
];

const lower = (words: readonly { text: string }[]): string[] => words.map((w) => w.text.toLowerCase());

export const handlers: Readonly<Record<string, Handler>> = {
  // Mirroring deletes at the target what the source does not hold; moving empties the source.
  "win-robocopy"(inv, out) {
    const [source, target] = inv.operands.filter((w) => !/^\/[a-z]+(?::\S*)?$/i.test(w.text));
    const switches = lower(inv.operands).filter((w) => w.startsWith("/"));
    if (switches.includes("/l")) return;
    if (target && switches.some((w) => /^\/(?:mir|purge)$/.test(w)))
      out.effect({ kind: "delete", path: out.path(windowsPath(target)), recursive: true });
    if (source && target && switches.some((w) => /^\/(?:mov|move)$/.test(w)))
      out.effect({ kind: "move", path: out.path(windowsPath(source)), to: out.path(windowsPath(target)) });
  },
  "win-schtasks"(inv, out) {
    const words = lower(inv.operands);
    if (words.includes("/create") || words.includes("/change")) out.act(startup, words.join(" "));
    if (words.includes("/delete") && words.includes("*")) out.act("system/cron", words.join(" "));
  },
  // What every later program finds first.
  "win-setx"(inv, out) {
    const words = lower(inv.operands);
    if (words.some((w) => /^(?:path|pathext|comspec|psmodulepath|prompt)$/.test(w)) || words.includes("/m"))
      out.act("persistence/shell-startup", inv.operands.map((w) => w.text).join(" "));
  },
  "win-wmic"(inv, out) {
    const text = lower(inv.operands).join(" ");
    if (/\bos\b.*\b(?:shutdown|reboot|win32shutdown)\b/.test(text)) out.act("system/halt", text);
    else if (/\bshadowcopy\b.*\bdelete\b/.test(text)) out.act(backups, text);
    else if (/\b(?:useraccount|group)\b.*\bdelete\b/.test(text)) out.act("system/accounts", text);
    else if (/\b(?:logicaldisk|volume)\b.*\bcall\s+format\b/.test(text)) out.act("fs-device/format", text);
    else if (/\bprocess\b.*\blike\s+['"]?%+['"]?.*\b(?:delete|terminate)\b/.test(text))
      out.act("system/kill-everything", text);
    else if (/\bprocess\b(?!.*\bwhere\b).*\b(?:delete|terminate)\b/.test(text)) out.act("system/kill-everything", text);
    else if (/\bprocess\b.*\bcall\b.*\bcreate\b/.test(text)) {
      const code = inv.operands.at(-1);
      if (code) out.code("cmd", code, { via: "wmic process" });
    }
  },
  "win-certutil"(inv, out) {
    const words = lower(inv.operands);
    if (words.some((w) => /^[-/]urlcache$/.test(w))) {
      const at = inv.operands.findIndex((w) => /^https?:/i.test(w.text));
      const [url, file] = at < 0 ? [] : inv.operands.slice(at, at + 2);
      if (url) out.effect({ kind: "reach", url: url.text });
      if (file) out.effect({ kind: "write", path: out.path(windowsPath(file)), how: "overwrite" });
    }
    if (words.some((w) => /^[-/]addstore$/.test(w))) out.act("persistence/system", words.join(" "));
  },
  "win-bitsadmin"(inv, out) {
    const at = inv.operands.findIndex((w) => /^https?:/i.test(w.text));
    const [url, file] = at < 0 ? [] : inv.operands.slice(at, at + 2);
    if (url) out.effect({ kind: "reach", url: url.text });
    if (file) out.effect({ kind: "write", path: out.path(windowsPath(file)), how: "overwrite" });
    if (lower(inv.operands).some((w) => /^\/setnotifycmdline$/.test(w))) out.act(startup, "bitsadmin");
  },
  // Programs that run what an address holds.
  "win-remote-code"(inv, out) {
    const words = inv.operands.map((w) => w.text);
    const address = words.find((w) => /(?:^|[:,=])(?:https?|ftp):\/\/|^\\\\/i.test(w));
    const script = words.find((w) => /^(?:javascript|vbscript|about):/i.test(w));
    if (address ?? script)
      out.effect({
        kind: "opaque",
        class: "code",
        origin: address ? "network" : "unknown",
        source: words.join(" ").slice(0, 200),
      });
  },
  // Overwriting what is free makes deleted files unrecoverable.
  "win-cipher"(inv, out) {
    const where = inv.operands.find((w) => /^\/w:/i.test(w.text));
    if (where) out.act("fs-device/wipe", where.text);
  },
  "win-fsutil"(inv, out) {
    const text = lower(inv.operands).join(" ");
    if (/^usn deletejournal|^reparsepoint delete/.test(text)) out.act("fs-device/volume", text);
  },
  "win-manage-bde"(inv, out) {
    const words = lower(inv.operands);
    if (
      words.some(
        (w) => /^-(?:off|wipefreespace|forcerecovery)$/.test(w) || (w === "-protectors" && words.includes("-delete")),
      )
    )
      out.act("fs-device/encryption", words.join(" "));
  },
  "win-psshutdown"(inv, out) {
    if (!lower(inv.operands).some((w) => /^[-/](?:a|\?)$/.test(w))) out.act("system/halt", "psshutdown");
  },
};
