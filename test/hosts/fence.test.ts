import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { either, outputs } from "./both.js";
import { Sandbox } from "./sandbox.js";

describe.each(either)("$name behind a fence", (client) => {
  const box = new Sandbox();
  const outside = join(box.root, "outside");
  const shown = join(box.root, "shown");
  let found: readonly string[] = [];

  const refused = [
    client.bash("cat ../outside/secret.txt"),
    client.bash("cat way/secret.txt"),
    client.read(join(outside, "secret.txt")),
    client.write(join(box.project, "way/new.txt"), "x"),
    client.bash("cd .. && cat outside/secret.txt"),
    client.bash("ln -s ../outside l && echo x > l/new.txt"),
    client.bash("echo x > ../shown/new.txt"),
  ];
  const allowed = [
    client.bash("echo inside > inside.txt"),
    client.bash("cat ../shown/a.txt"),
    client.read(join(box.project, "README.md")),
  ];

  beforeAll(async () => {
    for (const directory of [outside, shown]) mkdirSync(directory);
    writeFileSync(join(outside, "secret.txt"), "beyond the fence\n");
    writeFileSync(join(shown, "a.txt"), "shown\n");
    symlinkSync(outside, join(box.project, "way"));
    mkdirSync(join(box.home, ".config/bailiff"), { recursive: true });
    writeFileSync(
      join(box.home, ".config/bailiff/policy.yaml"),
      `projects:
  - { name: app, path: ${JSON.stringify(box.project)} }
  - { name: shown, path: ${JSON.stringify(shown)}, write: false }
`,
    );
    found = outputs(await client.run(box, [...refused, ...allowed, { text: "done" }]));
  }, 900_000);
  afterAll(() => box.remove());

  it("answers every call", () => expect(found).toHaveLength(refused.length + allowed.length));
  it.each(refused.map((step, at) => [JSON.stringify(step), at] as const))("refuses %s", (_step, at) =>
    expect(found[at]).toContain("## BLOCKED"),
  );
  it.each(allowed.map((step, at) => [JSON.stringify(step), at] as const))("lets through %s", (_step, at) =>
    expect(found[refused.length + at]).not.toContain("## BLOCKED"),
  );
  it("shows and changes nothing beyond it", () => {
    expect(found.join()).not.toContain("beyond the fence");
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("beyond the fence\n");
    expect(box.read("inside.txt")).toBe("inside\n");
    expect(box.read("way/new.txt")).toBeUndefined();
  });
});
