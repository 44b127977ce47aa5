import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { bookingPage, toast } from "./support/booking-page";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";
import { expectNoSidewaysScroll } from "./support/layout";

test.use({ expectedStatuses: [400] });

const someCode = () => `E${randomUUID().slice(0, 7)}`.toUpperCase();

for (const [width, javaScriptEnabled] of [
  [390, true],
  [1440, false],
] as const) {
  test(`staff create a coupon and a customer pays less with it, ${width} px wide ${javaScriptEnabled ? "with" : "without"} script`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow();
    const code = someCode();
    await page.setViewportSize({ width, height: 900 });
    await logIn(page.request, await demoAdministrator());
    await page.goto("/admin/coupons/new");
    await page.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
    await page.getByRole("textbox", { name: "Percent" }).fill("20");
    await page.getByLabel("Total uses").fill("1");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Create coupon" }).click();
    await expect(toast(page, `Coupon ${code} created`)).toBeVisible();
    const panel = page.url();
    await expect(page.getByRole("heading", { name: code })).toBeVisible();

    const context = await browser.newContext({
      ...{ viewport: { width, height: 900 }, javaScriptEnabled },
      ...(baseURL && { baseURL }),
    });
    const theirs = await context.newPage();
    const field = theirs.getByLabel("Coupon code");
    const checkout = checkoutPage(theirs);
    if (javaScriptEnabled) {
      const book = bookingPage(theirs);
      await book.open();
      await theirs.getByRole("button", { name: "Show the summary" }).click();
      await theirs.getByText("I have a code").click();
      await field.fill(`${code}X`);
      await theirs.getByRole("button", { name: "Apply" }).click();
      await expect(theirs.getByText(`We don’t know the code ${code}X.`)).toBeVisible();
      await expect(field).toBeFocused();
      await expectAccessible(theirs);
      await field.fill(` ${code.toLowerCase()} `);
      await field.press("Enter");
      await expect(book.summary).toContainText(`Code ${code} (20% off)-$31.80`);
      await expect(book.summary).toContainText("Total$127.20");
      await expectNoSidewaysScroll(theirs);
      await theirs.getByRole("button", { name: "Hide the summary" }).click();
      await book.go("Details");
      await book.hours.selectOption("4 hours");
      await expect(book.summary).toContainText("Total$169.60");
      await theirs.reload();
      await expect(book.summary).toContainText("Total$169.60");
      await book.fillIn(ownDay());
      await book.proceed.click();
    } else {
      await theirs.goto("/book");
      await theirs.getByText("I have a code").click();
      await field.fill(code);
      await theirs.getByRole("button", { name: "Apply" }).click();
      await expect(bookingPage(theirs).summary).toContainText("Total$127.20");
      await expect(field).toHaveValue(code);
      await context.close();
      return;
    }
    await theirs.waitForURL(/\/payment\?session_id=/);
    await expect(checkout.summary).toContainText(`Code ${code} (20% off)`);
    await checkout.fillCustomer();
    await checkout.fillCard(CARDS.good);
    await checkout.pay.click();
    await theirs.waitForURL(/\/payment-success/);
    await expect(theirs.getByText("$169.60").first()).toBeVisible();
    await context.close();

    await page.goto(panel);
    await expect(page.getByText("Used up: this code can’t be used now.")).toBeVisible();
    await expect(page.getByRole("region", { name: "Last used for" }).getByRole("link")).toHaveCount(1);
    await page.getByText("Change the terms").click();
    await page.getByLabel("Total uses").fill("0");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Total uses must be a whole number, or empty for no limit.")).toBeVisible();
    await page.getByLabel("Total uses").fill("");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(toast(page, "Coupon saved")).toBeVisible();
    await page.getByRole("button", { name: "End this coupon" }).click();
    await expect(page.getByText("Ended: this code can’t be used now.")).toBeVisible();
  });
}

test("a plan says that codes are for single visits", async ({ page }) => {
  const book = bookingPage(page);
  await book.open("?service=monthly-home-care");
  await expect(book.summary).toContainText("Coupon codes are for single visits, not for plans.");
  await expect(page.getByLabel("Coupon code")).toHaveCount(0);
});

test("the phone form shows the price less the coupon while it is typed", async ({ page }) => {
  const code = someCode();
  await logIn(page.request, await demoAdministrator());
  const form = { intent: "create", code, kind: "amount", value: "25", scope: "all" };
  await page.request.post("/admin/coupons/new", { form });
  await page.goto("/admin/bookings/new");
  const total = page.getByRole("complementary", { name: "Booking" });
  await total.getByLabel("Coupon code").fill(code.toLowerCase());
  await expect(total).toContainText(`Code ${code}-$25.00`);
  await expect(total).toContainText("$134.00");
  await total.getByLabel("Coupon code").fill(`${code}9`);
  await expect(total).toContainText(`We don’t know the code ${code}9.`);
});
