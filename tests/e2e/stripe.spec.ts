import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { test as base, expect } from "../support/e2e";
import { type FakeStripe, startFakeStripe } from "../support/fake-stripe/server";
import { ADDRESS, bookingPage, choose, toast } from "./support/booking-page";
import { formatLongDay, ownDay } from "./support/days";
import { type OwnSite, startSite } from "./support/own-site";

/** A site with a fake Stripe, shared by the tests of this file. */
const test = base.extend<object, { shop: { site: OwnSite; stripe: FakeStripe } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants it so
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), "stripe-site-"));
      const stripe = await startFakeStripe({ secretKey: "sk_test_birch", webhookSecret: "whsec_birch" });
      const site = await startSite(folder, {
        STRIPE_API_BASE: stripe.url,
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      });
      stripe.events.state.to = `${site.address}/api/webhooks/stripe`;
      await use({ site, stripe });
      await site.stop();
      await stripe.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.site.address),
});

test.describe.configure({ mode: "default" }); // one site for all of them

/** Stripe's hosted page. */
function hostedPage(page: Page) {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  return {
    arrive: () => page.waitForURL(/\/c\/pay\/cs_test_\w+$/),
    back: page.getByRole("link", { name: "Back" }),
    async pay(by: "Pay" | "Pay by bank transfer" = "Pay") {
      await field("Email").fill("margaret@mail.example");
      await field("Name").fill("Margaret Whitcomb");
      await field("Phone").fill("(603) 555-0123");
      await page.getByRole("button", { name: by, exact: true }).click();
    },
  };
}

async function proceed(page: Page, day: string): Promise<string> {
  const book = bookingPage(page);
  await book.open();
  const time = await book.fillIn(day);
  await book.proceed.click();
  await hostedPage(page).arrive();
  return time;
}

test.use({ expectedStatuses: [402] }); // a declined card

test("a visit is booked, paid at Stripe, and confirmed", async ({ page, shop }) => {
  const day = ownDay();
  const time = await proceed(page, day);
  await expect(page.getByRole("listitem").first()).toContainText(`${formatLongDay(day)}, ${time}`);
  await page.getByLabel("Card number").fill("4000 0000 0000 0002");
  const checkout = hostedPage(page);
  await checkout.pay();
  await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
  await checkout.pay();
  await page.waitForURL(/\/payment-success\?session_id=cs_test_/);
  await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(`${formatLongDay(day)}, ${time}`);
  await expect(page.getByRole("main")).toContainText("margaret@mail.example");
  const [order] = [...shop.stripe.books.intents.values()].slice(-1);
  expect(order?.metadata.order).toMatch(/^[0-9a-f-]{36}$/);
});

test("leaving Stripe leads back to the filled form and its slot", async ({ page }) => {
  const day = ownDay();
  const time = await proceed(page, day);
  await hostedPage(page).back.click();
  await expect(page.getByRole("heading", { name: "Payment Canceled" })).toBeVisible();
  await page.getByRole("link", { name: "Try Again" }).click();
  const book = bookingPage(page);
  await book.arrive();
  await book.go("Location");
  await expect(book.field("Street")).toHaveValue(ADDRESS.Street);
  await book.proceed.click();
  await hostedPage(page).arrive();
  await expect(page.getByRole("listitem").first()).toContainText(`${formatLongDay(day)}, ${time}`);
});

test.describe("a failing Stripe", () => {
  test.use({ expectedStatuses: [503] });

  test("is reported in a toast, and the second try finds the slot still held", async ({ page, shop }) => {
    const book = bookingPage(page);
    await book.open();
    await book.fillIn(ownDay());
    shop.stripe.trouble.add({ kind: 503, times: 100 });
    await book.proceed.click();
    await expect(toast(page, "Payment Error")).toBeVisible({ timeout: 25_000 });
    await expect(toast(page, "Failed to create payment session")).toBeVisible();
    shop.stripe.trouble.clear();
    await book.proceed.click();
    await hostedPage(page).arrive();
    await hostedPage(page).pay();
    await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form leads to Stripe, which the page's policy allows", async ({ page }) => {
    const day = ownDay();
    const book = bookingPage(page);
    await page.goto("/book");
    await book.showMonthOf(day);
    await choose(book.day(day));
    await choose(book.slot("8:00 AM"));
    for (const [label, text] of Object.entries(ADDRESS)) await book.field(label).fill(text);
    await book.proceed.click();
    await hostedPage(page).arrive();
    await hostedPage(page).pay();
    await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible({
      timeout: 15_000,
    });
  });
});
