import { plainWord } from "../word.js";
import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

import { destination, remoteName, saveAs, sendsInput, uploads } from "./transfer.js";

// Sources: wget(1), aria2c(1), axel(1), http(1) of HTTPie, xh, lynx(1), w3m(1).

export const programs: readonly ProgramSpec[] = [
  {
    names: ["wget", "wget2"],
    flags: [
      "-b --background",
      "-d --debug",
      "-q --quiet",
      "-v --verbose",
      "-nv --no-verbose",
      "-F --force-html",
      "-nc --no-clobber",
      "-c --continue",
      "-N --timestamping",
      "-S --server-response",
      "--spider",
      "-nd --no-directories",
      "-x --force-directories",
      "-nH --no-host-directories",
      "--content-disposition",
      "--no-check-certificate",
      "-r --recursive",
      "-k --convert-links",
      "-K --backup-converted",
      "-m --mirror",
      "-p --page-requisites",
      "-H --span-hosts",
      "-L --relative",
      "-np --no-parent",
      "-E --adjust-extension",
      "--show-progress",
      "-4 --inet4-only",
      "-6 --inet6-only",
      "--https-only",
      "--no-cache",
      "--no-proxy",
      "--trust-server-names",
      "--retry-connrefused",
      "--delete-after",
      "-nr",
    ],
    values: {
      "-o --output-file": "write",
      "-a --append-output": "append",
      "-e --execute": "text",
      "-i --input-file": "read",
      "-B --base": "text",
      "--config": "read",
      "-O --output-document": "write",
      "-t --tries": "text",
      "-T --timeout": "text",
      "--connect-timeout": "text",
      "--read-timeout": "text",
      "-w --wait": "text",
      "-Q --quota": "text",
      "--limit-rate": "text",
      "--user": "text",
      "--password": "text",
      "-P --directory-prefix": "text",
      "--cut-dirs": "text",
      "--header": "text",
      "-U --user-agent": "text",
      "--referer": "text",
      "--post-data": "text",
      "--post-file": "upload",
      "--body-file": "upload",
      "--body-data": "text",
      "--method": "text",
      "--load-cookies": "text",
      "--save-cookies": "write",
      "--certificate": "text",
      "--private-key": "text",
      "--ca-certificate": "text",
      "-l --level": "text",
      "-A --accept": "text",
      "-R --reject": "text",
      "-D --domains": "text",
      "-I --include-directories": "text",
      "-X --exclude-directories": "text",
      "--accept-regex": "text",
      "--reject-regex": "text",
      "--progress": "text",
      "--waitretry": "text",
      "--max-redirect": "text",
      "--use-askpass": "program",
      "--compression": "text",
      "--backups": "text",
    },
    operands: "url",
    mutates: false,
    network: true,
    handler: "wget",
  },
  {
    names: ["aria2c", "axel"],
    flags: ["-c --continue", "-q --quiet", "-V", "-D --daemon", "-a --alternate", "-Z --force-sequential"],
    values: {
      "-d --dir": "text",
      "-o --out --output": "text",
      "-i --input-file": "read",
      "-s --split": "text",
      "-x --max-connection-per-server": "text",
      "-j --max-concurrent-downloads": "text",
      "-k --min-split-size": "text",
      "-n --num-connections": "text",
      "--on-download-complete": "program",
      "--on-download-start": "program",
      "--on-download-stop": "program",
      "--header": "text",
      "--checksum": "text",
    },
    operands: "url",
    mutates: true,
    network: true,
    handler: "aria2c",
  },
  {
    names: ["http", "https", "xh", "xhs"],
    flags: [
      "-j --json",
      "-f --form",
      "--multipart",
      "-v --verbose",
      "-h --headers",
      "-b --body",
      "-d --download",
      "-c --continue",
      "-F --follow",
      "-I --ignore-stdin",
      "-S --stream",
      "--check-status",
      "--offline",
      "-q --quiet",
      "-m --meta",
    ],
    values: {
      "-p --print": "text",
      "-s --style": "text",
      "-o --output": "write",
      "-a --auth": "text",
      "-A --auth-type": "text",
      "--session": "text",
      "--timeout": "text",
      "--verify": "text",
      "--cert": "text",
      "--cert-key": "text",
      "--proxy": "text",
      "--pretty": "text",
      "--max-redirects": "text",
    },
    mutates: false,
    network: true,
    handler: "httpie",
  },
  {
    names: ["lynx", "w3m", "links", "elinks", "youtube-dl", "yt-dlp", "gallery-dl"],
    operands: "url",
    mutates: "unknown",
    network: true,
  },
  {
    names: ["fetch"],
    flags: ["-q", "-v"],
    values: { "-o": "write" },
    operands: "url",
    mutates: "unknown",
    network: true,
  },
];

const wget: Handler = (inv, out) => {
  if (inv.has("--spider")) return;
  for (const word of [...inv.values("--post-file"), ...inv.values("--body-file")]) {
    if (word.text === "-") sendsInput(inv, out);
  }
  // `-e` holds lines of a wgetrc; one of them names a program.
  for (const word of inv.values("-e")) {
    const program = /^\s*use_askpass\s*=\s*(.+)$/.exec(word.text)?.[1];
    if (program !== undefined) out.command([plainWord(program)], { certainty: "possible" });
    const posted = /^\s*(?:post_?file|body_?file)\s*=\s*(.+)$/i.exec(word.text)?.[1];
    if (posted !== undefined)
      out.effect({ kind: "send", what: "file", path: out.path(plainWord(posted)), to: destination(inv) });
    const saved = /^\s*output_?document\s*=\s*(.+)$/i.exec(word.text)?.[1];
    if (saved !== undefined) out.effect({ kind: "write", path: out.path(plainWord(saved)), how: "overwrite" });
  }
  if (inv.has("-O")) return;
  for (const word of inv.operands) saveAs(remoteName(word.text) ?? "index.html", inv.value("-P"), word, out);
};

const aria2c: Handler = (inv, out) => {
  const directory = inv.value("-d");
  const name = inv.value("-o");
  for (const word of inv.operands) {
    const file = name?.text ?? remoteName(word.text);
    if (file !== null && file !== undefined) saveAs(file, directory, word, out);
  }
};

const httpie: Handler = (inv, out) => {
  const items = inv.operands.slice(1);
  const url = inv.operands.find((w) => !/^[A-Z]+$/.test(w.text));
  if (url) out.effect({ kind: "reach", url: url.text });
  for (const word of items) uploads(word, /^[^=@:]*(?:=|:=)?@(.+?)(?:;type=.*)?$/, inv, out);
  if (inv.stdin && inv.stdin.kind !== "text" && !inv.has("-I")) sendsInput(inv, out);
  if (inv.has("-d") && !inv.has("-o") && url) saveAs(remoteName(url.text) ?? "index.html", undefined, url, out);
};

export const handlers: Readonly<Record<string, Handler>> = { wget, aria2c, httpie };
