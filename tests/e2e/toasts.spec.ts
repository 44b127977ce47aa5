import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e";
import { bookingPage, toast } from "./support/booking-page";

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  await bookingPage(page).open();
});

test("a toast stays for four to five seconds", async ({ page }) => {
  await sendTooEarly(page);
  await page.clock.fastForward(3900);
  await expect(toast(page, "Missing Information")).toBeVisible();
  await page.clock.fastForward(1200);
  await expect(toast(page, "Missing Information")).toHaveCount(0);
});

test("a toast stays while the pointer is on it", async ({ page }) => {
  await sendTooEarly(page);
  await toast(page, "Missing Information").hover();
  await page.clock.fastForward(20_000);
  await expect(toast(page, "Missing Information")).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.fastForward(5200);
  await expect(toast(page, "Missing Information")).toHaveCount(0);
});

test("one toast is shown at a time, and can be closed", async ({ page }) => {
  await sendTooEarly(page);
  await sendTooEarly(page);
  await expect(toast(page, "Missing Information")).toHaveCount(1);
  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Close" }).click();
  await expect(toast(page, "Missing Information")).toHaveCount(0);
});

for (const width of [320, 768]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("a toast covers neither the button nor the missing items", async ({ page }) => {
      const book = bookingPage(page);
      await sendTooEarly(page);
      await book.missing.getByRole("link", { name: "ZIP code" }).click({ trial: true, timeout: 2000 });
      const message = await toast(page, "Please fill in all required fields").boundingBox();
      const button = await book.proceed.boundingBox();
      expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThan(button?.y ?? 0);
    });
  });
}

async function sendTooEarly(page: Page): Promise<void> {
  await page.locator("main form").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(toast(page, "Missing Information")).toHaveCount(1);
}
