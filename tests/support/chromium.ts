import { execFileSync } from "node:child_process";
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
 * The browser for the tests: the one named by CHROMIUM, else the one that npm installed, which is made to be headless and
 * a third quicker, else (where that one doesn't run) the system's.
 */
export async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const ofNpm = await chromium.executablePath();
  if (runs(ofNpm)) return ofNpm;
  const found = SYSTEM_BROWSERS.find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    `${ofNpm} doesn't run here, and there is no other Chromium: install one, or name it in CHROMIUM.`,
  );
}

function runs(path: string): boolean {
  try {
    execFileSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}
