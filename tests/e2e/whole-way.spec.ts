import { readFile } from "node:fs/promises";
import { expect, test } from "../support/e2e";
import { bookingPage, toast } from "./support/booking-page";
import { readEvent } from "./support/calendar-file";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { COMPANY_ZONE, formatLongDay, ownDay } from "./support/days";
import { expectNoSidewaysScroll } from "./support/layout";
import { CREWS, takePlacesLeft } from "./support/requests";

test.use({ expectedStatuses: [402] }); // a declined card

for (const width of [320, 390, 768, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: width < 600 ? 800 : 900 } });

    test("a visit is booked from the home page to the confirmation by mouse", async ({ page, request }) => {
      const day = ownDay();
      const book = bookingPage(page);
      const checkout = checkoutPage(page);
      let time = "";
      let session = "";

      await test.step("the home page's card preselects its service", async () => {
        await page.goto("/");
        await expectNoSidewaysScroll(page);
        await page
          .getByRole("article", { name: "Deep Cleaning" })
          .getByRole("link", { name: "Book Now" })
          .click();
        await expect(page).toHaveURL("/book?service=deep-cleaning");
        await book.arrive();
        await expect(book.service("Deep Cleaning")).toBeChecked();
        await expectNoSidewaysScroll(page);
      });

      await test.step("the four tabs are filled in", async () => {
        await book.continue.click();
        await expect(book.tab("Date & Time")).toHaveAttribute("aria-selected", "true");
        await book.chooseDay(day);
        time = await book.chooseFirstFreeTime();
        await expectNoSidewaysScroll(page);
        await book.continue.click();
        await page.getByRole("button", { name: "More hours" }).click();
        await page.getByRole("button", { name: "More bedrooms" }).click();
        await book.field("Notes (optional)").fill("The key is under the third flowerpot.");
        await expectNoSidewaysScroll(page);
        await book.continue.click();
        await book.fillAddress();
        await expectNoSidewaysScroll(page);
      });

      await test.step("going to the checkout is announced", async () => {
        const answered = page.waitForResponse("**/api/create-payment").then(() => performance.now());
        await book.proceed.click();
        await expect(book.processing).toBeDisabled();
        await expect(toast(page, "Redirecting to Payment")).toBeVisible();
        await expectNoSidewaysScroll(page);
        session = await checkout.arrive();
        expect(performance.now() - (await answered), "milliseconds until the checkout").toBeGreaterThan(950);
      });

      await test.step("the checkout shows the order", async () => {
        for (const text of [
          "Deep Cleaning, 4 hours × $68.00",
          "$272.00",
          formatLongDay(day),
          time,
          "14 Barnstead Road, Pittsfield, NH 03263",
        ])
          await expect(checkout.summary).toContainText(text);
        await expectNoSidewaysScroll(page);
      });

      await test.step("each refused card has its error, and the input stays", async () => {
        await checkout.fillCustomer();
        await checkout.fillCard(CARDS.declined);
        await checkout.pay.click();
        await expect(page.getByRole("alert")).toContainText("Your card was declined");
        await checkout.fillCard(CARDS.withoutFunds);
        await checkout.pay.click();
        await expect(page.getByRole("alert")).toContainText("insufficient funds");
        await expect(checkout.field("Name")).toHaveValue("Margaret Whitcomb");
        await expectNoSidewaysScroll(page);
      });

      await test.step("a good card is confirmed", async () => {
        await checkout.fillCard(CARDS.good);
        await checkout.pay.click();
        await page.waitForURL(`/payment-success?session_id=${session}`);
        await expect(page.getByRole("heading", { name: "Confirming your payment..." })).toBeVisible();
        await expectNoSidewaysScroll(page);
        await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
        const main = page.getByRole("main");
        for (const text of [
          "Deep Cleaning",
          `${formatLongDay(day)}, ${time}`,
          "4 hours",
          "14 Barnstead Road, Pittsfield, NH 03263",
          "$272.00",
          "margaret@mail.example",
          session,
        ])
          await expect(main).toContainText(text);
        await expect(page.getByRole("link", { name: "Return Home" })).toHaveAttribute("href", "/");
        await expect(page.getByRole("link", { name: "Book Another Cleaning" })).toHaveAttribute(
          "href",
          "/book",
        );
        await expectNoSidewaysScroll(page);
      });

      await test.step("the calendar file has the visit", async () => {
        const downloading = page.waitForEvent("download");
        await page.getByRole("link", { name: "Add to calendar" }).click();
        const download = await downloading;
        expect(download.suggestedFilename()).toMatch(/\.ics$/);
        const event = readEvent(await readFile(await download.path(), "utf8"));
        const start = startOf(day, time);
        expect(event.get("DTSTART")).toBe(stamp(start));
        expect(event.get("DTEND")).toBe(stamp(start.add({ hours: 4 })));
        expect(event.get("SUMMARY")).toContain("Deep Cleaning");
        expect(event.get("LOCATION")).toBe("14 Barnstead Road, Pittsfield, NH 03263");
        expect(event.get("UID")).toBeTruthy();
        expect(event.get("DTSTAMP")).toMatch(/^\d{8}T\d{6}Z$/);
      });

      await test.step("the booking opens without an account", async () => {
        await page.getByRole("link", { name: "View my booking" }).click();
        await expect(page.getByRole("heading", { name: "Deep Cleaning" })).toBeVisible();
        await expect(page.getByRole("link", { name: /^Reschedule/ })).toBeVisible();
        await page.goBack();
      });

      await test.step("the draft is cleared and one crew is taken", async () => {
        await page.getByRole("link", { name: "Book Another Cleaning" }).click();
        await expect(book.missing).toHaveText("Still missing: Date, Time, Street, City, State, ZIP code");
        await expect(book.service("Regular Cleaning")).toBeChecked();
        expect(await takePlacesLeft(request, { day, time })).toBe(CREWS - 1);
      });
    });
  });
}

function startOf(day: string, time: string): Temporal.Instant {
  const [, hour, half] = /^(\d+):00 (AM|PM)$/.exec(time) ?? [];
  const clock = Temporal.PlainTime.from({ hour: (Number(hour) % 12) + (half === "PM" ? 12 : 0) });
  return Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone: COMPANY_ZONE, plainTime: clock })
    .toInstant();
}

/** An instant in a calendar file: "20261201T130000Z". */
function stamp(moment: Temporal.Instant): string {
  return moment.toString({ smallestUnit: "second" }).replace(/[-:]/g, "");
}
