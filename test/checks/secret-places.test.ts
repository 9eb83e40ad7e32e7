import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSecretDirectory, secretAt } from "../../src/checks/secret-places.js";

const H = "/home/dev";

describe("holds a secret", () => {
  it.each([
    [`${H}/.ssh/id_rsa`, "key"],
    [`${H}/.ssh/github`, "key"],
    [`${H}/.ssh/*`, "key"],
    [`${H}/.ssh/id_*`, "key"],
    [`${H}/.ssh/⟦$K⟧`, "key"],
    ["/root/.ssh/id_ed25519", "key"],
    ["/etc/ssh/ssh_host_rsa_key", "key"],
    ["/srv/certs/privkey.pem", "key"],
    [`${H}/app/config/master.key`, "key"],
    [`${H}/app/server-key.pem`, "key"],
    [`${H}/app/store.p12`, "key"],
    [`${H}/.aws/credentials`, "store"],
    [`${H}/.aws/sso/cache/x.json`, "store"],
    [`${H}/.kube/config`, "store"],
    [`${H}/.docker/config.json`, "store"],
    [`${H}/.npmrc`, "store"],
    [`${H}/.netrc`, "store"],
    [`${H}/.config/gh/hosts.yml`, "store"],
    [`${H}/.config/gh/*`, "store"],
    [`${H}/.gnupg/private-keys-v1.d/A.key`, "store"],
    [`${H}/.config/google-chrome/Default/Login Data`, "store"],
    [`${H}/Library/Application Support/Google/Chrome/Default/Cookies`, "store"],
    [`${H}/.mozilla/firefox/x.default/logins.json`, "store"],
    [`${H}/Library/Keychains/login.keychain-db`, "store"],
    ["/etc/shadow", "store"],
    ["/proc/self/environ", "store"],
    ["/proc/*/environ", "store"],
    ["/var/run/secrets/kubernetes.io/serviceaccount/token", "store"],
    [`${H}/app/.env`, "env"],
    [`${H}/app/.env.production.local`, "env"],
    [`${H}/app/prod.env`, "env"],
    [`${H}/app/.env*`, "env"],
    [`${H}/app/.en?`, "env"],
    [`${H}/app/.*`, "env"],
    [`${H}/app/.env.⟦$NODE_ENV⟧`, "env"],
    ["⟦$dir⟧/.env", "env"],
  ])("%s: %s", (path, kind) => expect(secretAt(path)).toBe(kind));
});

describe("holds none", () => {
  it.each([
    `${H}/.ssh/id_rsa.pub`,
    `${H}/.ssh/known_hosts`,
    `${H}/.ssh/config`,
    `${H}/.aws/config`,
    `${H}/app/.npmrc`,
    `${H}/app/.env.example`,
    `${H}/app/.env.local.sample`,
    `${H}/app/.env.template`,
    `${H}/app/example.env`,
    `${H}/app/env.ts`,
    `${H}/app/.environment`,
    `${H}/app/src/keys.ts`,
    `${H}/app/public.pem`,
    `${H}/app/cert.pem`,
    `${H}/app/tests/fixtures/server.key`,
    `${H}/app/*`,
    `${H}/app/**/*.ts`,
    "/etc/passwd",
    "/proc/cpuinfo",
    "/proc/1/cmdline",
    "⟦$f⟧",
  ])("%s", (path) => expect(secretAt(path)).toBeUndefined());
});

describe("directories", () => {
  it.each([
    [`${H}/.ssh`, true],
    [`${H}/.ssh/`, true],
    [`${H}/.gnupg`, true],
    [`${H}/.config/gcloud`, true],
    [`${H}/.config`, false],
    [H, false],
    [`${H}/app`, false],
  ])("%s: %s", (path, expected) => expect(isSecretDirectory(path)).toBe(expected));
});

it("answers for any text, and the same under another home", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(() => secretAt(text)).not.toThrow();
    }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(".ssh/id_rsa", ".netrc", ".npmrc", ".kube/config"),
      fc.stringMatching(/^[a-z]{1,8}$/),
      (file, user) => {
        expect(secretAt(`/home/${user}/${file}`)).toBe(secretAt(`/Users/${user}/${file}`));
      },
    ),
  );
});
