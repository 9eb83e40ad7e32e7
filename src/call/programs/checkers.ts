import type { Handler } from "./emit.js";
import { flags } from "./entry.js";
import type { ProgramSpec } from "./spec.js";
import { taking } from "./wrapper.js";

// Compilers, formatters, linters and what counts or dissects files: those that look by default, and the options with
// which they change what they look at. Their own caches do not count. Each by its own documentation.

/** Looks, and changes files with these options alone. */
const unless = (names: string, changing: string, more: Partial<ProgramSpec> = {}): ProgramSpec => ({
  names: names.split(" "),
  flags: flags(changing),
  forms: [{ when: { any: changing.split(/,? /) }, mutates: true }],
  mutates: false,
  ...more,
});

const IN_PLACE = ["-w", "--write", "-i", "--in-place", "--inplace"];

/** Changes files, and only looks with these options. */
const onlyWith = (names: string, looking: string, more: Partial<ProgramSpec> = {}): ProgramSpec => ({
  names: names.split(" "),
  flags: flags(looking),
  forms: [{ when: { any: looking.split(/,? /), none: IN_PLACE }, mutates: false }],
  mutates: true,
  ...more,
});

export const programs: readonly ProgramSpec[] = [
  {
    names: ["tsc", "vue-tsc", "tsgo"],
    style: "single-dash",
    flags: flags("--noEmit -noEmit, --showConfig, --listFilesOnly, --init, -b --build, -v --version, -w --watch"),
    values: { ...taking("-p --project, --target -t, --module -m"), "--outDir --outFile --declarationDir": "write" },
    forms: [
      { when: { any: ["--init", "-b"] }, mutates: true },
      // A build's own record is written beside it, which --noEmit alone does not ask for.
      { when: { any: ["--noEmit", "--showConfig", "--listFilesOnly"] }, mutates: false },
      { when: { any: ["-v"] }, harmless: true },
    ],
    mutates: true,
  },
  unless(
    "eslint oxlint stylelint rubocop standardrb ktlint swiftlint tslint xo",
    "--fix, --fix-dry-run, -a, -A, -F, --init, --auto-gen-config, --write",
    { values: { "-o --output-file --out": "write" } },
  ),
  unless("markdownlint markdownlint-cli2 htmlhint", "-f --fix"),
  onlyWith("prettier dprint", "--check -c, --list-different -l"),
  {
    names: ["biome", "rome"],
    subcommands: {
      "check lint format ci": {
        flags: flags("--write --apply --fix, --apply-unsafe, --unsafe, --staged, --changed"),
        forms: [{ when: { any: ["--write", "--apply-unsafe"] }, mutates: true }],
        mutates: false,
      },
      "explain version rage search": { mutates: false },
    },
    mutates: "unknown",
  },
  {
    names: ["ruff"],
    subcommands: {
      "check linter rule config version": {
        flags: flags("--fix, --fix-only, --unsafe-fixes, --add-noqa, --diff, --watch -w, --statistics"),
        values: taking("--select, --ignore, --output-format, --config, --exclude"),
        forms: [{ when: { any: ["--fix", "--fix-only", "--add-noqa"] }, mutates: true }],
        mutates: false,
      },
      format: {
        flags: flags("--check, --diff"),
        forms: [{ when: { any: ["--check", "--diff"] }, mutates: false }],
        mutates: true,
      },
    },
    mutates: "unknown",
  },
  onlyWith("black isort", "--check --check-only -c, --diff"),
  onlyWith("yapf autopep8 autoflake pyupgrade", "-d --diff, --check -c"),
  onlyWith("rustfmt", "--check"),
  onlyWith("gofmt gofumpt goimports shfmt", "-l, -d"),
  unless("clang-tidy cppcheck cpplint", "-fix --fix, --fix-errors -fix-errors, --fix-notes"),
  {
    names: [
      "mypy",
      "pyright",
      "basedpyright",
      "flake8",
      "pylint",
      "pyflakes",
      "pycodestyle",
      "pydocstyle",
      "bandit",
      "vulture",
      "shellcheck",
      "hadolint",
      "actionlint",
      "yamllint",
      "jsonlint",
      "tflint",
      "kubeconform",
      "kubeval",
      "staticcheck",
      "phpstan",
      "publint",
      "attw",
      "depcheck",
      "madge",
      "tokei",
      "cloc",
      "scc",
      "sloccount",
      "loc",
    ],
    mutates: false,
  },
  {
    names: ["nm", "objdump", "readelf", "size", "otool", "lipo-info", "c++filt", "addr2line", "ldd"],
    operands: "read",
    mutates: false,
  },
  {
    names: ["hostname", "domainname", "dnsdomainname"],
    flags: flags(
      "-f --fqdn --long, -s --short, -i --ip-address, -I --all-ip-addresses, -d --domain, -A, -y --yp, -b --boot",
    ),
    values: { "-F --file": "read" },
    forms: [{ when: { max: 0, none: ["-F", "-b"] }, mutates: false }],
    mutates: true,
  },
  {
    names: ["rustup"],
    subcommands: {
      "show which doc check help": { mutates: false },
      toolchain: { mutates: true, subcommands: { list: { mutates: false } } },
      target: { mutates: true, subcommands: { list: { mutates: false } } },
      component: { mutates: true, subcommands: { list: { mutates: false } } },
    },
    mutates: "unknown",
  },
  {
    names: ["rustc", "gcc", "g++", "clang", "cc"],
    flags: flags("-V, -v, -vV, -c, -S, -E, -g, -Wall"),
    values: { "-o": "write" },
    forms: [{ when: { any: ["-V", "-vV", "-v"], max: 0 }, harmless: true }],
    mutates: "unknown",
  },
];

export const handlers: Readonly<Record<string, Handler>> = {};
