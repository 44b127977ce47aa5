import { expect, test } from "../support/e2e";
import { bookingPage, choose } from "./support/booking-page";
import { formatLongDay, ownDay, today } from "./support/days";
import { fillDay, fillSlot } from "./support/requests";

test("past days can't be selected, and say so", async ({ page }) => {
  const now = today();
  const book = bookingPage(page);
  await book.open();
  await book.go("Date & Time");
  await expect(page.getByRole("button", { name: "Previous month" })).toBeDisabled();
  for (let day = now.with({ day: 1 }); Temporal.PlainDate.compare(day, now) < 0; day = day.add({ days: 1 })) {
    const past = page.getByRole("radio", { name: `${formatLongDay(day.toString())}, past` });
    await expect(past).toBeDisabled();
  }
  await expect(book.day(now.toString())).toHaveAccessibleName(/, today/);
});

test("the calendar ends after a year", async ({ page }) => {
  const last = today().add({ days: 365 });
  const book = bookingPage(page);
  await book.open(`?month=${last.toPlainYearMonth()}`);
  await book.go("Date & Time");
  await expect(book.day(last.toString())).toBeEnabled();
  await expect(page.getByRole("button", { name: "Next month" })).toBeDisabled();
  const tooFar = last.add({ days: 1 });
  if (tooFar.month === last.month) await expect(book.day(tooFar.toString())).toBeDisabled();
});

test("weeks start on Sunday", async ({ page }) => {
  const date = Temporal.PlainDate.from(ownDay());
  const sunday = date.subtract({ days: date.dayOfWeek % 7 });
  const book = bookingPage(page);
  await book.open(`?month=${sunday.toPlainYearMonth()}`);
  await book.go("Date & Time");
  const freeTimes = async (weekday: Temporal.PlainDate) =>
    (await book.day(weekday.toString()).boundingBox())?.x ?? Number.NaN;
  const first = await freeTimes(sunday);
  const heading = await page.getByText("Su", { exact: true }).boundingBox();
  expect(Math.abs(first - (heading?.x ?? Number.NaN))).toBeLessThan(12);
});

test("a full day can't be selected, and says so", async ({ page, request }) => {
  const date = ownDay();
  await fillDay(request, date);
  const book = bookingPage(page);
  await book.open(`?month=${date.slice(0, 7)}`);
  await book.go("Date & Time");
  await expect(book.day(date)).toBeDisabled();
  await expect(book.day(date)).toHaveAccessibleName(`${formatLongDay(date)}, fully booked`);
  await expect(page.getByText(/crossed-out ones are fully booked/)).toBeVisible();
});

test("the five times are offered, a full one as 'Full'", async ({ page, request }) => {
  const date = ownDay();
  await fillSlot(request, { day: date, time: "2:00 PM" });
  const book = bookingPage(page);
  await book.open(`?month=${date.slice(0, 7)}`);
  await book.go("Date & Time");
  await expect(page.getByText("Choose a day to see the available times.")).toBeVisible();
  await choose(book.day(date));
  await expect(page.getByText(formatLongDay(date), { exact: true }).first()).toBeVisible();
  await expect(book.times.locator("label")).toHaveText([
    "8:00 AM",
    "10:00 AM",
    "12:00 PMFull", // three hours from noon would overlap the afternoon
    "2:00 PMFull",
    "4:00 PM",
  ]);
  await expect(book.slot("2:00 PM Full")).toBeDisabled();
  await expect(book.slot("12:00 PM Full")).toBeDisabled();
  await expect(book.slot("10:00 AM")).toBeEnabled();
});

test("a visit of another length has other free times", async ({ page, request }) => {
  const date = ownDay();
  await fillSlot(request, { day: date, time: "12:00 PM" });
  const book = bookingPage(page);
  await book.open(`?month=${date.slice(0, 7)}`);
  await book.chooseDay(date);
  await expect(book.slot("10:00 AM Full")).toBeDisabled();
  await book.go("Details");
  await book.hours.selectOption("1 hour");
  await book.go("Date & Time");
  await expect(book.slot("10:00 AM")).toBeEnabled();
});

test("a selected time is cleared if it is taken on the new day", async ({ page, request }) => {
  const date = ownDay();
  await fillSlot(request, { day: date, time: "10:00 AM" });
  const book = bookingPage(page);
  await book.open();
  await book.go("Date & Time");
  await choose(book.slot("10:00 AM"));
  await book.chooseDay(date);
  await expect(book.times).toContainText("10:00 AM is no longer available");
  await expect(book.missing).toContainText("Time");
  await expect(book.slot("10:00 AM Full")).not.toBeChecked();
});

test("the time is cleared with a message if more hours don't fit", async ({ page, request }) => {
  const date = ownDay();
  await fillSlot(request, { day: date, time: "12:00 PM" });
  const book = bookingPage(page);
  await book.open(`?month=${date.slice(0, 7)}`);
  await book.go("Details");
  await book.hours.selectOption("1 hour");
  await book.chooseDay(date);
  await choose(book.slot("10:00 AM"));
  await expect(book.summary).toContainText("10:00 AM");

  await book.go("Details");
  await book.hours.selectOption("2 hours");
  const notice = "10:00 AM is no longer available for this visit. Please pick another time.";
  await expect(page.getByRole("alert")).toContainText(notice);
  await expect(book.missing).toContainText("Time");
  await expect(book.summary).not.toContainText("10:00 AM");
  await book.missing.getByRole("link", { name: "Time" }).click();
  await expect(book.times).toContainText(notice);
  await expect(book.times).toHaveAccessibleDescription(notice);
  await choose(book.slot("8:00 AM"));
  await expect(book.times).not.toContainText(notice);
});
