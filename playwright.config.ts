import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/support/chromium";

const sitePort = Number(process.env.E2E_PORT ?? 41730);
const officePort = sitePort + 1;
process.env.CHROMIUM ??= await findChromium(); // found once, for the workers as well
const OFFICE = /\/office-[\w-]+\.spec\.ts$/;

/**
 * Journeys through the built site in a real browser. What the office changes, every visitor sees at once, so its journeys
 * have a server and a database of their own.
 */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 3, // on two cores: a browser often waits
  retries: 0,
  timeout: 60_000, // of a journey of many steps, also on a busy machine
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    browserName: "chromium",
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-US",
    // A trace keeps every answer of the site, of each test: `TRACE=on npm test -- browser` when a failure needs to be seen.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath: process.env.CHROMIUM,
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
  projects: [
    { name: "site", testIgnore: OFFICE, use: { baseURL: originOf(sitePort) } },
    { name: "office", testMatch: OFFICE, use: { baseURL: originOf(officePort) } },
  ],
  webServer: [sitePort, officePort].map((port) => ({
    command: "node tests/support/e2e-server.ts",
    env: {
      PORT: String(port),
      HOST: "localhost",
      NODE_ENV: "production",
      DEMO: "small",
      RATE_LIMIT_FACTOR: "0",
      LOG_LEVEL: "warn",
      TIME_URL: "http://127.0.0.1:9",
    },
    url: originOf(port),
    stdout: "pipe" as const,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 20_000 },
  })),
});

function originOf(port: number): string {
  return `http://localhost:${port}`;
}
