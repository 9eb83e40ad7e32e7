import type { Plugin } from "esbuild";

/** Puts doors before the parts of a bundle that a call may not need. */
export function lazy(root: string): Plugin;
