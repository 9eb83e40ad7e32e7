/** A package's name that is also its program's, without a version. */
const NAME = /^[\w-][\w.-]*$/;

const QUIET = new Set(["--no-install", "--no", "-n", "-y", "--yes", "-q", "--quiet", "--silent"]);

/** Where the project's own program of a name lies, from the directory that it is asked for in. */
export function binaryPath(name: string): string | undefined {
  return NAME.test(name) ? `node_modules/.bin/${name}` : undefined;
}

/** Which of the project's own programs `npx NAME`, `bunx NAME` and `pnpm exec NAME` run if it is installed. */
export function localBinary(words: readonly string[]): string | undefined {
  const [program = "", ...rest] = words;
  const start = /^(?:npx|bunx)$/.test(program) ? 0 : program === "pnpm" && rest[0] === "exec" ? 1 : -1;
  if (start < 0) return undefined;
  return binaryPath(rest.slice(start).find((word) => !QUIET.has(word)) ?? "");
}
