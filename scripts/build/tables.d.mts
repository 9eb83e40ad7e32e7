import type { Plugin } from "esbuild";

/** Entries as texts in a bundle. */
export function tables(root: string, module: string): Plugin;
