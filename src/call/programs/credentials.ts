import type { Emitter, Handler, Invocation } from "./emit.js";
import type { ProgramSpec } from "./spec.js";

// Sources: gpg(1), ssh-add(1), ssh-keygen(1), pass(1), security(1), secret-tool(1), vault, op, bw, rbw, age(1), sops, docker-credential-helpers, git-credential(1).

const print = "secrets/print-token";
const keychain = "secrets/keychain";

export const programs: readonly ProgramSpec[] = [
  {
    names: ["gpg", "gpg2"],
    flags: [
      "-a --armor",
      "-b --detach-sign",
      "-c --symmetric",
      "-d --decrypt",
      "-e --encrypt",
      "-s --sign",
      "-k --list-keys --list-public-keys",
      "-K --list-secret-keys",
      "--export",
      "--export-secret-keys",
      "--export-secret-subkeys",
      "--export-ownertrust",
      "--import",
      "--verify",
      "--clear-sign --clearsign",
      "--fingerprint",
      "--gen-key --generate-key --full-generate-key --quick-generate-key",
      "--delete-key --delete-keys",
      "--delete-secret-key --delete-secret-keys --delete-secret-and-public-key",
      "--batch",
      "--yes",
      "--no-tty",
      "--dearmor",
      "--enarmor",
      "--list-packets",
      "-q --quiet",
      "-v --verbose",
      "--refresh-keys",
      "--edit-key",
      "--no-default-keyring",
      "--version",
      "--card-status",
    ],
    values: {
      "-o --output": "write",
      "-r --recipient": "text",
      "-u --local-user": "text",
      "--homedir": "text",
      "--keyserver": "text",
      "--recv-keys --receive-keys": "text",
      "--send-keys": "text",
      "--passphrase": "text",
      "--passphrase-file": "text",
      "--passphrase-fd": "text",
      "--pinentry-mode": "text",
      "--keyring": "text",
      "--status-fd": "text",
      "--trust-model": "text",
    },
    forms: [
      { when: { any: ["--export-secret-keys", "--export-secret-subkeys"] }, act: "secrets/private-key" },
      { when: { has: ["--delete-secret-key"] }, act: "secrets/delete-key" },
    ],
    mutates: "unknown",
    handler: "gpg",
  },
  {
    names: ["ssh-add"],
    flags: [
      "-l",
      "-L",
      "-D",
      "-K",
      "-k",
      "-c",
      "-q",
      "-x",
      "-X",
      "-v",
      "--apple-use-keychain",
      "--apple-load-keychain",
    ],
    values: {
      "-d": "text",
      "-t": "text",
      "-T": "text",
      "-s": "text",
      "-e": "text",
      "-h": "text",
      "-S": "text",
      "-E": "text",
    },
    mutates: "unknown",
  },
  {
    names: ["ssh-keygen"],
    flags: ["-q", "-l", "-y", "-p", "-i", "-e", "-c", "-B", "-H", "-A", "-L", "-o", "-v", "-k", "-K", "-u", "-h"],
    values: {
      "-t": "text",
      "-b": "text",
      "-C": "text",
      "-f": "text",
      "-N": "text",
      "-P": "text",
      "-F": "text",
      "-R": "text",
      "-E": "text",
      "-m": "text",
      "-a": "text",
      "-I": "text",
      "-n": "text",
      "-O": "text",
      "-s": "text",
      "-V": "text",
      "-Y": "text",
      "-D": "text",
      "-w": "program",
      "-Z": "text",
      "-r": "text",
      "-M": "text",
      "-G": "text",
    },
    forms: [
      { when: { any: ["-l", "-y", "-F", "-L", "-B"] }, mutates: false },
      {
        // A key made or changed where ssh looks for keys.
        when: {
          none: ["-l", "-y", "-F", "-L", "-B", "-e", "-i", "-R", "-H"],
          value: { "-f": ["~/.ssh/*", "*/.ssh/*"] },
        },
        act: "persistence/ssh",
      },
    ],
    mutates: true,
  },
  { names: ["ssh-keyscan"], operands: "host", mutates: "unknown", network: true },
  {
    names: ["ssh-copy-id"],
    flags: ["-f", "-n", "-s", "-x"],
    values: { "-i": "text", "-p": "text", "-o": "text", "-F": "text", "-t": "text" },
    dry: ["-n"],
    operands: "host",
    forms: [{ when: { min: 1 }, act: "persistence/ssh" }],
    mutates: true,
    network: true,
  },
  {
    names: ["pass", "gopass", "passage"],
    subcommands: {
      "ls list find search help version init git config audit clone sync setup recipients mounts completion": {
        mutates: "unknown",
      },
      "rm remove delete insert edit generate mv cp rename copy": { mutates: true },
      "show grep otp code cat fscopy": {
        forms: [{ when: { none: ["-c"] }, act: print }],
        flags: ["-c --clip"],
        mutates: false,
      },
    },
    forms: [{ when: { min: 1 }, act: print }],
    mutates: false,
  },
  {
    names: ["security"],
    subcommands: {
      "find-generic-password find-internet-password": {
        flags: ["-w", "-g"],
        values: {
          "-a": "text",
          "-s": "text",
          "-l": "text",
          "-c": "text",
          "-D": "text",
          "-j": "text",
          "-r": "text",
          "-p": "text",
        },
        forms: [{ when: { any: ["-w", "-g"] }, act: keychain }],
        mutates: false,
      },
      "dump-keychain export export-smartcard": { forms: [{ act: keychain }], mutates: false },
      "delete-keychain delete-generic-password delete-internet-password delete-certificate delete-identity": {
        forms: [{ act: "secrets/delete-key" }],
        mutates: true,
      },
      "list-keychains find-certificate find-identity show-keychain-info verify-cert cms": { mutates: false },
    },
    mutates: "unknown",
  },
  {
    names: ["secret-tool"],
    subcommands: {
      "lookup search": { forms: [{ act: keychain }], flags: ["--all", "--unlock"], mutates: false },
      clear: { forms: [{ act: "secrets/delete-key" }], mutates: true },
    },
    mutates: "unknown",
  },
  {
    names: ["keyring"],
    subcommands: { get: { forms: [{ act: keychain }], mutates: false }, "set del": { mutates: true } },
    mutates: "unknown",
  },
  { names: ["kwallet-query"], forms: [{ act: keychain }], mutates: false },
  { names: ["cmdkey", "cmdkey.exe", "vaultcmd"], style: "words", mutates: "unknown" },
  {
    names: ["docker-credential-*", "git-credential-*"],
    style: "words",
    forms: [{ when: { operand: ["get", "list", "fill"] }, act: print }],
    mutates: "unknown",
  },
  {
    names: ["op"],
    subcommands: {
      read: { forms: [{ act: print }], mutates: false },
      item: {
        flags: ["--reveal", "--otp"],
        values: { "--fields": "text", "--vault": "text", "--format": "text", "--account": "text" },
        forms: [{ when: { operand: ["get"] }, act: print }],
        mutates: "unknown",
      },
      document: { forms: [{ when: { operand: ["get"] }, act: print }], mutates: "unknown" },
      inject: {
        forms: [{ when: { none: ["-o"] }, act: print }],
        values: { "-i --in-file": "text", "-o --out-file": "write" },
        mutates: "unknown",
      },
      "whoami vault account user group list signin completion": { mutates: "unknown" },
    },
    mutates: "unknown",
    network: false,
  },
  {
    names: ["bw", "rbw", "lpass", "chamber", "doppler", "infisical", "dcli", "akeyless", "conjur"],
    subcommands: {
      "get show export get-secret-value": { forms: [{ act: print }], mutates: false },
      "list ls": { forms: [{ when: { operand: ["items"] }, act: print }], mutates: false },
      secrets: { forms: [{ when: { noOperand: ["set", "delete", "upload"] }, act: print }], mutates: "unknown" },
    },
    mutates: "unknown",
  },
  {
    names: ["sops"],
    flags: ["-d --decrypt", "-e --encrypt", "-i --in-place", "-r --rotate", "-v --version"],
    values: {
      "--output": "write",
      "--input-type": "text",
      "--output-type": "text",
      "--extract": "text",
      "--age": "text",
      "--kms": "text",
      "--pgp": "text",
      "--config": "text",
    },
    forms: [{ when: { has: ["-d"], none: ["-i", "--output"] }, act: print }],
    subcommands: {
      decrypt: { forms: [{ when: { none: ["-i", "--output"] }, act: print }], mutates: "unknown" },
    },
    mutates: "unknown",
  },
  {
    names: ["ansible-vault"],
    subcommands: {
      "view decrypt": { forms: [{ act: print }], mutates: "unknown" },
      "encrypt edit rekey create encrypt_string": { mutates: true },
    },
    mutates: "unknown",
  },
  {
    names: ["age", "rage"],
    flags: ["-d --decrypt", "-e --encrypt", "-a --armor", "-p --passphrase"],
    values: {
      "-o --output": "write",
      "-r --recipient": "text",
      "-R --recipients-file": "text",
      "-i --identity": "text",
    },
    operands: "text",
    mutates: "unknown",
  },
  {
    // Without the option passwords are stars.
    names: ["keepassxc-cli"],
    flags: ["-s --show-protected", "-q --quiet"],
    values: { "-a --attributes": "text", "-k --key-file": "text" },
    subcommands: {
      "show clip": { forms: [{ when: { any: ["-s", "-a"] }, act: print }], mutates: false },
      export: { forms: [{ act: print }], mutates: false },
      "ls search db-info locate": { mutates: false },
    },
    mutates: "unknown",
  },
  { names: ["blackbox_cat"], forms: [{ when: { min: 1 }, act: print }], mutates: false },
  {
    names: ["mimikatz", "mimikatz.exe", "lazagne", "hashdump", "unshadow", "john", "hashcat"],
    mutates: "unknown",
    forms: [{ act: keychain }],
  },
];

export const handlers: Readonly<Record<string, Handler>> = {
  gpg(inv: Invocation, out: Emitter) {
    // Encrypting for oneself or signing shows nothing; the packets of a plain file do.
    if (inv.has("--list-packets", "--enarmor")) {
      for (const word of inv.operands) out.effect({ kind: "read", path: out.path(word) });
    }
  },
};
