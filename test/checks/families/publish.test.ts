import { describe, expect, test } from "vitest";
import { familyRowsOf } from "./judging.js";

describe("deletion by a host's own address", () => {
  test.each([
    ["curl -X DELETE https://api.github.com/repos/a/b", "repository-removal"],
    ["curl -sXDELETE -H 'Authorization: x' 'https://api.github.com/repos/a/b'", "repository-removal"],
    ["curl --request=DELETE https://gitlab.com/api/v4/projects/1", "repository-removal"],
    ["http DELETE https://api.github.com/repos/a/b", "repository-removal"],
    ["xh delete https://api.github.com/repos/a/b/releases/1", "release-removal"],
    ["wget --method=DELETE https://registry.npmjs.org/a/-rev/1", "removal"],
    ["curl https://api.github.com/repos/a/b", ""],
    ["curl -X DELETE https://api.github.com/repos/a/b/issues/comments/1", ""],
    ["curl -X DELETE http://localhost:3000/repos/a/b", ""],
    ["curl -d DELETE https://example.com/repos/a/b", ""],
  ])("%s", (command, expected) => expect(familyRowsOf("publish", command)).toBe(expected));
});

describe("other ways", () => {
  test.each([
    ["python3 setup.py sdist upload", "package"],
    ["python3 setup.py sdist", ""],
    ["npx -c 'npm publish'", "package"],
    ["docker buildx build --push -t a/b .", "container-image"],
    ["docker buildx build --load -t a/b .", ""],
    ["skopeo copy oci:a docker://ghcr.io/a/b", "container-image"],
    ["skopeo copy docker://ghcr.io/a/b oci:a", ""],
    ["go run github.com/goreleaser/goreleaser/v2@latest release", "package"],
    ["go run ./cmd/app release", ""],
    ["for p in a b; do (cd $p && npm publish); done", "package"],
    ["echo 'npm publish' | sh", "package"],
    ["echo npm publish", ""],
    ["npm run release", ""],
  ])("%s", (command, expected) => expect(familyRowsOf("publish", command)).toBe(expected));
});
