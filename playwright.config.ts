import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/support/chromium";

const port = Number(process.env.E2E_PORT ?? 41730);

/** Journeys through the built site in a real browser, on a server and a database of their own. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    baseURL: `http://localhost:${port}`,
    browserName: "chromium",
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-US",
    trace: { mode: "retain-on-failure", screenshots: false }, // without filming every test
    launchOptions: {
      executablePath: await findChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  webServer: {
    command: "node tests/support/e2e-server.ts",
    env: {
      PORT: String(port),
      HOST: "localhost",
      NODE_ENV: "production",
      RATE_LIMIT_FACTOR: "0",
      LOG_LEVEL: "warn",
    },
    url: `http://localhost:${port}/`,
    stdout: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
  },
});
