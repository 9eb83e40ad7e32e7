import { plainWord } from "../word.js";
import type { Handler } from "./emit.js";
import type { ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Servers that hand out what lies in a directory: http.server of Python, serve, http-server, live-server, darkhttpd,
// miniserve, webrick's httpd, busybox httpd.

export const programs: readonly ProgramSpec[] = [
  {
    names: ["http.server", "RangeHTTPServer", "uploadserver"],
    flags: ["--cgi"],
    values: { ...taking("-b --bind, -p --protocol, --tls-cert, --tls-key"), "-d --directory": "read" },
    operands: "text",
    handler: "served",
    mutates: false,
  },
  {
    names: ["serve", "http-server", "live-server", "darkhttpd", "miniserve", "sirv", "sirv-cli", "local-web-server"],
    flags: ["-s", "-c-1", "--cors", "--single", "--no-clipboard", "--no-browser", "-o", "--dev", "--ssl"],
    values: taking(
      "-l --listen, -p --port, -a --address, --host, -c --config, --ssl-cert, --ssl-key, -i --interfaces, --mount, --open",
    ),
    operands: "text",
    handler: "servedOperand",
    mutates: false,
  },
  {
    names: ["httpd"],
    flags: ["-f", "-v", "-i"],
    values: taking("-p, -u, -r, -c, -h, -e, -d, -m"),
    operands: "text",
    handler: "servedHome",
    mutates: false,
  },
];

const HERE = plainWord(".");

/** Without a directory it is the one that the command runs in. */
const served: Handler = (inv, out) => {
  if (!inv.value("-d")) out.effect({ kind: "read", path: out.path(HERE) });
};

const servedOperand: Handler = (inv, out) => {
  out.effect({ kind: "read", path: out.path(inv.operands[0] ?? HERE) });
};

/** `busybox httpd -h DIRECTORY`. */
const servedHome: Handler = (inv, out) => {
  const home = inv.value("-h");
  if (home) out.effect({ kind: "read", path: out.path(home) });
};

export const handlers: Readonly<Record<string, Handler>> = { served, servedOperand, servedHome };
