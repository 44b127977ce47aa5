import { expect, test } from "../support/e2e";
import { ADDRESS, bookingPage, choose, toast } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";
import { CREWS, fillDay, fillSlot, takePlacesLeft } from "./support/requests";

test.describe("a slot taken meanwhile", () => {
  test.use({ expectedStatuses: [409] });

  test("is refused with the remaining times, and another can be selected", async ({ page, request }) => {
    const date = ownDay();
    const book = bookingPage(page);
    await book.open();
    await book.chooseDay(date);
    await choose(book.slot("8:00 AM"));
    await book.fillAddress();
    await fillSlot(request, { day: date, time: "8:00 AM" });

    await book.proceed.click();
    await expect(toast(page, "Payment Error")).toBeVisible();
    const message =
      "That slot was just taken. Still available that day: 10:00 AM, 12:00 PM, 2:00 PM, 4:00 PM.";
    await expect(toast(page, message)).toBeVisible();
    await expect(book.tab("Date & Time")).toHaveAttribute("aria-selected", "true");
    await expect(book.times).toContainText(message);
    await expect(book.slot("8:00 AM Full")).toBeDisabled();
    await expect(book.slot("10:00 AM")).toBeFocused();
    await expect(book.missing).toHaveText("Still missing: Time");

    await choose(book.slot("12:00 PM"));
    await expect(book.times).not.toContainText(message);
    await book.go("Location");
    for (const [label, text] of Object.entries(ADDRESS)) await expect(book.field(label)).toHaveValue(text);
    await book.proceed.click();
    await checkoutPage(page).arrive();
    await expect(checkoutPage(page).summary).toContainText("12:00 PM");
  });

  test("on a full day leads to another day", async ({ page, request }) => {
    const date = ownDay();
    const book = bookingPage(page);
    await book.open();
    await book.fillIn(date);
    await fillDay(request, date);

    await book.proceed.click();
    const message = "That slot was just taken. Nothing else is available that day; please pick another.";
    await expect(toast(page, message)).toBeVisible();
    await expect(book.times).toContainText(message);
    await expect(book.times.getByRole("radio", { disabled: true })).toHaveCount(5);
    await book.chooseDay(ownDay());
    await expect(book.times, "said of the other day").not.toContainText(message);
    await book.chooseFirstFreeTime();
    await book.proceed.click();
    await checkoutPage(page).arrive();
  });
});

test("a double click makes one booking", async ({ page, request }) => {
  const date = ownDay();
  const book = bookingPage(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/create-payment")) sent++;
  });
  await book.open();
  const time = await book.fillIn(date);
  await book.proceed.dblclick();
  await checkoutPage(page).arrive();
  expect(sent).toBe(1);
  expect(await takePlacesLeft(request, { day: date, time })).toBe(CREWS - 1);
});

test("two tabs with the same draft make one booking", async ({ page, context, request }) => {
  const date = ownDay();
  const book = bookingPage(page);
  await book.open();
  const time = await book.fillIn(date);
  const other = await context.newPage();
  await bookingPage(other).open();
  await expect(bookingPage(other).summary).toContainText(time);

  await Promise.all([book.proceed.click(), bookingPage(other).proceed.click()]);
  const sessions = await Promise.all([checkoutPage(page).arrive(), checkoutPage(other).arrive()]);
  expect(sessions[0]).toBe(sessions[1]);
  expect(await takePlacesLeft(request, { day: date, time })).toBe(CREWS - 1);
});

test.describe("a second tab that changes the time after the first has paid", () => {
  test.use({ expectedStatuses: [409] });

  test("is redirected to that booking and charged nothing", async ({ page, context, request }) => {
    const [first, second] = [ownDay(), ownDay()];
    const book = bookingPage(page);
    await book.open();
    const time = await book.fillIn(first);
    const other = await context.newPage();
    await bookingPage(other).open();
    await expect(bookingPage(other).summary).toContainText(time);
    await book.proceed.click();
    await checkoutPage(page).arrive();
    await checkoutPage(page).payWithGoodCard();

    await bookingPage(other).chooseDay(second);
    await bookingPage(other).chooseFirstFreeTime();
    await bookingPage(other).proceed.click();
    await expect(other.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
    await expect(other.getByText("You weren’t charged again")).toBeVisible();
    await expect(other.getByRole("link", { name: "Reschedule" })).toBeVisible();
    expect(await takePlacesLeft(request, { day: second, time })).toBe(CREWS);
  });
});

test("a draft changed after its checkout was opened releases its first slot", async ({ page, request }) => {
  const [first, second] = [ownDay(), ownDay()];
  const book = bookingPage(page);
  await book.open();
  const time = await book.fillIn(first);
  await book.proceed.click();
  const session = await checkoutPage(page).arrive();
  await page.goBack();
  await book.arrive();
  await book.chooseDay(second);
  await book.proceed.click();
  await checkoutPage(page).arrive();
  expect(new URL(page.url()).searchParams.get("session_id")).not.toBe(session);
  expect(await takePlacesLeft(request, { day: first, time })).toBe(CREWS);
  expect(await takePlacesLeft(request, { day: second, time })).toBe(CREWS - 1);
});
