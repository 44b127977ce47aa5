import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e";
import { ADDRESS, bookingPage, choose, TABS } from "./support/booking-page";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { formatLongDay, formatMonth, ownDay } from "./support/days";
import { CREWS, fillSlot, takePlacesLeft } from "./support/requests";

test.use({ javaScriptEnabled: false, expectedStatuses: [400, 402, 409] });

const NOTES = "Two cats, both shy.\nThe gate sticks.";

test("a visit is booked from the home page to the confirmation", async ({ page, request }) => {
  const date = ownDay();
  const book = bookingPage(page);
  const checkout = checkoutPage(page);

  await test.step("the page is one form with every part visible", async () => {
    await page.goto("/");
    await page
      .getByRole("article", { name: "Deep Cleaning" })
      .getByRole("link", { name: "Book Now" })
      .click();
    await expect(book.service("Deep Cleaning")).toBeChecked();
    for (const name of TABS) await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expect(page.getByRole("tab")).toHaveCount(0);
    await expect(book.continue).toHaveCount(0);
    await expect(book.proceed).toBeEnabled();
  });

  await test.step("paging through the months keeps the input", async () => {
    for (const [label, text] of Object.entries(ADDRESS)) await book.field(label).fill(text);
    await book.field("Notes (optional)").fill(NOTES);
    await book.field("Hours").selectOption("2 hours");
    await book.field("Bedrooms").selectOption("5+");
    await book.showMonthOf(date);
    await expectDraft(page);
    await choose(book.day(date));
    await page.getByRole("button", { name: "Next month" }).click();
    await page.getByRole("button", { name: "Previous month" }).click();
    await expect(page.getByText(formatMonth(date), { exact: true })).toBeVisible();
    await expect(book.day(date)).toBeChecked();
    await expectDraft(page);
  });

  await test.step("changing the type keeps it too, and clears the service", async () => {
    await book.type("Commercial").click();
    await expect(book.service("Office Cleaning")).toBeChecked();
    await expect(book.field("Bedrooms")).toHaveCount(0);
    await book.type("Residential").click();
    await expect(book.service("Regular Cleaning")).toBeChecked();
    for (const [label, text] of Object.entries(ADDRESS)) await expect(book.field(label)).toHaveValue(text);
    await choose(book.service("Deep Cleaning"));
  });

  await test.step("the free times of the day can be requested", async () => {
    await fillSlot(request, { day: date, time: "12:00 PM" });
    await page.getByRole("button", { name: "Show available times" }).click();
    await expect(book.day(date)).toBeChecked();
    await expect(book.slot("12:00 PM Full")).toBeDisabled();
    await choose(book.slot("2:00 PM"));
  });

  await test.step("errors are shown, and the input stays", async () => {
    await book.field("ZIP code").fill("0326");
    await book.field("ZIP code").press("Enter");
    await expect(page.getByRole("alert")).toContainText("Missing Information");
    await expect(book.field("ZIP code")).toHaveAccessibleDescription(/ZIP code must be 5 digits/);
    await expect(book.field("ZIP code")).toHaveValue("0326");
    await expect(book.slot("2:00 PM")).toBeChecked();
    await expect(book.field("Notes (optional)")).toHaveValue(NOTES);
    await book.field("ZIP code").fill(ADDRESS["ZIP code"]);
    await book.proceed.click();
  });

  await test.step("the checkout refuses and accepts cards", async () => {
    await page.waitForURL(/\/payment\?session_id=/);
    await expect(checkout.summary).toContainText(`${formatLongDay(date)}, 2:00 PM`);
    await checkout.fillCustomer();
    await checkout.fillCard(CARDS.declined);
    await checkout.pay.click();
    await expect(page.getByRole("alert")).toContainText("Your card was declined");
    await expect(checkout.field("Email")).toHaveValue("margaret@mail.example");
    await expect(checkout.field("Card number"), "card data is never sent back").toHaveValue("");
    await checkout.fillCard(CARDS.good);
    await checkout.pay.click();
  });

  await test.step("the booking is confirmed and takes one crew", async () => {
    await page.waitForURL(/\/payment-success\?session_id=/);
    await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible({
      timeout: 10_000,
    });
    await expect(page.getByRole("main")).toContainText(`${formatLongDay(date)}, 2:00 PM`);
    await page.getByRole("link", { name: "Book Another Cleaning" }).click();
    await expect(book.field("Street")).toHaveValue("");
    expect(await takePlacesLeft(request, { day: date, time: "2:00 PM" })).toBe(CREWS - 1);
  });
});

test("a slot taken meanwhile is refused with the remaining ones", async ({ page, request }) => {
  const date = ownDay();
  const book = bookingPage(page);
  await page.goto(`/book?month=${date.slice(0, 7)}`);
  await choose(book.day(date));
  await page.getByRole("button", { name: "Show available times" }).click();
  await choose(book.slot("10:00 AM"));
  for (const [label, text] of Object.entries(ADDRESS)) await book.field(label).fill(text);
  await fillSlot(request, { day: date, time: "10:00 AM" });

  await book.proceed.click();
  await expect(page.getByRole("alert")).toContainText("Payment Error");
  await expect(page.getByRole("alert")).toContainText(
    "That slot was just taken. Still available that day: 12:00 PM",
  );
  await expect(book.slot("10:00 AM Full")).toBeDisabled();
  await expect(book.field("Street")).toHaveValue(ADDRESS.Street);
  await choose(book.slot("12:00 PM"));
  await book.proceed.click();
  await page.waitForURL(/\/payment\?session_id=/);
});

test("cancelling the payment leads back to the filled form", async ({ page }) => {
  const date = ownDay();
  const book = bookingPage(page);
  await page.goto(`/book?month=${date.slice(0, 7)}`);
  await choose(book.day(date));
  await choose(book.slot("8:00 AM"));
  for (const [label, text] of Object.entries(ADDRESS)) await book.field(label).fill(text);
  await book.proceed.click();
  await checkoutPage(page).cancel.click();
  await expect(page.getByRole("heading", { name: "Payment Canceled" })).toBeVisible();
  await page.getByRole("link", { name: "Try Again" }).click();
  await expect(book.day(date)).toBeChecked();
  await expect(book.slot("8:00 AM")).toBeChecked();
  await expect(book.field("Street")).toHaveValue(ADDRESS.Street);
});

async function expectDraft(page: Page): Promise<void> {
  const book = bookingPage(page);
  await expect(book.service("Deep Cleaning")).toBeChecked();
  await expect(book.field("Notes (optional)")).toHaveValue(NOTES);
  await expect(book.field("Hours")).toHaveValue("2");
  await expect(book.field("Bedrooms")).toHaveValue("5");
  for (const [label, text] of Object.entries(ADDRESS)) await expect(book.field(label)).toHaveValue(text);
}
