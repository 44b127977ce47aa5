import { expect, test } from "../support/e2e";
import { bookingPage, TABS, toast } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { bookElsewhere } from "./support/requests";

const ADDRESSES = [
  "/",
  "/services",
  "/services?type=commercial",
  "/payment",
  "/payment-canceled",
  "/confirmation",
  "/nowhere",
  "/payment?session_id=nobody",
  "/payment-success?session_id=nobody",
];

for (const width of [320, 360, 640, 1024, 1920]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 }, expectedStatuses: [404] });

    test("no page scrolls sideways", async ({ page, request }) => {
      for (const address of ADDRESSES) {
        await page.goto(address);
        await expectNoSidewaysScroll(page);
      }
      const book = bookingPage(page);
      await book.open();
      for (const name of TABS) {
        await book.go(name);
        await expectNoSidewaysScroll(page);
      }
      await page.locator("main form").evaluate((form: HTMLFormElement) => form.requestSubmit());
      await expect(toast(page, "Missing Information")).toBeVisible();
      await expectNoSidewaysScroll(page);

      await page.goto(await bookElsewhere(request, { day: ownDay(), time: "8:00 AM" }));
      await formComesAlive(page);
      await checkoutPage(page).pay.click();
      await expect(checkoutPage(page).field("Name")).toBeFocused();
      await expectNoSidewaysScroll(page);
    });
  });
}
