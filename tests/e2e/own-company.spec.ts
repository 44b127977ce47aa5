import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { startFakeStripe } from "../support/fake-stripe/server";
import { bookingPage } from "./support/booking-page";
import { ownDay } from "./support/days";
import { expectNoSidewaysScroll } from "./support/layout";
import { startSite } from "./support/own-site";
import { addDevice } from "./support/passkey-device";

const OWNER = { email: "dana@lakeside.example", password: "quiet harbor lamp" };
const LOGO = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#0e3a66"/></svg>',
);
const LAKE = { Street: "5 Lake Road", City: "Portland", State: "ME", "ZIP code": "04101" };

/** The step with this heading is saved, and the next one shows. */
async function onward(page: Page, next: string, button = "Save and continue") {
  await page.getByRole("button", { name: button, exact: true }).click();
  const heading = page.getByRole("heading", { name: next, level: 2 });
  await expect(heading).toBeVisible({ timeout: 20_000 }); // the site gives a logo ten seconds to be drawn
}

test("an empty folder becomes another company, which takes a card payment, without an editor or a shell", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(path.join(tmpdir(), "own-company-"));
  const stripe = await startFakeStripe({ secretKey: "sk_test_birch", webhookSecret: "whsec_birch" });
  const site = await startSite(folder, { DEMO: "off", STRIPE_API_BASE: stripe.url });
  stripe.events.state.to = `${site.address}/api/webhooks/stripe`;
  const context = await browser.newContext({ baseURL: site.address });
  const page = await context.newPage();
  try {
    await page.goto(site.startLink);
    await page.getByLabel("Company name").fill("Lakeside Home Care");
    await page.getByLabel("Your first name").fill("Dana");
    await page.getByLabel("Your last name").fill("Reed");
    await page.getByLabel("Your email").fill(OWNER.email);
    await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Create my account" }).click();
    await page.getByLabel("Email").fill(OWNER.email);
    await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();

    await expect(page.getByRole("heading", { name: "Your company", level: 2 })).toBeVisible();
    await expectAccessible(page);
    const preview = page.getByRole("complementary", { name: "Preview" });
    await expect(preview).toContainText("As saved");
    await page.getByLabel("Company name").fill("Lakeside Homes");
    await expect(preview).toContainText("Preview, not saved yet");
    await expect(preview).toContainText("Lakeside Homes");
    await page.getByLabel("Company name").fill("Lakeside Home Care");
    await page.getByLabel("Phone").fill("(207) 555-0188");
    await page.getByLabel("Description").fill("We clean homes around the lake.");
    await onward(page, "Look");
    await expect(preview).toContainText("As saved");
    await page.getByRole("radio", { name: "Blue" }).check();
    await expect(preview.getByText("Book Now")).toHaveCSS("background-color", "rgb(26, 61, 154)");
    await page
      .getByLabel("Logo")
      .setInputFiles({ name: "lake.svg", mimeType: "image/svg+xml", buffer: LOGO });
    await expect(preview.locator('img[src^="data:image/svg+xml"]')).toBeVisible();
    await expectAccessible(page);
    await onward(page, "Time zone and taxes");
    await onward(page, "Service area");
    await page.getByLabel("Where you clean").selectOption({ label: "Around a ZIP code" });
    await page.getByLabel("ZIP code of your base").fill("04101");
    await onward(page, "Opening hours");
    await onward(page, "Services and prices");
    await page.getByRole("checkbox", { name: /^Regular Cleaning/ }).check();
    await page.getByLabel("Price of Regular Cleaning").fill("55");
    await page.getByRole("checkbox", { name: /^Turnover Cleaning/ }).check();
    await expectAccessible(page);
    await onward(page, "Crews");
    await page.getByLabel("Name of the crew").fill("Crew 1");
    await page.getByLabel("Members").fill("Ana\nBo");
    await onward(page, "Email");
    await onward(page, "Payments", "Skip");
    await page.getByLabel("Stripe publishable key").fill("pk_test_birch");
    await page.getByLabel("Stripe secret key").fill(stripe.secretKey);
    await page.getByLabel("Webhook signing secret").fill(stripe.webhookSecret);
    await onward(page, "Cancellations");
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await page.getByRole("button", { name: "Make a test charge" }).click();
    await expect(
      page.getByRole("region", { name: "Notifications" }).getByText("The test charge worked"),
    ).toBeVisible();
    await onward(page, "Cancellations", "Skip");
    await onward(page, "Your account");
    const device = await addDevice(context, page);
    await page.getByLabel("Your password").fill(OWNER.password);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("button", { name: "Create passkey" }).click();
    await expect(page.getByText("Your account is protected by: A passkey")).toBeVisible();
    expect(await device.count()).toBe(1);
    await expectAccessible(page);
    await onward(page, "First texts");
    await page.getByRole("button", { name: "Finish" }).click();
    const checklist = page.getByRole("complementary", { name: /^Set up your company/ });
    await expect(checklist.getByRole("link", { name: "Connect a mail server" })).toBeVisible();
    await expect(checklist.getByText("Choose how customers pay (done)")).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const visitor = await (await browser.newContext({ baseURL: site.address })).newPage();
    await visitor.goto("/");
    await expect(visitor.getByText("This is a demo")).toHaveCount(0);
    await expect(visitor.getByRole("banner")).toContainText("Lakeside Home Care");
    await expect(visitor.getByRole("link", { name: "Book a Cleaning", exact: true })).toHaveCSS(
      "background-color",
      "rgb(26, 61, 154)",
    );
    await expect(visitor.getByRole("banner").locator('img[src^="/brand/"]')).toBeVisible();
    const book = bookingPage(visitor);
    await book.open();
    await expect(book.services.getByRole("radio")).toHaveCount(2);
    await book.chooseDay(ownDay());
    await book.chooseFirstFreeTime();
    await book.fillAddress(LAKE);
    await book.proceed.click();
    await visitor.waitForURL(/\/c\/pay\/cs_test_\w+$/);
    await visitor.getByLabel("Email").fill("ada@mail.example");
    await visitor.getByLabel("Name", { exact: true }).fill("Ada Frost");
    await visitor.getByLabel("Phone").fill("(207) 555-0123");
    await visitor.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(visitor.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();

    await page.goto("/admin/orders");
    await expect(page.getByRole("main")).toContainText("Ada Frost");
    await expect(page.getByRole("main")).toContainText("$165.00");
  } finally {
    await site.stop();
    await stripe.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test("the demo's bar leads to the page that tells what leaving it means", async ({ page }) => {
  await page.goto("/");
  const bar = page.getByRole("link", { name: "Start your own company" });
  await expect(bar).toBeVisible();
  await expectAccessible(page);
  await bar.click();
  await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
});
