import { defineConfig } from "vitest/config";
import { articleOf } from "./app/features/content/blog/article.ts";
import { markdown } from "./scripts/markdown.ts";

/** Other rings run beside it, on a machine that may have more to do. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000 };

/** Files share what they import, which takes most of the time otherwise: they change nothing of it. As many at a time as cores. */
const together = { isolate: false, maxWorkers: 2 };

/** Each file has a database and a world of its own. More than two at a time, and the server runs out of connections. */
const onPostgres = { ...together, ...patient, globalSetup: "tests/support/postgres.ts" };

/** The rings of tests, from the fastest to the slowest; the browser's is in playwright.config.ts. */
export default defineConfig({
  plugins: [markdown({ folder: "/content/blog/", check: articleOf })],
  resolve: { tsconfigPaths: true },
  oxc: { jsx: { runtime: "automatic", development: false } }, // what production has, too
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          testTimeout: 30_000, // of properties, also on a busy machine
          include: ["app/**/*.test.{ts,tsx}", "tests/*.test.ts"],
          exclude: ["app/**/*.server.test.ts"],
          ...together,
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: ["app/**/*.server.test.ts"],
          ...onPostgres,
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["tests/http/**/*.test.ts"],
          ...onPostgres,
          env: { NODE_ENV: "production" }, // as the site runs: React renders a page in half the time
        },
      },
      {
        extends: true,
        test: {
          name: "process",
          include: ["tests/process/**/*.test.ts"],
          ...patient,
          testTimeout: 120_000,
          maxWorkers: 3, // they wait for processes
        },
      },
    ],
  },
});
