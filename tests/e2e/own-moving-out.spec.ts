import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { expectNoSidewaysScroll } from "./support/layout";
import { startSite } from "./support/own-site";

const PAGE = "/admin/settings/moving-out";
const OWNER = { email: "dana@lakeside.example", password: "quiet harbor lamp" };

/** What the lists of the office count. */
async function countsOf(page: Page, address: string): Promise<string[]> {
  const texts: string[] = [];
  for (const list of ["/admin/bookings", "/admin/orders", "/admin/plans"]) {
    await page.goto(address + list);
    texts.push(await page.getByRole("main").innerText());
  }
  return texts;
}

test("everything of one site is taken back on an empty one, whose owner keeps their account", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(path.join(tmpdir(), "moving-out-"));
  const file = path.join(folder, "everything.zip");
  const one = await startSite(path.join(folder, "one"));
  const page = await (await browser.newContext()).newPage();
  let before: string[] = [];
  try {
    const { administrator } = await one.logins();
    await logIn(page.request, { ...administrator, at: one.address });
    before = await countsOf(page, one.address);
    await page.goto(`${one.address}/admin/settings/advanced`);
    await page.getByRole("link", { name: "Open Moving out" }).click();
    await expect(page.getByText("entry codes of all homes, in clear text")).toBeVisible();
    await expect(page.getByText("This is the demo.", { exact: false }).last()).toBeVisible();
    await page.getByRole("button", { name: "Export everything" }).click();
    await expect(toast(page, "Export started")).toBeVisible({ timeout: 20_000 });
    const link = page.getByRole("link", { name: /^Download the export/ });
    await expect(link).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const downloading = page.waitForEvent("download");
    await link.click();
    await (await downloading).saveAs(file);
  } finally {
    await one.stop();
  }

  const two = await startSite(path.join(folder, "two"), { DEMO: "off" });
  const owner = await (await browser.newContext({ baseURL: two.address })).newPage();
  try {
    await owner.goto(two.startLink);
    await owner.getByLabel("Company name").fill("Lakeside Home Care");
    await owner.getByLabel("Your first name").fill("Dana");
    await owner.getByLabel("Your last name").fill("Reed");
    await owner.getByLabel("Your email").fill(OWNER.email);
    await owner.getByLabel("Password", { exact: true }).fill(OWNER.password);
    await owner.getByRole("button", { name: "Create my account" }).click();
    await owner.getByLabel("Email").fill(OWNER.email);
    await owner.getByLabel("Password", { exact: true }).fill(OWNER.password);
    await owner.getByRole("main").getByRole("button", { name: "Login" }).click();
    await expect(owner.getByRole("heading", { name: "Your company", level: 2 })).toBeVisible({
      timeout: 30_000,
    });

    await owner.goto(PAGE);
    await owner
      .getByLabel("ZIP of an export")
      .setInputFiles({ name: "a.zip", mimeType: "application/zip", buffer: Buffer.from("no zip") });
    await owner.getByRole("button", { name: "Upload and check" }).click();
    await expect(owner.getByRole("alert").filter({ hasText: "Not uploaded" })).toBeVisible({
      timeout: 20_000,
    });
    await owner.getByLabel("ZIP of an export").setInputFiles(file);
    await owner.getByRole("button", { name: "Upload and check" }).click();
    await owner.getByRole("link", { name: /^Take back the export/ }).click({ timeout: 60_000 });
    await expectAccessible(owner);
    await owner.getByLabel("Type TAKE BACK to confirm").fill("TAKE BACK");
    await owner.getByRole("button", { name: "Take it back" }).click();
    await expect(owner.getByRole("columnheader", { name: "On this site" })).toBeVisible({ timeout: 90_000 });
    await expectAccessible(owner);
    await expectNoSidewaysScroll(owner);
    const figures = owner.getByRole("list", { name: "Uploaded exports" }).getByRole("row");
    for (const row of (await figures.all()).slice(1)) {
      const [said, here] = await row.getByRole("cell").allInnerTexts();
      expect(here).toBe(said);
    }
    await owner.getByRole("button", { name: "Switch emails on" }).click();
    await expect(toast(owner, "Emails go out now")).toBeVisible({ timeout: 20_000 });
    expect(await countsOf(owner, two.address)).toEqual(before);
  } finally {
    await two.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
