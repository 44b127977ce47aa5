import { expect, test } from "../support/e2e";
import { ADDRESS, bookingPage, choose } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { ownDay, today } from "./support/days";
import { bookElsewhere, CREWS, takePlacesLeft } from "./support/requests";

test("a reload keeps everything", async ({ page }) => {
  const date = ownDay();
  const book = bookingPage(page);
  await book.open("?service=deep-cleaning");
  await choose(book.service("Paw Print Patrol"));
  await book.go("Details");
  await book.hours.selectOption("6 hours");
  await book.field("Bedrooms").selectOption("4");
  await book.field("Bathrooms").selectOption("3");
  await book.field("Notes (optional)").fill("Ünïcode, “quotes” & <b>tags</b>\nand a second line; 100 %");
  const time = await book.fillIn(date);

  await page.reload();
  await book.arrive();
  await expect(book.tab("Location")).toHaveAttribute("aria-selected", "true");
  for (const [label, text] of Object.entries(ADDRESS)) await expect(book.field(label)).toHaveValue(text);
  await expect(book.summary).toContainText("Total$270.00");
  await expect(book.proceed).toBeEnabled();
  await book.go("Service");
  await expect(book.service("Paw Print Patrol"), "and not what the address asked for once").toBeChecked();
  await book.go("Date & Time");
  await expect(book.day(date)).toBeChecked();
  await expect(book.slot(time)).toBeChecked();
  await book.go("Details");
  await expect(book.hours).toHaveValue("6");
  await expect(book.field("Bedrooms")).toHaveValue("4");
  await expect(book.field("Bathrooms")).toHaveValue("3");
  await expect(book.field("Notes (optional)")).toHaveValue(
    "Ünïcode, “quotes” & <b>tags</b>\nand a second line; 100 %",
  );
});

test("input before the script loads is kept", async ({ page }) => {
  const book = bookingPage(page);
  let letScriptsCome = () => {};
  const scripts = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts;
    await route.continue();
  });
  await page.goto("/book", { waitUntil: "commit" });
  await choose(book.service("Deep Cleaning"));
  await page.locator("input[name=street]").evaluate((field: HTMLInputElement, street) => {
    field.value = street; // as browsers prefill it, visible or not
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, ADDRESS.Street);
  letScriptsCome();
  await book.arrive();
  await expect(book.service("Deep Cleaning")).toBeChecked();
  await expect(book.summary).toContainText("Deep Cleaning");
  await expect(book.missing).toHaveText("Still missing: Date, Time, City, State, ZIP code");
  await book.go("Location");
  await expect(book.field("Street")).toHaveValue(ADDRESS.Street);
});

test("a service card on the home page changes only the service", async ({ page }) => {
  const book = bookingPage(page);
  await book.open("?service=office-cleaning");
  const time = await book.fillIn(ownDay());
  await page.goto("/");
  await page.getByRole("article", { name: "Move In/Out" }).getByRole("link", { name: "Book Now" }).click();
  await book.arrive();
  await expect(book.summary).toContainText("Total$216.00");
  await expect(book.summary).toContainText(time);
  await expect(book.summary).toContainText(ADDRESS.Street);
  await expect(book.proceed).toBeEnabled();
});

test("the longest allowed texts survive a reload", async ({ page }) => {
  const book = bookingPage(page);
  await book.open();
  await book.go("Details");
  await book.field("Notes (optional)").fill("字".repeat(5000));
  const notes = await book.field("Notes (optional)").inputValue();
  await book.fillAddress({ ...ADDRESS, Street: "Ö".repeat(500), City: "Å".repeat(500) });
  const street = await book.field("Street").inputValue();
  await page.reload();
  await book.arrive();
  await book.go("Location");
  await expect(book.field("Street")).toHaveValue(street);
  await book.go("Details");
  await expect(book.field("Notes (optional)")).toHaveValue(notes);
});

