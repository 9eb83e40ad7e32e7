import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Programs that do nothing but write down their words. */
const STUBS = ["rm", "ls", "p1", "p2", "p3", "git"];
/** Programs that write down their words and then do what they always do. */
const REAL = [
  "env",
  "nohup",
  "timeout",
  "nice",
  "xargs",
  "bash",
  "sh",
  "cat",
  "base64",
  "tr",
  "rev",
  "basename",
  "tee",
  "find",
  "sort",
  "head",
  "tail",
  "seq",
  "dirname",
  "setsid",
  "stdbuf",
  "flock",
  "cp",
  "chmod",
  "cut",
];

const UNIT = "\x1f";
const RECORD = "\x1e";
const LINE = "\x1d";

/** A throwaway directory whose PATH holds recording stubs only. */
export class Sandbox {
  readonly root = mkdtempSync(join(tmpdir(), "shell-differential-"));
  readonly home = join(this.root, "home");
  /** Deep enough that no program climbs out of what is cleared for the next. */
  readonly work = join(this.root, "tree/1/2/3/4/5/6/7/8");
  private batches = 0;
  private readonly bin = join(this.root, "bin");

  constructor() {
    for (const dir of [this.home, this.work, this.bin, join(this.root, "programs")])
      mkdirSync(dir, { recursive: true });
    // A shell that finds one of these by its name would read it as its own code.
    const record = `[ -z "$BASH_VERSION" ] || exit; IFS='${UNIT}'; printf '%s${UNIT}%s${RECORD}' "\${0##*/}" "$*" >> "$LOG"; unset IFS`;
    for (const stub of STUBS) this.script(stub, `${record}\n`);
    for (const real of REAL) {
      const path = ["/usr/bin", "/bin"].map((dir) => join(dir, real)).find((each) => existsSync(each));
      // A shell goes by the name that it was called by.
      if (path && /sh$/.test(real)) {
        // Written by bash, since dash would drop exported functions; it writes line by line.
        const whole = `IFS='${UNIT}'; r="$*"; r=\${r//$'\\n'/${LINE}}`;
        const note = `${whole}; printf '%s' '${real}${UNIT}'"$r"'${RECORD}' >> "$LOG"; unset IFS`;
        this.script(real, `${note}\nexec -a ${real} /bin/bash "$@"\n`, "/bin/bash");
      } else if (path) this.script(real, `${record}\nexec ${path} "$@"\n`);
    }
  }

  private script(name: string, body: string, by = "/bin/dash"): void {
    const path = join(this.bin, name);
    writeFileSync(path, `#!${by}\n${body}`);
    chmodSync(path, 0o755);
  }

  /** Runs each program in bash and returns the argument lists that ran, and whether bash could read it. */
  run(programs: readonly string[]): string[][][] {
    // Of its own for every batch: what one left running must not write into the next one's records.
    const folder = join(this.root, "programs", String(this.batches++));
    mkdirSync(folder);
    for (const [i, text] of programs.entries()) writeFileSync(join(folder, String(i)), text);
    const driver = `
      for ((i = 0; i < ${programs.length}; i++)); do
        rm -rf "$TREE" "$HOMEDIR"; mkdir -p "$WORK/d1" "$HOMEDIR"; cd "$WORK"; : > a.txt; : > b.txt
        /usr/bin/timeout 5 /usr/bin/env -i PATH="$BIN" HOME="$HOMEDIR" LOG="$LOGS/$i.log" KNOWN=k FUNCNEST=15 \\
          /bin/bash --norc --noprofile -c "$(< "$LOGS/$i")" bash </dev/null >/dev/null 2>&1
      done`;
    spawnSync("/bin/bash", ["--norc", "-c", driver], {
      env: {
        PATH: "/usr/bin:/bin",
        WORK: this.work,
        TREE: join(this.root, "tree"),
        BIN: this.bin,
        HOMEDIR: this.home,
        LOGS: folder,
      },
      stdio: "ignore",
      timeout: 600_000,
    });
    return programs.map((_, i) => {
      const log = join(folder, `${i}.log`);
      if (!existsSync(log)) return [];
      const text = readFileSync(log, "utf8");
      rmSync(log);
      return text
        .split(RECORD)
        .slice(0, -1)
        .map((line) => line.replaceAll(LINE, "\n").split(UNIT));
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
