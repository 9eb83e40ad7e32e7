import type { Emitter, Handler, Invocation } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Source: openssl(1) 3.0 and its commands.

export const programs: readonly ProgramSpec[] = [
  {
    names: ["openssl"],
    style: "single-dash",
    subcommands: {
      "rsa pkey ec dsa pkcs8 pkcs12 genpkey": {
        flags: [
          "-noout",
          "-pubout",
          "-pubin",
          "-check",
          "-nodes",
          "-noenc",
          "-text",
          "-text_pub",
          "-nocerts",
          "-nokeys",
          "-cacerts",
          "-clcerts",
          "-topk8",
          "-nocrypt",
          "-export",
          "-modulus",
          "-param_out",
          "-info",
          "-traditional",
          "-legacy",
          "-des3",
          "-aes256",
        ],
        values: {
          "-in": "text",
          "-inkey": "text",
          "-out": "write",
          "-passin": "text",
          "-passout": "text",
          "-inform": "text",
          "-outform": "text",
          "-certfile": "text",
          "-name": "text",
          "-algorithm": "text",
          "-pkeyopt": "text",
          "-password": "text",
          "-conv_form": "text",
        },
        mutates: "unknown",
        handler: "openssl-key",
      },
      "enc base64 aes-256-cbc aes-128-cbc des3": {
        flags: ["-d", "-e", "-a", "-base64", "-A", "-nosalt", "-salt", "-p", "-P", "-pbkdf2", "-debug"],
        values: {
          "-in": "read",
          "-out": "write",
          "-k": "text",
          "-kfile": "text",
          "-pass": "text",
          "-K": "text",
          "-iv": "text",
          "-S": "text",
          "-md": "text",
          "-iter": "text",
        },
        mutates: "unknown",
      },
      s_client: {
        flags: [
          "-quiet",
          "-showcerts",
          "-ign_eof",
          "-crlf",
          "-tls1_2",
          "-tls1_3",
          "-brief",
          "-msg",
          "-debug",
          "-status",
        ],
        values: {
          "-connect": "host",
          "-servername": "text",
          "-cert": "text",
          "-key": "text",
          "-CAfile": "text",
          "-starttls": "text",
          "-alpn": "text",
          "-proxy": "host",
        },
        mutates: false,
        network: true,
        handler: "s-client",
      },
      s_server: { mutates: "unknown", network: true },
      "x509 req verify crl asn1parse version ciphers list speed prime": {
        values: {
          "-in": "text",
          "-out": "write",
          "-key": "text",
          "-keyout": "write",
          "-signkey": "text",
          "-CAkey": "text",
          "-CA": "text",
          "-days": "text",
          "-subj": "text",
          "-config": "text",
          "-extfile": "text",
        },
        mutates: false,
      },
      "dgst sha256 sha1 md5 sha512": { mutates: false },
      rand: { values: { "-out": "write", "-writerand": "write" }, flags: ["-hex", "-base64"], mutates: "unknown" },
      "genrsa gendsa ecparam dhparam": {
        values: { "-out": "write", "-name": "text", "-in": "text" },
        mutates: "unknown",
      },
      smime: { values: { "-in": "read", "-out": "write" }, mutates: "unknown" },
    },
    mutates: "unknown",
  },
];

function written(inv: Invocation): boolean {
  // As text the private numbers stand beside whatever else is asked for.
  if (inv.has("-text") && !inv.has("-pubin")) return false;
  return inv.has("-noout", "-pubout", "-text_pub", "-modulus", "-pubin", "-export", "-nokeys");
}

export const handlers: Readonly<Record<string, Handler>> = {
  /** What goes through openssl as a key comes out as a key, unless only its public half is asked for. */
  "openssl-key"(inv: Invocation, out: Emitter) {
    const source = inv.value("-in") ?? inv.value("-inkey");
    if (!source || inv.has("-out") || written(inv)) return;
    out.effect({ kind: "read", path: out.path(source) });
  },
  "s-client"(inv: Invocation, out: Emitter) {
    const to = inv.value("-connect")?.text ?? "";
    if (inv.stdin?.kind === "file") out.effect({ kind: "send", what: "file", path: out.path(inv.stdin.word), to });
    else if (inv.stdin?.kind === "pipe") out.effect({ kind: "send", what: "stdin", to });
  },
};