test("a cancelled payment releases the slot and shows the filled form", async ({ page, request }) => {
  const date = ownDay();
  const book = bookingPage(page);
  const checkout = checkoutPage(page);
  await book.open();
  const time = await book.fillIn(date);
  await book.proceed.click();
  await checkout.arrive();
  await checkout.cancel.click();
  await expect(page).toHaveURL(/\/payment-canceled/);
  await expect(page.getByRole("heading", { name: "Payment Canceled" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Return Home" })).toHaveAttribute("href", "/");
  await page.getByRole("link", { name: "Try Again" }).click();
  await book.arrive();
  await expect(book.field("Street")).toHaveValue(ADDRESS.Street);
  await expect(book.summary).toContainText(time);
  await expect(book.proceed).toBeEnabled();

  await test.step("it can be booked after all", async () => {
    await book.proceed.click();
    await checkout.arrive();
    await checkout.cancel.click();
    await expect(page.getByRole("heading", { name: "Payment Canceled" })).toBeVisible();
    expect(await takePlacesLeft(request, { day: date, time })).toBe(CREWS);
  });
});

test("the browser's back button from the checkout shows the filled form, and the same checkout", async ({
  page,
  request,
}) => {
  const date = ownDay();
  const book = bookingPage(page);
  const checkout = checkoutPage(page);
  await book.open();
  const time = await book.fillIn(date);
  for (let crew = 1; crew < CREWS; crew++) await bookElsewhere(request, { day: date, time });
  await book.proceed.click();
  const session = await checkout.arrive();
  await page.goBack();
  await book.arrive();
  await expect(book.field("Street")).toHaveValue(ADDRESS.Street);
  await book.go("Date & Time");
  await expect(book.slot(time), "what the draft itself holds is not taken").toBeChecked();
  await book.proceed.click();
  expect(await checkout.arrive()).toBe(session);
  expect(await takePlacesLeft(request, { day: date, time })).toBe(0);
});

test("after payment the browser's back button skips the checkout and shows an empty form", async ({
  page,
}) => {
  const book = bookingPage(page);
  const checkout = checkoutPage(page);
  await book.open();
  await book.fillIn(ownDay());
  await book.proceed.click();
  await checkout.arrive();
  await checkout.payWithGoodCard();
  await page.goBack();
  await book.arrive();
  await expect(book.missing).toHaveText("Still missing: Date, Time, Street, City, State, ZIP code");
});

test("an old draft loses only a past day", async ({ page, context }) => {
  const book = bookingPage(page);
  await book.open();
  const time = await book.fillIn(ownDay());
  const yesterday = today().subtract({ days: 1 }).toString();
  const [draft] = (await context.cookies(page.url())).filter(({ name }) => name === "draft");
  expect(draft).toBeDefined();
  if (!draft) return;
  const stored = JSON.parse(Buffer.from(draft.value, "base64url").toString());
  const value = Buffer.from(JSON.stringify({ ...stored, date: yesterday })).toString("base64url");
  await context.addCookies([{ ...draft, value }]);

  await book.open();
  await expect(book.missing).toHaveText("Still missing: Date, Time");
  await expect(book.summary).not.toContainText(time);
  await book.go("Location");
  for (const [label, text] of Object.entries(ADDRESS)) await expect(book.field(label)).toHaveValue(text);
});

test("a garbled draft is ignored", async ({ page, context, baseURL }) => {
  const garbled = { url: `${baseURL}/book`, value: "%7Bnot-a-draft" };
  await context.addCookies([
    { ...garbled, name: "draft" },
    { ...garbled, name: "draft_notes" },
  ]);
  const book = bookingPage(page);
  await book.open();
  await expect(book.service("Regular Cleaning")).toBeChecked();
  await expect(book.missing).toHaveText("Still missing: Date, Time, Street, City, State, ZIP code");
});

test.describe("a draft that was paid in another tab", () => {
  test.use({ expectedStatuses: [409] });

  test("leads to its booking when it is sent again", async ({ page, context }) => {
    const book = bookingPage(page);
    await book.open();
    await book.fillIn(ownDay());
    const other = await context.newPage();
    await bookingPage(other).open();
    await book.proceed.click();
    await checkoutPage(page).arrive();
    await checkoutPage(page).payWithGoodCard();

    await bookingPage(other).proceed.click();
    await expect(other.getByRole("heading", { name: "Your cleaning is booked" })).toBeVisible();
  });

  test("is not charged again at another time, and blocks no other booking", async ({ page, context }) => {
    const book = bookingPage(page);
    await book.open();
    await book.fillIn(ownDay());
    const other = await context.newPage();
    const another = bookingPage(other);
    await another.open();
    await book.proceed.click();
    const session = await checkoutPage(page).arrive();
    await checkoutPage(page).payWithGoodCard();

    const date = ownDay();
    await another.chooseDay(date);
    await another.chooseFirstFreeTime();
    await another.proceed.click();
    await expect(other.getByText("You weren’t charged again")).toBeVisible();
    await another.open();
    await another.fillIn(date);
    await another.proceed.click();
    expect(await checkoutPage(other).arrive()).not.toBe(session);
  });
});
