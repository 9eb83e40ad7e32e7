import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision, Finding } from "../../src/checks/finding.js";
import { MOST_LINES, refusal, warning } from "../../src/text/frame.js";
import { quoted, safeLine } from "../../src/text/safe.js";

const call = (input: Record<string, unknown>, rawTool = "Bash") => ({ tool: "bash", rawTool, input });
const finding = (over: Partial<Finding> = {}): Finding => ({
  check: "families",
  code: "ERR_RULE",
  severity: "deny",
  ruleId: "git-history/hard-reset",
  message: "Uncommitted work would be lost",
  suggestion: "Use `git stash` first.",
  subject: "git reset --hard",
  ...over,
});
const decision = (...findings: Finding[]): Decision => ({ decision: findings[0]?.severity ?? "allow", findings });

describe("the frame", () => {
  test("of a refusal", () => {
    expect(refusal(call({ command: "git reset --hard" }), decision(finding()), { role: "Runs planned tasks" })).toBe(
      [
        "## BLOCKED: Bash `git reset --hard`",
        "",
        "**Reason:** Uncommitted work would be lost.",
        "**Agent Role:** Runs planned tasks",
        "**Suggestion:** Use `git stash` first.",
        "**Next Steps:**",
        "1. Take the suggestion; do not try the same by another route.",
        "2. If it is needed as it is, stop and ask the user to run it. (Rule: git-history/hard-reset)",
      ].join("\n"),
    );
  });

  test.each([
    ["a repeated refusal says so", { repeated: true }, "ALREADY BLOCKED: do not retry this call."],
    ["many refusals advise to stop", { escalated: true }, "stop and ask the user"],
    ["without a role there is no such line", {}, "**Suggestion:**"],
  ])("%s", (_, options, text) => {
    const out = refusal(call({}), decision(finding()), options);
    expect(out).toContain(text);
    expect(out.includes("Agent Role")).toBe(false);
  });

  test("an ask that nobody can answer is a refusal that says so", () => {
    const ask = decision(finding({ severity: "ask" }));
    expect(refusal(call({}), ask)).toMatch(/^## BLOCKED: .*nobody can be asked here/s);
    expect(refusal(call({}), ask, { asking: true })).toMatch(/^## APPROVAL NEEDED: /);
  });

  test("a warning", () => {
    const out = warning(
      call({ command: "chmod 777 x" }),
      decision(finding({ severity: "warn", subject: "chmod 777 x" })),
    );
    expect(out).toMatch(/^## WARNING: Bash `chmod 777 x`\n\n\*\*Reason:\*\* /);
  });

  test("names the other findings in one line and stays within ten", () => {
    const many = Array.from({ length: 9 }, (_, i) => finding({ ruleId: `own/${i}` }));
    const out = refusal(call({}), decision(finding(), ...many), { role: "x", repeated: true, escalated: true });
    expect(out).toContain("Also found: own/0, own/1, own/2, own/3 and 5 more.");
    expect(out.split("\n").length).toBeLessThanOrEqual(MOST_LINES);
  });
});

// Anything a terminal could take for more than text, kept apart from the expressions under test.
const FORBIDDEN = [
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u,
  /[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u00ad\u061c\u180e\u115f\u1160\u3164\uffa0]/u,
  /[\u2500-\u259f]/u,
  /[\u{1f000}-\u{1faff}]|[\u2600-\u27bf]|\ufe0f|\u20e3|[\u{e0000}-\u{e0fff}]/u,
  /[\ue000-\uf8ff]/u,
  /[\ud800-\udfff]/u,
];

const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)), maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        "\u001b[31m",
        "\u202e",
        "\u200d",
        "🔥",
        "❤️",
        "1️⃣",
        "🇩🇪",
        "═",
        "█",
        "\n",
        "\r\n",
        "\u2028",
        "\u0085",
        "`",
        "``` ",
        "**Reason:** x",
        "\n## BLOCKED: y",
        "# ",
        "1. ",
        "{what}",
        "{reason}",
        "$&",
        "rm -rf /",
        "\ud83d",
        " ",
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join("")),
);

const heads = [
  /^## (BLOCKED|WARNING|APPROVAL NEEDED): /,
  /^$/,
  /^\*\*Reason:\*\* /,
  /^\*\*Agent Role:\*\* /,
  /^\*\*Suggestion:\*\* /,
  /^\*\*Next Steps:\*\*$/,
  /^[1-9]\. /,
];

describe("whatever the input was", () => {
  test("the text is plain, short, and only the frame makes lines", () => {
    fc.assert(
      fc.property(
        fc.record({
          raw: nasty,
          command: nasty,
          subject: nasty,
          message: nasty,
          suggestion: nasty,
          role: nasty,
          id: nasty,
        }),
        fc.constantFrom("deny" as const, "ask" as const, "warn" as const),
        (data, severity) => {
          const found = decision(
            finding({
              severity,
              subject: data.subject,
              message: data.message,
              suggestion: data.suggestion,
              ruleId: data.id,
            }),
            finding({ severity, ruleId: data.command }),
          );
          const say = severity === "warn" ? warning : refusal;
          const out = say(call({ command: data.command }, data.raw), found, { role: data.role });
          for (const bad of FORBIDDEN) expect(out).not.toMatch(bad);
          const lines = out.split("\n");
          expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
          let at = 0;
          for (const line of lines) {
            const kind = heads.findIndex((head, i) => i >= at && head.test(line));
            expect(kind, `${JSON.stringify(line)} belongs to the frame`).toBeGreaterThanOrEqual(0);
            at = kind === 6 ? 6 : kind + 1;
          }
          for (const label of ["**Reason:**", "**Suggestion:**", "**Agent Role:**", "**Next Steps:**"])
            expect(lines.filter((line) => line.replace(/`[^`]*`/g, "").includes(label)).length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("quoted text cannot leave its backticks, and no line is longer than asked", () => {
    fc.assert(
      fc.property(nasty, fc.integer({ min: 4, max: 80 }), (text, limit) => {
        expect(quoted(text, limit).slice(1, -1)).not.toContain("`");
        expect(safeLine(text, limit).length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [
      "plain ASCII and letters of other scripts stay",
      "naïve 日本語 Ωμέγα rm -rf ./x 100% ©",
      "naïve 日本語 Ωμέγα rm -rf ./x 100% ©",
    ],
    ["numbers and signs stay", "0123456789 #*", "0123456789 #*"],
    ["escape sequences lose their head", "a\u001b[31mb", "a[31mb"],
  ])("%s", (_, input, expected) => {
    expect(safeLine(input)).toBe(expected);
  });
});
