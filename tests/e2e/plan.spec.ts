import { expect, expectAccessible, test } from "../support/e2e";
import { signUp } from "./support/account";
import { bookingPage, choose, toast } from "./support/booking-page";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { today } from "./support/days";
import { expectNoSidewaysScroll } from "./support/layout";
import { fillSlot } from "./support/requests";

/** The plan's twelve weeks are after the days of every other test. */
const FIRST = today().add({ days: 27 });
const TIME = "10:00 AM";

test.use({ viewport: { width: 390, height: 844 }, expectedStatuses: [409] }); // resuming shows clashes

test("a plan is started with a moved visit, skipped in part, paused, resumed and ended", async ({ page }) => {
  test.slow();
  const book = bookingPage(page);
  const checkout = checkoutPage(page);
  const customer = await signUp(page.request);
  await fillSlot(page.request, { day: FIRST.add({ days: 14 }).toString(), time: TIME });

  await test.step("clashes are shown with another time before payment", async () => {
    await book.open("?service=monthly-janitorial");
    await book.go("Date & Time");
    await expect(page.getByText("Every week: 4 or 5 visits a month.")).toBeVisible();
    await book.chooseDay(FIRST.toString());
    await choose(book.slot(TIME));
    await expect(page.getByText("One visit needs a new time")).toBeVisible();
    await expect(book.missing).toContainText("New time for one visit");
    await expectAccessible(page);
    for (const width of [768, 1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole("button", { name: /^Choose another time/ }).click();
    await expect(page.getByRole("button", { name: /^Close for/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: /^Close for/ }).click();
    await page.getByRole("button", { name: "Accept this time" }).click();
    await expect(page.getByText("One visit has a new time")).toBeVisible();
    await book.fillAddress();
  });

  await test.step("the first month is paid", async () => {
    await book.proceed.click();
    await checkout.arrive();
    await expect(checkout.summary).toContainText("then $950.00 every month");
    await checkout.field("Name").fill("Ada Lovelace");
    await checkout.field("Email").fill(customer.email);
    await checkout.field("Phone").fill("(603) 555-0110");
    await checkout.fillCard(CARDS.good);
    await checkout.pay.click();
    await expect(page.getByRole("heading", { name: "Your plan has started" })).toBeVisible();
    await page.getByRole("link", { name: "See your plan" }).click();
    await expect(page.getByRole("link", { name: /^Skip on/ })).toHaveCount(12);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step("one visit is skipped", async () => {
    await page
      .getByRole("link", { name: /^Skip on/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Skip this visit" }).click();
    await expect(toast(page, "Visit skipped")).toBeVisible();
    await expect(page.getByText("Skipped", { exact: true })).toBeVisible();
  });

  await test.step("it is paused and resumed", async () => {
    await page.getByRole("link", { name: /^Pause/ }).click();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Pause plan" }).click();
    await expect(toast(page, "Plan paused")).toBeVisible();
    await expect(page.getByText(/^Paused from .* until you resume/)).toBeVisible();
    await page.getByRole("link", { name: "Resume", exact: true }).click();
    await page.getByRole("button", { name: "Resume plan" }).click();
    await expect(page.getByText("One visit needs a new time")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Accept and resume" }).click();
    await expect(toast(page, "Plan resumed")).toBeVisible();
  });

  await test.step("it is ended", async () => {
    await page.getByRole("link", { name: /^End plan/ }).click();
    await page.getByRole("button", { name: "End plan" }).click();
    await expect(toast(page, /^Plan ends on /)).toBeVisible();
    await expect(page.getByText(/^This plan ends on /)).toBeVisible();
    await expectAccessible(page);
  });
});
