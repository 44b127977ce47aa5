import { existsSync } from "node:fs";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser for the tests: the one named by CHROMIUM, else the system's, else the one that npm installed. */
export async function findChromium(): Promise<string> {
  const found = process.env.CHROMIUM ?? SYSTEM_BROWSERS.find((path) => existsSync(path));
  if (found) return found;
  const { default: chromium } = await import("@sparticuz/chromium");
  return chromium.executablePath();
}
