import { expect, test } from "../support/e2e";
import { ADDRESS, bookingPage, choose } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { ownDay, ownPlanDay } from "./support/days";

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a home is priced by its size and an extra, from the service to the checkout", async ({ page }) => {
    const date = ownDay();
    const book = bookingPage(page);
    await page.goto(`/book?month=${date.slice(0, 7)}`);
    await choose(book.service("Home Cleaning"));
    await choose(book.day(date));
    await page.getByRole("button", { name: "Show available times" }).click();
    await expect(book.field("Half baths")).toBeVisible();
    await choose(book.slot("8:00 AM"));
    await page.getByRole("radio", { name: "Up to 1,500 sq ft" }).check();
    await book.field("Half baths").selectOption("1");
    await book.field("How many: Inside oven").selectOption("1");
    for (const [label, text] of Object.entries(ADDRESS)) await book.field(label).fill(text);
    await page.getByRole("button", { name: "Show available times" }).click();

    await expect(page.getByRole("radio", { name: "Up to 1,500 sq ft" })).toBeChecked();
    for (const line of ["1 half bath$9.00", "Up to 1,500 sq ft$15.00", "Inside oven$35.00", "Total$239.00"])
      await expect(book.summary).toContainText(line);
    await expect(book.summary).toContainText("Durationabout 3 h 45 min");
    await book.proceed.click();
    await page.waitForURL(/\/payment\?session_id=/);
    await expect(checkoutPage(page).summary).toContainText("$239.00");
  });
});

test("a plan costs what its frequency costs, on the page and at the checkout", async ({ page }) => {
  const date = ownPlanDay();
  const book = bookingPage(page);
  const often = page.getByRole("group", { name: "How often" });
  await book.open("?service=home-cleaning");
  await book.go("Details");
  await page.getByRole("radio", { name: "Up to 1,500 sq ft" }).check();
  await book.chooseDay(date);
  await expect(often.getByRole("radio", { name: "Just once $195.00" })).toBeChecked();
  await choose(often.getByRole("radio", { name: "Every month $146.00 a visit, $146.00 a month" }));
  await expect(book.summary).toContainText("Total$146.00");
  await choose(often.getByRole("radio", { name: "Every week $130.00 a visit, $563.33 a month" }));
  await expect(book.summary).toContainText("Total$563.33");
  await choose(book.times.getByRole("radio", { disabled: false }).last()); // other plans take the first
  await book.fillAddress();
  await book.proceed.click();
  await checkoutPage(page).arrive();
  await expect(checkoutPage(page).summary).toContainText("then $563.33 every month");
});
