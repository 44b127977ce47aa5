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

/** The browser for the tests: the one named by CHROMIUM, else the system's, else the one that npm installed. */
export async function findChromium(): Promise<string> {
  const found = process.env.CHROMIUM ?? SYSTEM_BROWSERS.find((path) => existsSync(path));
  return found ?? chromium.executablePath();
}
