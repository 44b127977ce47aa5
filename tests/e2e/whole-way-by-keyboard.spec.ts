import type { Page } from "@playwright/test";
import { expect, test } from "../support/e2e";
import { bookingPage } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { formatLongDay, formatMonth, ownDay } from "./support/days";
import { expectFocusSeen, tabTo } from "./support/keyboard";

test.use({ viewport: { width: 390, height: 844 } }); // where the bar at the bottom could cover the focus

test("a visit is booked from the home page to the confirmation by keyboard alone", async ({ page }) => {
  const date = ownDay();
  const book = bookingPage(page);
  const checkout = checkoutPage(page);
  const { keyboard } = page;

  await test.step("Home", async () => {
    await page.goto("/");
    await tabTo(page.getByRole("link", { name: "Skip to content" }));
    await keyboard.press("Enter");
    await tabTo(
      page.getByRole("article", { name: "Regular Cleaning" }).getByRole("link", { name: "Book Now" }),
    );
    await keyboard.press("Enter");
    await book.arrive();
  });

  await test.step("Service", async () => {
    await tabTo(book.service("Regular Cleaning"));
    await keyboard.press("ArrowDown");
    await expect(book.service("Deep Cleaning")).toBeChecked();
    await keyboard.press("ArrowUp");
    await expect(book.service("Regular Cleaning")).toBeChecked();
    await expectFocusSeen(page);
    await tabTo(book.continue);
    await keyboard.press("Enter");
    await expect(book.tab("Date & Time")).toHaveAttribute("aria-selected", "true");
    await expectFocusSeen(page);
  });

  await test.step("Date & Time", async () => {
    await tabTo(page.getByRole("button", { name: "Next month" }));
    while (!(await page.getByText(formatMonth(date), { exact: true }).isVisible()))
      await keyboard.press("Enter");
    await expect(book.day(date)).toBeVisible();
    await page.keyboard.press("Tab");
    await keyboard.press("Space");
    await moveToDay(page, date);
    await expect(book.day(date)).toBeChecked();
    await expect(page.getByText(formatLongDay(date), { exact: true }).first()).toBeVisible();
    await tabTo(book.slot("8:00 AM"));
    await keyboard.press("Space");
    await keyboard.press("ArrowRight");
    await expect(book.slot("10:00 AM")).toBeChecked();
    await expectFocusSeen(page);
    await tabTo(book.continue);
    await keyboard.press("Enter");
  });

  await test.step("Details", async () => {
    await expectFocusSeen(page);
    await tabTo(page.getByRole("button", { name: "More bedrooms" }));
    await keyboard.press("Space");
    await tabTo(book.hours);
    await keyboard.press("ArrowDown");
    await expect(book.hours).toHaveValue("4");
    await tabTo(book.field("Notes (optional)"));
    await keyboard.type("Ring twice.");
    await tabTo(book.continue);
    await keyboard.press("Enter");
  });

  await test.step("Location", async () => {
    await expectFocusSeen(page);
    for (const [label, text] of [
      ["Street", "14 Barnstead Road"],
      ["City", "Pittsfield"],
      ["State", "NH"],
      ["ZIP code", "03263"],
    ] as const) {
      await tabTo(book.field(label));
      await keyboard.type(text);
    }
    await keyboard.press("Shift+Tab");
    await expectFocusSeen(page);
    await tabTo(page.getByRole("button", { name: /Show the summary/ }));
    await keyboard.press("Enter");
    await expect(book.summary.getByText("3 bed, 1 bath")).toBeVisible();
    await keyboard.press("Enter");
    await tabTo(book.proceed);
    await keyboard.press("Enter");
  });

  await test.step("Payment", async () => {
    await checkout.arrive();
    for (const [label, text] of [
      ["Name", "Margaret Whitcomb"],
      ["Email", "margaret@mail.example"],
      ["Phone", "603 555 0110"],
      ["Card number", "4242424242424242"],
      ["Expiry", "1239"],
      ["CVC", "123"],
    ] as const) {
      await tabTo(checkout.field(label));
      await keyboard.type(text);
    }
    await tabTo(checkout.pay);
    await keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText(`${formatLongDay(date)}, 10:00 AM`);
    await tabTo(page.getByRole("link", { name: "Add to calendar" }));
  });
});

/** Up and down by a week, left and right by a day. */
async function moveToDay(page: Page, date: string): Promise<void> {
  const wanted = Temporal.PlainDate.from(date);
  for (let presses = 0; presses < 12; presses++) {
    await expectFocusSeen(page);
    const focused = await page.locator(":focus").inputValue();
    const days = Temporal.PlainDate.from(focused).until(wanted).days;
    if (days === 0) return;
    const [back, on] = Math.abs(days) >= 7 ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    await page.keyboard.press(days > 0 ? on : back);
  }
}
