import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, expectAccessible, test } from "../support/e2e";
import { ADDRESS, bookingPage } from "./support/booking-page";
import { expectNoSidewaysScroll } from "./support/layout";
import { startSite } from "./support/own-site";

test.use({ expectedStatuses: [400] });

const PORTSMOUTH = { ...ADDRESS, City: "Portsmouth", "ZIP code": "03801" };

test("a visitor outside the area asks the company to come, and staff add the ZIP code", async ({
  page,
  browser,
}) => {
  test.slow(); // a site of its own: the area is everybody's
  const folder = await mkdtemp(path.join(tmpdir(), "area-site-"));
  const site = await startSite(folder);
  try {
    const { administrator } = await site.logins();
    const office = await (await browser.newContext({ baseURL: site.address })).newPage();
    await office.goto("/login?redirect=%2Fadmin%2Fsettings%2Farea");
    await office.getByLabel("Email").fill(administrator.email);
    await office.getByLabel("Password", { exact: true }).fill(administrator.password);
    await office.getByRole("button", { name: "Login" }).click();
    await office.getByLabel("In a list of ZIP codes").check();
    await office.getByLabel("ZIP codes", { exact: true }).fill("03263 03301");
    await office.getByRole("button", { name: "Save area" }).click();
    await expect(office.getByText("2 ZIP codes", { exact: true })).toBeVisible();
    await expectAccessible(office);

    await page.goto(`${site.address}/book`);
    const book = bookingPage(page);
    await book.arrive();
    await book.fillAddress(PORTSMOUTH);
    await expect(page.getByRole("heading", { name: "We are not in 03801 yet" })).toBeVisible();
    await expect(book.proceed).toHaveCount(0);
    await book.summary.getByRole("button", { name: "Ask us to come" }).click();
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.getByLabel("Name").fill("Grace Hopper");
    await page.getByLabel("Email", { exact: true }).fill("grace@mail.example");
    await expectAccessible(page);
    // Whoever is quicker than people are is asked to press once more.
    await expect(async () => {
      await page.getByRole("button", { name: "Send Request" }).click();
      await expect(page.getByRole("heading", { name: "We have your request for 03801" })).toBeVisible({
        timeout: 2000,
      });
    }).toPass();
    await expect(book.field("Street")).toHaveValue(ADDRESS.Street);

    await office.goto("/admin");
    await office.getByRole("link", { name: /Grace Hopper in 03801/ }).click();
    await office.getByRole("button", { name: "Add 03801 to the area" }).click();
    await expect(office.getByText("In your area")).toBeVisible();
    await expectAccessible(office);
    await expectNoSidewaysScroll(office);

    await page.reload();
    await expect(page.getByRole("button", { name: "Proceed to Payment" })).toBeVisible();
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
