import type { Handler } from "./emit.js";
import type { GivenOption } from "./options.js";
import type { ProgramSpec } from "./spec.js";

import { remoteName, saveAs, sendsInput, uploads } from "./transfer.js";

// Source: curl(1) 8.9.

export const programs: readonly ProgramSpec[] = [
  {
    names: ["curl", "curl.exe"],
    flags: [
      "-# --progress-bar",
      "-: --next",
      "-0 --http1.0",
      "--http1.1",
      "--http2",
      "--http2-prior-knowledge",
      "--http3",
      "-1 --tlsv1",
      "--tlsv1.2",
      "--tlsv1.3",
      "-4 --ipv4",
      "-6 --ipv6",
      "-B --use-ascii",
      "-G --get",
      "-I --head",
      "-J --remote-header-name",
      "-L --location",
      "--location-trusted",
      "-M --manual",
      "-N --no-buffer",
      "-O --remote-name",
      "--remote-name-all",
      "-R --remote-time",
      "-S --show-error",
      "-V --version",
      "-Z --parallel",
      "-a --append",
      "-f --fail",
      "--fail-with-body",
      "--fail-early",
      "-g --globoff",
      "-h --help",
      "-i --include",
      "-j --junk-session-cookies",
      "-k --insecure",
      "-l --list-only",
      "-n --netrc",
      "-p --proxytunnel",
      "-q --disable",
      "-s --silent",
      "-v --verbose",
      "--compressed",
      "--create-dirs",
      "--basic",
      "--digest",
      "--negotiate",
      "--ntlm",
      "--anyauth",
      "--ssl-reqd",
      "--no-progress-meter",
      "--retry-connrefused",
      "--retry-all-errors",
      "--tcp-nodelay",
      "--trace-time",
      "--path-as-is",
      "--raw",
      "--styled-output",
      "--no-keepalive",
      "--skip-existing",
      "--no-clobber",
      "--xattr",
    ],
    values: {
      "-A --user-agent": "text",
      "-C --continue-at": "text",
      "-D --dump-header": "write",
      "-E --cert": "text",
      "--key": "text",
      "--cacert": "text",
      "--capath": "text",
      "-F --form": "text",
      "--form-string": "text",
      "-H --header": "text",
      "-K --config": "read",
      "-P --ftp-port": "text",
      "-Q --quote": "text",
      "-T --upload-file": "upload",
      "-U --proxy-user": "text",
      "-X --request": "text",
      "-Y --speed-limit": "text",
      "-b --cookie": "text",
      "-c --cookie-jar": "write",
      "-d --data --data-ascii": "upload-at",
      "--data-binary": "upload-at",
      "--data-raw": "text",
      "--data-urlencode": "text",
      "--json": "upload-at",
      "--url-query": "text",
      "-e --referer": "text",
      "-m --max-time": "text",
      "-o --output": "write",
      "--output-dir": "text",
      "-r --range": "text",
      "-t --telnet-option": "text",
      "-u --user": "text",
      "-w --write-out": "text",
      "-x --proxy": "text",
      "-y --speed-time": "text",
      "-z --time-cond": "text",
      "--connect-timeout": "text",
      "--connect-to": "text",
      "--resolve": "text",
      "--retry": "text",
      "--retry-delay": "text",
      "--retry-max-time": "text",
      "--limit-rate": "text",
      "--max-redirs": "text",
      "--max-filesize": "text",
      "--interface": "text",
      "--netrc-file": "text",
      "--noproxy": "text",
      "--oauth2-bearer": "text",
      "--aws-sigv4": "text",
      "--proto": "text",
      "--proto-default": "text",
      "--proto-redir": "text",
      "--socks5": "text",
      "--socks5-hostname": "text",
      "--stderr": "write",
      "--trace": "write",
      "--trace-ascii": "write",
      "--tls-max": "text",
      "--ciphers": "text",
      "--unix-socket": "text",
      "--abstract-unix-socket": "text",
      "--url": "url",
      "--variable": "text",
      "--expand-url": "text",
      "--expand-data": "text",
      "--etag-save": "write",
      "--etag-compare": "text",
      "--dns-servers": "text",
      "--doh-url": "text",
      "--keepalive-time": "text",
      "--parallel-max": "text",
      "--rate": "text",
      "--pass": "text",
      "--cert-type": "text",
      "--key-type": "text",
      "--mail-from": "text",
      "--mail-rcpt": "text",
      "--engine": "text",
      "--pinnedpubkey": "text",
    },
    operands: "url",
    forms: [
      { when: { any: ["-h", "-M", "-V"] }, harmless: true },
      {
        when: { value: { "-X": ["POST", "PUT", "PATCH", "DELETE", "post", "put", "patch", "delete"] } },
        mutates: true,
      },
      { when: { any: ["-T", "-F", "--form-string", "-Q"] }, mutates: true },
      // With -G the data become part of the address.
      {
        when: { any: ["-d", "--data-binary", "--data-raw", "--data-urlencode", "--json"], none: ["-G"] },
        mutates: true,
      },
    ],
    mutates: false,
    network: true,
    handler: "curl",
  },
];

/** `name=@file` and `name=<file` of a form. */
const PART = /^[^=]*=[@<]([^;,]*)/;

/** Options whose value is sent, or a file or the input of that name. */
const SENT = new Set(["-d", "--data-binary", "--json", "-T", "--data-urlencode", "-F"]);

/** The standard input is sent. */
function sendsStdin({ name, value }: GivenOption): boolean {
  if (!value || !SENT.has(name)) return false;
  return value.text === "-" || value.text === "." || /(?:^|=)@-/.test(value.text);
}

const curl: Handler = (inv, out) => {
  for (const word of inv.values("-F")) uploads(word, PART, inv, out);
  for (const word of inv.values("--url-query")) uploads(word, PART, inv, out);
  for (const word of inv.values("--data-urlencode")) uploads(word, /^[^=@]*@(.*)$/s, inv, out);
  for (const word of inv.values("-H")) uploads(word, /^@(.*)$/s, inv, out);
  for (const word of inv.values("--variable")) uploads(word, /^[^=@]*@(.*)$/s, inv, out);
  if (inv.options.some(sendsStdin)) sendsInput(inv, out);
  const directory = inv.value("--output-dir");
  const addresses = inv.has("--url") ? [...inv.operands, ...inv.values("--url")] : inv.operands;
  if (inv.has("-O", "--remote-name-all")) {
    for (const word of addresses) {
      const name = remoteName(word.text);
      if (name !== null) saveAs(name, directory, word, out);
    }
  }
  // `-o` was written down in the command's own directory; with `--output-dir` it lies elsewhere.
  if (directory) for (const word of inv.values("-o")) saveAs(word.text, directory, word, out);
};

export const handlers: Readonly<Record<string, Handler>> = { curl };
