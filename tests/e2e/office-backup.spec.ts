import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { restoreInto, startSite } from "./support/own-site";

const ADVANCED = "/admin/settings/advanced";

/** The office's figures: the four cards, today, the chart, the lists with their totals. */
async function figuresOf(page: Page, address: string): Promise<string[]> {
  const texts: string[] = [];
  for (const at of ["/admin", "/admin/bookings", "/admin/orders", "/admin/customers"]) {
    await page.goto(`${address}${at}`);
    const text = await page.locator("#content").innerText();
    // Backups and restores are activity too, and the time to answer a claim runs.
    texts.push(text.replace(/Recent Activity[\s\S]*/, "").replace(/\d+ h \d+ min left/g, "some time left"));
  }
  return texts;
}

async function confirm(page: Page, word: string, typed = word) {
  await page.getByLabel(`Type ${word} to confirm`).fill(typed);
}

test("a backup restored into an empty site shows the same figures, and brings everything back after a reset", async ({
  browser,
}) => {
  test.setTimeout(400_000);
  const folder = await mkdtemp(path.join(tmpdir(), "white-birch-e2e-"));
  const [first, second] = [path.join(folder, "one"), path.join(folder, "two")];
  const file = path.join(folder, "backup.jsonl.gz");
  const one = await startSite(first);
  const { administrator } = await one.logins();
  const page = await (await browser.newContext()).newPage();
  try {
    await logIn(page.request, { ...administrator, at: one.address });
    const before = await figuresOf(page, one.address);
    await page.goto(one.address + ADVANCED);
    await page.getByRole("button", { name: "Create Backup" }).click();
    await expect(toast(page, "Backup started")).toBeVisible();
    await expect(page.getByText("Last verified backup")).toBeVisible({ timeout: 60_000 });
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: /^Download the backup/ }).click();
    await (await downloading).saveAs(file);
    await one.stop();

    await restoreInto(second, file);
    const two = await startSite(second);
    try {
      await logIn(page.request, { ...administrator, at: two.address });
      expect(await figuresOf(page, two.address)).toEqual(before);

      await page.goto(two.address + ADVANCED);
      await page.getByRole("link", { name: "Go back to the demo" }).click();
      await confirm(page, "DEMO");
      await page.getByRole("button", { name: "Reset to the demo" }).click();
      await expect(toast(page, "All data reset")).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText("Before a reset")).toBeVisible();

      await page.getByRole("link", { name: /^Restore the backup/ }).click();
      await confirm(page, "RESTORE");
      await page.getByRole("button", { name: "Restore this backup" }).click();
      await expect(toast(page, "Restore started")).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText("Site restored to")).toBeVisible({ timeout: 120_000 });
      expect(await figuresOf(page, two.address)).toEqual(before);
    } finally {
      await two.stop();
    }
  } finally {
    await one.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

for (const [colorScheme, width] of [
  ["light", 390],
  ["dark", 1440],
] as const) {
  test.describe(`in ${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 }, expectedStatuses: [400] });

    test("the Advanced tab is accessible, also with its confirmation and errors", async ({
      page,
      context,
    }) => {
      test.slow();
      await logIn(context.request, await demoAdministrator());
      await page.goto(ADVANCED);
      await expectAccessible(page);
      await page.getByRole("link", { name: "Go back to the demo" }).click();
      await formComesAlive(page);
      await confirm(page, "DEMO", "YES");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Type DEMO to confirm", { exact: true }).last()).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  });
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("a backup is created, and a reset is refused with the reason", async ({ page, context }) => {
    await logIn(context.request, await demoAdministrator());
    await page.goto(ADVANCED);
    await page.getByRole("button", { name: "Create Backup" }).click();
    await expect(page.getByRole("list", { name: "Backups" }).getByText("Manual").first()).toBeVisible();
    await page.getByRole("link", { name: "Go back to the demo" }).click();
    await confirm(page, "DEMO", "YES");
    await page.getByRole("button", { name: "Reset to the demo" }).click();
    await expect(page.getByText("Type DEMO to confirm", { exact: true }).last()).toBeVisible();
  });
});
