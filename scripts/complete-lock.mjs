// After `npm install` from a registry that lacks some platforms' packages, npm leaves them out of the lock
// file, and `npm ci` refuses such a file everywhere: node scripts/complete-lock.mjs [package-lock.json]
// adds them back with the platform that their name tells.

import { readFileSync, writeFileSync } from "node:fs";

const file = process.argv[2] ?? "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8"));
const OS = ["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32", "aix"];
const CPU = ["arm64", "x64", "arm", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];
let added = 0;
for (const [at, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${at}/node_modules/${name}`,
      top = `node_modules/${name}`;
    if (lock.packages[nested] || lock.packages[top]) continue;
    const words = name.replace(/^@[^/]+\//, "").split(/[-_./]/);
    const os = OS.filter((o) => words.includes(o) || (o === "win32" && words.includes("windows")));
    const cpu = CPU.filter((c) => words.includes(c));
    const libc = words.includes("musl") ? ["musl"] : words.includes("gnu") ? ["glibc"] : undefined;
    const version = range.replace(/^[\^~=v]+/, "");
    console.log("adding", name, version, os, cpu, libc ?? "");
    lock.packages[top] = {
      version,
      ...(cpu.length ? { cpu } : {}),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(os.length ? { os } : {}),
      ...(libc ? { libc } : {}),
    };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added, "added");
