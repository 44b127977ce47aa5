import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e";
import { bookingPage, toast } from "./support/booking-page";

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await bookingPage(page).open();
});

test("a message stays for four to five seconds", async ({ page }) => {
  await sendTooEarly(page);
  await page.clock.fastForward(3900);
  await expect(toast(page, "Missing Information")).toBeVisible();
  await page.clock.fastForward(1200);
  await expect(toast(page, "Missing Information")).toHaveCount(0);
});

test("a message waits while the pointer is on it", async ({ page }) => {
  await sendTooEarly(page);
  await toast(page, "Missing Information").hover();
  await page.clock.fastForward(20_000);
  await expect(toast(page, "Missing Information")).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.fastForward(5200);
  await expect(toast(page, "Missing Information")).toHaveCount(0);
});

test("one message shows at a time, and can be closed", async ({ page }) => {
  await sendTooEarly(page);
  await sendTooEarly(page);
  await expect(toast(page, "Missing Information")).toHaveCount(1);
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Close" }).click();
  await expect(toast(page, "Missing Information")).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a message doesn't cover what is missing", async ({ page }) => {
    const book = bookingPage(page);
    await sendTooEarly(page);
    await book.missing.getByRole("link", { name: "Street" }).click({ timeout: 2000 });
    await expect(book.field("Street")).toBeFocused();
    await expect(toast(page, "Missing Information")).toBeVisible();
  });
});

async function sendTooEarly(page: Page): Promise<void> {
  await page.locator("main form").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(toast(page, "Missing Information")).toHaveCount(1);
}
