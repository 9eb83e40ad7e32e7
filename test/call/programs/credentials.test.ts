import { describe, expect, it } from "vitest";
import { CWD, effectsOf } from "./harness.js";

const of = (line: string): string => effectsOf(line.split(" ")).join(", ");

describe("keys", () => {
  it.each([
    ["gpg --export-secret-keys --armor me", "act secrets/private-key"],
    ["gpg --export --armor me", ""],
    ["gpg --delete-secret-keys me", "act secrets/delete-key"],
    ["gpg -d x.gpg", ""],
    ["ssh-add k", ""],
    ["ssh-keygen -y -f k", ""],
    ["openssl rsa -in k", `read ${CWD}/k`],
    ["openssl rsa -in k -pubout", ""],
    ["openssl pkey -in k -noout -text", `read ${CWD}/k`],
    ["openssl pkey -in k -noout -text_pub", ""],
    ["openssl pkey -pubin -in k -noout -text", ""],
    ["openssl rsa -in k -noout -check", ""],
    ["openssl pkcs12 -in k -nodes", `read ${CWD}/k`],
    ["openssl enc -base64 -in k", `read ${CWD}/k`],
    ["openssl x509 -in c -noout", ""],
    ["openssl genrsa -out k 2048", `overwrite ${CWD}/k`],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});

describe("stores", () => {
  const print = "act secrets/print-token";
  it.each([
    ["pass show x", print],
    ["pass mail/work", print],
    ["pass show -c x", ""],
    ["pass ls", ""],
    ["security find-generic-password -s x -w", "act secrets/keychain"],
    ["security find-generic-password -s x", ""],
    ["secret-tool lookup a b", "act secrets/keychain"],
    ["op read op://a/b", print],
    ["op item get x", print],
    ["op item list", ""],
    ["bw get password x", print],
    ["bw status", ""],
    ["sops -d x", print],
    ["sops -d -i x", ""],
    ["docker-credential-desktop get", print],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});
