import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redact, redactor, redactShown } from "../../src/audit/redact.js";

const RANDOM = "q7Zt9XbW2nLk4VdR8sMf";

describe("what is hidden", () => {
  const cases: [what: string, text: string, secret: string][] = [
    ["AWS key id", "aws configure set aws_access_key_id AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"],
    ["AWS secret", `AWS_SECRET_ACCESS_KEY=${RANDOM}/x aws s3 ls`, RANDOM],
    ["GitHub token", `git clone https://ghp_${RANDOM}${RANDOM}@github.com/x/y`, RANDOM],
    ["GitHub fine token", `echo github_pat_${RANDOM}_${RANDOM}`, RANDOM],
    ["GitLab token", `curl -H "PRIVATE-TOKEN: glpat-${RANDOM}" https://gitlab.com`, RANDOM],
    ["Slack token", "slack post xoxb-1234567890-abcdefghij", "1234567890-abcdefghij"],
    ["provider key", `export OPENAI_API_KEY=sk-proj-${RANDOM}`, RANDOM],
    ["payment key", `stripe --api-key sk_live_${RANDOM}`, RANDOM],
    ["Google key", `curl 'https://maps.example.com/x?key=AIza${RANDOM}${RANDOM}'`, RANDOM],
    ["npm token", `npm config set //registry.npmjs.org/:_authToken npm_${RANDOM}${RANDOM}`, RANDOM],
    ["JWT", `curl -H 'Authorization: Bearer eyJhbGciOiJIUzI1.${RANDOM}.${RANDOM}' x`, RANDOM],
    ["basic header", `curl -H "authorization: Basic ${RANDOM}" x`, RANDOM],
    ["URL credentials", "psql postgres://app:hunter2secret@db/app", "hunter2secret"],
    ["--password x", "tool login --password hunter2 --user me", "hunter2"],
    ["--password=x", "tool login --password='hunter 2'", "hunter 2"],
    ["--token x", `vercel --token ${RANDOM}`, RANDOM],
    ["mysql -px", "mysql -u root -phunter2 app", "hunter2"],
    ["sshpass -p x", "sshpass -p hunter2 ssh host", "hunter2"],
    ["curl -u", "curl -u me:hunter2 https://example.com", "hunter2"],
    ["assignment", "DB_PASSWORD=hunter2 npm start", "hunter2"],
    ["quoted assignment", 'export SECRET_TOKEN="two words"', "two words"],
    ["JSON", '{"client_secret": "hunter2", "a": 1}', "hunter2"],
    ["YAML", "password: hunter2\nport: 1", "hunter2"],
    ["private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAAB3\n-----END OPENSSH PRIVATE KEY-----", "AAAAB3"],
    ["cut private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEow", "MIIEow"],
    ["docker -e", `docker run -e API_TOKEN=${RANDOM} x`, RANDOM],
    ["random after a name", `the token is ${RANDOM}`.replace("is ", ""), RANDOM],
    ["redis -a", "redis-cli -a hunter2 PING", "hunter2"],
    ["openssl pass", "openssl enc -pass pass:hunter2 -in x", "hunter2"],
    ["azure key", `DefaultEndpointsProtocol=https;AccountKey=${RANDOM}==;x=1`, RANDOM],
  ];
  test.each(cases)("%s", (_what, text, secret) => {
    const out = redact(text);
    expect(out).not.toContain(secret);
    expect(out).toContain("[redacted]");
  });
});

describe("what is kept", () => {
  const cases = [
    "rm -rf node_modules && npm ci",
    "mkdir -p src/a",
    "git commit -m 'fix key handling in the token parser'",
    "NODE_ENV=test npx vitest run",
    "cat src/auth/password-reset.ts",
    "grep -rn token src",
    "ssh-keygen -t ed25519 -f ./key",
    "psql -p 5432 -U app",
    "curl https://example.com/a?page=2",
    "echo $API_TOKEN",
    "PWD=/home/dev/app ls",
    "sort -k 2 file.txt",
    "git log --author=me@example.com",
  ];
  test.each(cases)("%s", (text) => expect(redact(text)).toBe(text));
});

test("values inside arguments", () => {
  const given = { env: { DB_PASSWORD: "x", list: [`--token ${RANDOM}`] }, password: "y1", n: 1 };
  const out = JSON.stringify(redactor([JSON.stringify(given)]).value(given));
  expect(out).not.toContain(RANDOM);
  expect(out).not.toMatch(/"x"|"y1"/);
  expect(out).toContain('"n":1');
});

test("a secret in any surroundings stays hidden", () => {
  const secret = fc.constantFrom(
    `ghp_${RANDOM}${RANDOM}`,
    `sk-ant-${RANDOM}`,
    "AKIAIOSFODNN7EXAMPLE",
    `xoxp-${RANDOM}`,
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), secret, fc.string({ maxLength: 300 }), (before, token, after) => {
      expect(redact(`${before} ${token} ${after}`, 5000)).not.toContain(token);
    }),
  );
});

test("any text is handled in bounded time and never throws", { timeout: 60_000 }, () => {
  fc.assert(fc.property(fc.string({ maxLength: 2000, unit: "binary" }), (text) => redact(text).length <= 500));
  for (const unit of ["a=", "password ", "-p", "://", "eyJ.", '"', "key: '", "Authorization: ", "mysql "]) {
    expect(redact(unit.repeat(500_000)).length).toBeLessThanOrEqual(500);
  }
});

describe("what a person is shown before they answer", () => {
  test.each([
    [`curl -H 'Authorization: Bearer ghp_${RANDOM}${RANDOM}' x`, "ghp_"],
    ["mysql -u root -phunter2 app", "hunter2"],
    ["DB_PASSWORD=hunter2 npm publish", "hunter2"],
    ["psql postgres://app:hunter2secret@db/app", "hunter2secret"],
    [`docker login --password '${RANDOM}'`, RANDOM],
    [
      "echo '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\nQyNTUxOQAAACDx8tVq4bJw\n-----END'",
      "b3BlbnNzaC1rZXktdjEAAAAA",
    ],
  ])("a secret is hidden, the rest is not: %s", (text, secret) => {
    const shown = redactShown(text);
    expect(shown).not.toContain(secret);
    expect(shown).toContain("[redacted]");
    expect(shown.split(" ")[0]).toBe(
      text.split("=")[0] === "DB_PASSWORD" ? "DB_PASSWORD=[redacted]" : text.split(" ")[0],
    );
  });

  test.each([
    "curl -H 'Cookie: a; rm -rf /' x",
    'tool --token "$(rm -rf ~)"',
    "DB_PASSWORD=`reboot` npm publish",
    "tool --password ../../etc",
    "TOKEN=/etc/shadow cat",
    "echo '-----BEGIN PRIVATE KEY-----' ; rm -rf /",
    "docker login -p x;reboot",
  ])("nothing that could be a command is hidden: %s", (text) => expect(redactShown(text)).toBe(text));

  test("whatever is hidden is one word of harmless characters", () => {
    const piece = fc.constantFrom(
      "--password",
      "TOKEN=",
      "-p",
      " ",
      ";",
      "$(x)",
      "rm -rf /",
      "'",
      "Authorization: ",
      "://a:b@",
      "abc",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const kept = redactShown(text).split("[redacted]");
        let at = 0;
        for (const [n, part] of kept.entries()) {
          const found = text.indexOf(part, at);
          expect(found).toBeGreaterThanOrEqual(0);
          if (n > 0 && part !== "") expect(text.slice(at, found)).not.toMatch(/[;$`|&<>(\s]/);
          at = found + part.length;
        }
      }),
    );
  });
});
