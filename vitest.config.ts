import { defineConfig } from "vitest/config";
import { articleOf } from "./app/features/blog/article.ts";
import { markdown } from "./scripts/markdown.ts";

/**
 * Files share what they import: each has a database and a world of its own anyway. Two at a time, or the server runs out
 * of connections.
 */
const onPostgres = { globalSetup: "tests/support/postgres.ts", isolate: false, maxWorkers: 2 };

/** The rings of tests, from the fastest to the slowest; the browser's is in playwright.config.ts. */
export default defineConfig({
  plugins: [markdown({ folder: "/content/blog/", check: articleOf })],
  resolve: { tsconfigPaths: true },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          testTimeout: 30_000, // of properties, also on a busy machine
          include: ["app/**/*.test.{ts,tsx}", "tests/*.test.ts"],
          exclude: ["app/**/*.server.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: ["app/**/*.server.test.ts"],
          testTimeout: 30_000,
          ...onPostgres,
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          testTimeout: 30_000,
          ...onPostgres,
        },
      },
      {
        extends: true,
        test: { name: "process", include: ["tests/process/**/*.test.ts"], testTimeout: 60_000 },
      },
    ],
  },
});
