/**
 * `npm run mails`: every mail of `mail-samples.tsx` as a page, as plain text and as pictures (600 and 360 px wide, by day and
 * by night), in data/mails or in the folder that is named. `-- FOLDER --only TEXT` makes those with this text in their name.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { createServer } from "vite";
import { findChromium } from "../tests/support/chromium.ts";

const { values, positionals } = parseArgs({
  options: { only: { type: "string", default: "" } },
  allowPositionals: true,
});
const folder = path.resolve(positionals[0] ?? "data/mails");
mkdirSync(folder, { recursive: true });

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
const { SAMPLES } = (await vite.ssrLoadModule(
  "/scripts/mail-samples.tsx",
)) as typeof import("./mail-samples");
const { renderEmail } = (await vite.ssrLoadModule(
  "/app/features/notifications/email/render.server.ts",
)) as typeof import("../app/features/notifications/email/render.server");
const { withLogo } = (await vite.ssrLoadModule(
  "/app/features/notifications/email/logo.tsx",
)) as typeof import("../app/features/notifications/email/logo");

const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
for (const [name, mail] of Object.entries(SAMPLES)) {
  if (!name.includes(values.only)) continue;
  const { html, text } = renderEmail(mail);
  const file = path.join(folder, name);
  writeFileSync(`${file}.html`, withLogo(html));
  writeFileSync(`${file}.txt`, `${text}\n`);
  for (const width of [600, 360])
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ viewport: { width, height: 500 }, colorScheme });
      await page.setContent(withLogo(html));
      const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      if (Number(over) > 0) process.stdout.write(`${name} is ${over} px wider than ${width}\n`);
      await page.screenshot({ path: `${file}-${width}-${colorScheme}.png`, fullPage: true });
      await page.close();
    }
}
await browser.close();
await vite.close();
process.stdout.write(`The mails are in ${folder}\n`);
