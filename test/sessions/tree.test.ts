import fc from "fast-check";
import { expect, it } from "vitest";
import { type SessionNode, sessionTree } from "../../src/sessions/tree.js";
import { NOW, sessionRecord } from "../brain/support.js";

const ids = (nodes: readonly SessionNode[]): unknown[] =>
  nodes.map((each) => (each.children.length === 0 ? each.session.id : [each.session.id, ids(each.children)]));

it.each([
  ["nothing", [], []],
  [
    "latest first",
    [
      ["a", null, 1],
      ["b", null, 2],
    ],
    ["b", "a"],
  ],
  [
    "children below, in order",
    [
      ["a", null, 1],
      ["c", "a", 5],
      ["b", "a", 3],
      ["d", "b", 4],
    ],
    [["a", [["b", ["d"]], "c"]]],
  ],
  ["an orphan at the top", [["b", "gone", 1]], ["b"]],
  [
    "a ring at the top",
    [
      ["a", "b", 1],
      ["b", "a", 2],
      ["c", "a", 3],
    ],
    ["b", ["a", ["c"]]],
  ],
] as const)("%s", (_, rows, expected) => {
  const sessions = rows.map(([id, parent, time]) =>
    sessionRecord(id, { parent, created: NOW + time, lastSeen: NOW + time }),
  );
  expect(ids(sessionTree(sessions))).toEqual(expected);
});

it("every session stands in it once, whatever the parents", () => {
  const rows = fc.uniqueArray(fc.record({ id: fc.nat(12), parent: fc.option(fc.nat(12)) }), {
    selector: (each) => each.id,
  });
  fc.assert(
    fc.property(rows, (list) => {
      const sessions = list.map(({ id, parent }) =>
        sessionRecord(`s${id}`, { parent: parent === null ? null : `s${parent}` }),
      );
      const found = ids(sessionTree(sessions)).flat(Number.POSITIVE_INFINITY);
      expect(found.sort()).toEqual(sessions.map((each) => each.id).sort());
    }),
  );
});
