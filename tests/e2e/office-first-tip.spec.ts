import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { bookingPage, toast } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";
import { expectNoSidewaysScroll } from "./support/layout";
import { askDatabase } from "./support/site-database";

/** Books three hours of Regular Cleaning ($159.00) with a tip of 15 percent ($24.00), pays, and opens the booking. */
async function bookWithTip(page: Page) {
  const book = bookingPage(page);
  const checkout = checkoutPage(page);
  await book.open();
  await book.fillIn(ownDay());
  const summary = page.getByRole("button", { name: "Show the summary" });
  if (await summary.isVisible()) await summary.click();
  await page.getByText("Add a tip").click();
  await expect(page.getByRole("radio", { name: "No tip" })).toBeChecked();
  await expect(page.getByLabel("Your tip")).toBeHidden();
  await page.getByRole("radio", { name: "Other" }).check({ force: true });
  await page.getByLabel("Your tip").fill("12.50");
  await expect(book.summary).toContainText("Total$171.50");
  await page.getByRole("radio", { name: "15%" }).check({ force: true });
  await expect(book.summary).toContainText("Tip$24.00");
  await expect(book.summary).toContainText("Total$183.00");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await book.arrive();
  await expect(book.summary).toContainText("Total$183.00");
  await book.proceed.click();
  await checkout.arrive();
  await expect(checkout.summary).toContainText("Tip");
  await checkout.cancel.click();
  await page.getByRole("link", { name: "Try Again" }).click();
  await book.arrive();
  await book.proceed.click();
  await checkout.arrive();
  await expect(checkout.summary).toContainText("$183.00");
  await checkout.payWithGoodCard();
  const main = page.getByRole("main");
  await expect(main).toContainText("Tip");
  await expect(main).toContainText("$24.00");
  await expect(main).toContainText("$183.00");
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "View my booking" }).click();
  await expect(page.getByRole("heading", { name: "Regular Cleaning" })).toBeVisible();
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

test("a visitor adds a tip, pays it, and gets all back for a visit that is cancelled in time", async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 900 });
  await bookWithTip(page);
  await page.getByRole("link", { name: /^Cancel/ }).click();
  await expect(page.getByText("It includes your tip of $24.00.")).toBeVisible();
  await expect(page.getByText("$183.00").first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Cancel this cleaning" }).click();
  await expect(toast(page, "Cleaning cancelled")).toBeVisible();
  await expect(toast(page, "Your refund: $183.00.")).toBeVisible();
});

test("staff who cancel late keep half the price, and the tip goes back", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  const id = await bookWithTip(page);
  await askDatabase("update bookings set late_fee_applies = true where id = $1", [id]);

  const office = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(baseURL && { baseURL }),
  });
  const desk = await office.newPage();
  await logIn(desk.request, await demoAdministrator());
  await desk.goto(`/admin/bookings/${id}`);
  await desk.getByText("Cancel with a refund").click();
  await expect(desk.getByText("Per the cancellation policy: $103.50, with the tip of $24.00")).toBeVisible();
  await expect(desk.getByText("Only the tip: $24.00")).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole("button", { name: "Cancel this booking" }).click();
  await expect(toast(desk, /cancelled/i)).toBeVisible();
  await desk.getByRole("link", { name: "Order and refunds" }).click();
  const lines = desk.getByRole("region", { name: "Lines" });
  await expect(lines.getByRole("row", { name: /^Tip refunded/ })).toContainText("-$24.00");
  const refunds = await askDatabase(
    `select r.amount::text, l.kind from refunds r join orders o on o.id = r.order_id
     left join order_lines l on l.id = r.line_id where o.booking_id = $1 order by r.amount`,
    [id],
  );
  expect(refunds).toEqual([
    { amount: "2400", kind: "tip" },
    { amount: "7950", kind: null },
  ]);
  await office.close();
});

test("without script a tip is chosen by the same chips", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...{ viewport: { width: 768, height: 900 }, javaScriptEnabled: false },
    ...(baseURL && { baseURL }),
  });
  const page = await context.newPage();
  await page.goto("/book");
  await page.getByText("Add a tip").click();
  await expect(page.getByLabel("Your tip")).toBeHidden();
  await page.getByRole("radio", { name: "Other" }).check({ force: true });
  await page.getByLabel("Your tip").fill("12");
  await expectNoSidewaysScroll(page);
  await context.close();
});
