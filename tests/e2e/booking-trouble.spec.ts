import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e";
import { ADDRESS, bookingPage, toast } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";

const CREATE_PAYMENT = "**/api/create-payment";

test.use({ expectedStatuses: [429, 500, 502, 503] });

const json = (status: number, body: unknown) => ({
  status,
  contentType: "application/json",
  body: JSON.stringify(body),
});

test("an unavailable checkout is reported, and the next try works", async ({ page }) => {
  const book = bookingPage(page);
  await book.open();
  await book.fillIn(ownDay());
  for (const { trouble, answer, message } of [
    {
      trouble: "an error with a message",
      answer: json(503, { error: { message: "The checkout can't be reached." } }),
      message: "The checkout can't be reached.",
    },
    {
      trouble: "too many tries",
      answer: json(429, { error: { message: "Too many attempts. Please wait a minute and try again." } }),
      message: "Too many attempts. Please wait a minute and try again.",
    },
    {
      trouble: "an error without a message",
      answer: json(500, {}),
      message: "Failed to create payment session",
    },
    {
      trouble: "a proxy's page instead of an answer",
      answer: { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" },
      message: "Failed to create payment session. Please check your connection and try again.",
    },
    { trouble: "an answer without an address", answer: json(200, {}), message: "No checkout URL received" },
    {
      trouble: "a lost connection",
      answer: null,
      message: "Failed to create payment session. Please check your connection and try again.",
    },
  ]) {
    await test.step(trouble, async () => {
      await page.route(CREATE_PAYMENT, (route) => (answer ? route.fulfill(answer) : route.abort("aborted")));
      await book.proceed.click();
      await expect(toast(page, "Payment Error")).toHaveCount(1);
      await expect(toast(page, message)).toBeVisible();
      await expect(book.proceed).toBeEnabled();
      await page.unroute(CREATE_PAYMENT);
      await closeToast(page);
    });
  }
  await book.go("Location");
  await expect(book.field("Street")).toHaveValue(ADDRESS.Street);
  await book.proceed.click();
  await checkoutPage(page).arrive();
});

test("free days that could not be loaded are requested again", async ({ page }) => {
  const availability = /\/api\/availability/;
  const book = bookingPage(page);
  await book.open();
  await book.go("Date & Time");
  await page.route(availability, (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("button", { name: "Next month" }).click();
  await expect(page.getByRole("alert")).toContainText("We couldn’t load the available days.");
  await page.unroute(availability);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await book.chooseDay(ownDay());
});

async function closeToast(page: Page): Promise<void> {
  const notifications = page.getByRole("region", { name: "Notifications" });
  await notifications.getByRole("button", { name: "Close" }).click();
  await expect(notifications.getByRole("button")).toHaveCount(0);
}
