import { deedsOf } from "./deed-table.js";
import type { Handler } from "./emit.js";
import { texts } from "./infra-shape.js";
import type { ProgramSpec } from "./spec.js";

// Registries and builders of the less common kinds: each tool's own reference.

const PACKAGE = "publish/package";
const IMAGE = "publish/container-image";
const REMOVAL = "publish/removal";

export const programs: readonly ProgramSpec[] = [
  deedsOf(
    "jfrog jf",
    {
      "rt upload|u": "publish/artifact",
      "rt delete|del": REMOVAL,
      "rt docker-push|dp": IMAGE,
      "rt repo-delete|rdel": "publish/repository-removal",
    },
    { dry: ["--dry-run"], values: texts("--server-id", "--url", "--user", "--password") },
  ),
  deedsOf("pixi", { publish: PACKAGE }),
  deedsOf("auto", { "shipit|release": PACKAGE }, { dry: ["-d --dry-run"] }),
  deedsOf("shipjs", { trigger: PACKAGE }, { dry: ["-D --dry-run"] }),
  {
    names: ["multi-semantic-release"],
    dry: ["--dry-run"],
    forms: [{ act: PACKAGE }],
    mutates: true,
  },
  deedsOf("dzil", { release: PACKAGE }),
  deedsOf("opam-publish wingetcreate", { "submit|new|update": PACKAGE }),
  deedsOf("cachix attic", { push: "publish/artifact" }),
  deedsOf("tfx", { "release|module create|upload": PACKAGE }),
  deedsOf("pulumi", { "package publish": PACKAGE }),
  deedsOf("crossplane", { "xpkg push": PACKAGE }),
  deedsOf("flux", { "push artifact": "publish/artifact" }),
  deedsOf("timoni kcl", { "mod|module push": PACKAGE }),
  deedsOf("cue", { "mod publish": PACKAGE }, { dry: ["--dry-run"] }),
  deedsOf("ollama cog truss bentoml", { push: "publish/artifact" }),
  deedsOf("modelscope", { upload: "publish/artifact" }),
  deedsOf("quarto", { publish: "publish/pipeline" }),
  deedsOf("mkdocs", { "gh-deploy": "publish/pipeline" }),
  deedsOf("shards", { publish: PACKAGE }),
  deedsOf("bit", { export: PACKAGE }),
  deedsOf("zef fez mi6", { upload: PACKAGE }),
  deedsOf("pdk", { "release publish": PACKAGE }),
  deedsOf("puppet", { "module publish": PACKAGE }),
  deedsOf(
    "knife",
    { "supermarket|cookbook share": PACKAGE, "supermarket unshare": REMOVAL },
    { dry: ["-n --dry-run"] },
  ),
  deedsOf("berks stove", { upload: PACKAGE }),
  deedsOf(
    "ko",
    { publish: IMAGE, "build|apply|create|resolve": IMAGE },
    {
      flags: ["-L --local"],
      forms: [
        { when: { has: ["-L"] }, harmless: true },
        { when: { value: { "--push": ["false"] } }, harmless: true },
      ],
      values: texts("--push", "-t --tags", "--platform"),
    },
  ),
  deedsOf("pack", { "--publish": IMAGE }),
  deedsOf("earthly", { "--push": IMAGE }),
  deedsOf("appcenter", { "distribute release|groups": "publish/artifact" }),
  deedsOf("bower", { register: PACKAGE, unregister: REMOVAL }),
  deedsOf("apm ppm", { publish: PACKAGE, unpublish: REMOVAL }),
  deedsOf("charm charmcraft rockcraft", { "upload|release|publish": PACKAGE }),
  deedsOf("ipfs", { "name publish": "publish/artifact" }),
  deedsOf("abra mops wapm wasmer", { publish: PACKAGE }),
  deedsOf("buf", { push: PACKAGE }),
  deedsOf("cosign notation", { clean: REMOVAL }),
];

export const handlers: Readonly<Record<string, Handler>> = {};
