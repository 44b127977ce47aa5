import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import chromium from "@sparticuz/chromium";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The browser for tests: the one in CHROMIUM, else the one that npm installed (headless, the same everywhere), else the
 * system's.
 */
export async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const installed = await chromium.executablePath();
  const runs = spawnSync(installed, ["--version"], { timeout: 60_000 }).status === 0;
  return (!runs && SYSTEM_BROWSERS.find((path) => existsSync(path))) || installed;
}
