import { expect, expectAccessible, test } from "../support/e2e";
import { bookingPage, choose, toast } from "./support/booking-page";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";
import { formComesAlive } from "./support/hydration";
import { bookElsewhere, fillDay, fillSlot } from "./support/requests";

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const address of [
    "/",
    "/services",
    "/services?type=commercial",
    "/payment",
    "/payment-canceled",
    "/confirmation",
  ]) {
    test(address, async ({ page }) => {
      await page.goto(address);
      await expectAccessible(page);
    });
  }

  test("the menu is accessible when open", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
    await expectAccessible(page);
  });

  test("the summary is accessible when open", async ({ page }) => {
    await bookingPage(page).open();
    await page.getByRole("button", { name: "Show the summary" }).click();
    await expect(page.getByText("2 bed, 1 bath")).toBeVisible();
    await expectAccessible(page);
  });
});

for (const width of [390, 1440]) {
  test.describe(`the booking page, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("is accessible on each tab, with errors and a toast", async ({ page, request }) => {
      const [day, full] = [ownDay(), ownDay()];
      await fillSlot(request, { day, time: "8:00 AM" });
      await fillDay(request, full);
      const book = bookingPage(page);
      await book.open();
      await expectAccessible(page);
      await book.chooseDay(day);
      await choose(book.slot("12:00 PM"));
      await expectAccessible(page);
      await book.go("Details");
      await expectAccessible(page);
      await book.fillAddress({ Street: "14 Barnstead Road", State: "N", "ZIP code": "1" });
      await book.field("Street").focus();
      await expect(book.field("State")).toHaveAttribute("aria-invalid", "true");
      await page.locator("main form").evaluate((form: HTMLFormElement) => form.requestSubmit());
      await expect(toast(page, "Missing Information")).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test.describe("accessible in further states are", () => {
  test.use({ expectedStatuses: [402, 404, 409, 410, 500] });

  test("the checkout: empty, with errors, refused, paid", async ({ page, request }) => {
    const checkout = checkoutPage(page);
    await page.goto(await bookElsewhere(request, { day: ownDay(), time: "8:00 AM" }));
    await formComesAlive(page);
    await expectAccessible(page);
    await checkout.pay.click();
    await expect(checkout.field("Name")).toBeFocused();
    await expectAccessible(page);
    await checkout.fillCustomer();
    await checkout.fillCard(CARDS.declined);
    await checkout.pay.click();
    await expect(page.getByRole("alert")).toContainText("declined");
    await expectAccessible(page);
    await checkout.fillCard(CARDS.good);
    await checkout.pay.click();
    await expect(page.getByRole("heading", { name: "Confirming your payment..." })).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
    await expectAccessible(page);
  });

  test("a slot that was just taken", async ({ page, request }) => {
    const day = ownDay();
    const book = bookingPage(page);
    await book.open();
    const time = await book.fillIn(day);
    await fillSlot(request, { day, time });
    await book.proceed.click();
    await expect(toast(page, "Payment Error")).toBeVisible();
    await expectAccessible(page);
  });

  test("free days that could not be loaded", async ({ page }) => {
    const book = bookingPage(page);
    await page.route(/\/api\/availability/, (route) => route.fulfill({ status: 500, body: "" }));
    await book.open();
    await book.go("Date & Time");
    await page.getByRole("button", { name: "Next month" }).click();
    await expect(page.getByRole("alert")).toContainText("couldn’t load");
    await expectAccessible(page);
  });

  for (const address of ["/nowhere", "/payment?session_id=nobody", "/payment-success?session_id=nobody"]) {
    test(address, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 }).filter({ visible: true })).not.toHaveText(
        /Confirming/,
      );
      await expectAccessible(page);
    });
  }

  test("an expired payment", async ({ page, request }) => {
    const url = await bookElsewhere(request, { day: ownDay(), time: "8:00 AM" });
    await request.get(url.replace("/payment?", "/payment-canceled?"));
    await page.goto(url);
    await expectAccessible(page);
  });
});
