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

for (const { trouble, answer, message } of [
  {
    trouble: "an error with a message",
    answer: json(503, { error: { message: "The checkout can't be reached. Please try again in a minute." } }),
    message: "The checkout can't be reached. Please try again in a minute.",
  },
  {
    trouble: "too many tries",
    answer: json(429, { error: { message: "Too many tries. Please wait a minute and try again." } }),
    message: "Too many tries. Please wait a minute and try again.",
  },
  {
    trouble: "an error without a message",
    answer: json(500, {}),
    message: "Failed to create payment session",
  },
  {
    trouble: "a proxy's page instead of an answer",
    answer: { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" },
    message: /^Failed to create payment session/,
  },
  { trouble: "an answer without an address", answer: json(200, {}), message: "No checkout URL received" },
]) {
  test(`${trouble} is said, and the next try works`, async ({ page }) => {
    await page.route(CREATE_PAYMENT, (route) => route.fulfill(answer));
    await bookingPage(page).open();
    await bookingPage(page).fillIn(ownDay());
    await expectTroubleThenSuccess(page, message);
  });
}

test("a lost connection is said, and the next try works", async ({ page }) => {
  await page.route(CREATE_PAYMENT, (route) => route.abort("aborted"));
  await bookingPage(page).open();
  await bookingPage(page).fillIn(ownDay());
  await expectTroubleThenSuccess(
    page,
    "Failed to create payment session. Please check your connection and try again.",
  );
});

test("free days that could not be loaded are asked for again", async ({ page }) => {
  const availability = /\/api\/availability/;
  const book = bookingPage(page);
  await book.open();
  await book.go("Date & Time");
  await page.route(availability, (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("button", { name: "Next month" }).click();
  await expect(page.getByRole("alert")).toContainText("The free days could not be loaded.");
  await page.unroute(availability);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await book.chooseDay(ownDay());
});

async function expectTroubleThenSuccess(page: Page, message: string | RegExp): Promise<void> {
  const book = bookingPage(page);
  await book.proceed.click();
  await expect(toast(page, "Payment Error")).toBeVisible();
  await expect(page.getByRole("region", { name: "Notifications" }).getByText(message)).toBeVisible();
  await expect(book.proceed).toBeEnabled();
  await book.go("Location");
  await expect(book.field("Street")).toHaveValue(ADDRESS.Street);
  await page.unroute(CREATE_PAYMENT);
  await book.proceed.click();
  await checkoutPage(page).arrive();
}
