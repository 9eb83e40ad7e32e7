import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/hosts/**", "**/node_modules/**"],
    setupFiles: "test/setup.ts",
    // Far above what any of them needs: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
