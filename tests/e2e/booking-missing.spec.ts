import { expect, test } from "../support/e2e";
import { ADDRESS, bookingPage, choose, toast } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { ownDay } from "./support/days";

test("the button needs all seven fields and names the missing ones", async ({ page }) => {
  const date = ownDay();
  const book = bookingPage(page);
  await book.open();
  const expectMissing = async (...labels: string[]) => {
    await expect(book.missing).toHaveText(`Still missing: ${labels.join(", ")}`);
    await expect(book.proceed).toBeDisabled();
  };
  await expectMissing("Date", "Time", "Street", "City", "State", "ZIP code");
  await book.chooseDay(date);
  await expectMissing("Time", "Street", "City", "State", "ZIP code");
  await choose(book.slot("8:00 AM"));
  await expectMissing("Street", "City", "State", "ZIP code");
  await book.fillAddress({ ...ADDRESS, Street: "   " });
  await expectMissing("Street");
  await book.fillAddress({ ...ADDRESS, State: "" });
  await expectMissing("State");
  await book.fillAddress();
  await expect(book.proceed).toBeEnabled();
  await expect(book.missing).toHaveCount(0);
});

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("each missing item links to its field", async ({ page }) => {
      const book = bookingPage(page);
      await book.open(`?month=${ownDay().slice(0, 7)}`);
      for (const label of ["Street", "City", "State", "ZIP code"]) {
        await book.missing.getByRole("link", { name: label, exact: true }).click();
        await expect(book.tab("Location")).toHaveAttribute("aria-selected", "true");
        await expect(book.field(label)).toBeFocused();
        await expect(book.field(label)).toBeInViewport();
      }
      await book.missing.getByRole("link", { name: "Time" }).click();
      await expect(book.tab("Date & Time")).toHaveAttribute("aria-selected", "true");
      await expect(page.locator("input[name=time]:focus")).toBeInViewport();
      await book.missing.getByRole("link", { name: "Date" }).click();
      await expect(page.locator("input[name=date]:focus")).toBeInViewport();
    });
  });
}

test("the form sent too early says so and focuses the first gap", async ({ page }) => {
  const book = bookingPage(page);
  await book.open(`?month=${ownDay().slice(0, 7)}`);
  await page.locator("main form").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(toast(page, "Missing Information")).toBeVisible();
  await expect(toast(page, "Please fill in all required fields")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Please fill in all required fields");
  await expect(book.tab("Date & Time")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator("input[name=date]:focus")).toHaveCount(1);
});

test("Enter in a field sends the form and does nothing else", async ({ page }) => {
  const book = bookingPage(page);
  await book.open();
  await book.fillAddress();
  await book.field("City").press("Enter");
  await expect(toast(page, "Missing Information")).toBeVisible();
  await expect(book.missing).toHaveText("Still missing: Date, Time");
  await book.fillIn(ownDay());
  await book.field("City").press("Enter");
  await checkoutPage(page).arrive();
});

test("an invalid address line shows its error on blur", async ({ page }) => {
  const book = bookingPage(page);
  await book.open();
  await book.fillAddress({ ...ADDRESS, State: "N", "ZIP code": "3263" });
  await book.field("City").focus();
  await expect(book.field("State")).toHaveAccessibleDescription(/two-letter code or a name/);
  await expect(book.field("ZIP code")).toHaveAccessibleDescription(/ZIP code must be 5 digits/);
  await book.field("ZIP code").fill("03263-1234");
  await expect(book.field("ZIP code")).toHaveAccessibleDescription("");
  await book.field("State").fill("New Hampshire");
  await expect(book.field("State")).toHaveAccessibleDescription("");
});

test("an invalid address line is refused before anything is sent", async ({ page }) => {
  const book = bookingPage(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/create-payment")) sent++;
  });
  await book.open();
  await book.fillIn(ownDay());
  await book.field("ZIP code").fill("3263");
  await book.go("Details");
  await book.proceed.click();
  await expect(toast(page, "Payment Error")).toBeVisible();
  await expect(book.field("ZIP code")).toBeFocused();
  await expect(book.field("ZIP code")).toHaveAccessibleDescription(/ZIP code must be 5 digits/);
  expect(sent).toBe(0);
});

test("tabs show what is complete", async ({ page }) => {
  const book = bookingPage(page);
  await book.open();
  await book.go("Details");
  await expect(page.getByRole("tab")).toHaveText(["Service", "Date & Time", "Details", "Location"]);
  await expect(book.tab("Service")).toHaveAccessibleName("Done: Service");
  await expect(book.tab("Date & Time")).toHaveAccessibleName("Date & Time");
  await book.fillIn(ownDay());
  await expect(book.tab("Date & Time")).toHaveAccessibleName("Done: Date & Time");
});

test("a visit that is too long stops the customer beside the extras, until there are fewer", async ({
  page,
}) => {
  const book = bookingPage(page);
  const extra = (title: string, quantity: string) =>
    page.getByLabel(`How many: ${title}`, { exact: true }).selectOption(quantity);
  await book.open("?service=home-cleaning");
  await book.fillIn(ownDay());
  await expect(book.missing).toHaveText("Still missing: Size of the home");
  await book.go("Details");
  await page.getByRole("radio", { name: "Up to 3,000 sq ft" }).check();
  await book.field("Bedrooms").selectOption("5+");
  await book.field("Bathrooms").selectOption("4+");
  await book.field("Half baths").selectOption("3+");
  await expect(book.proceed).toBeEnabled();
  for (const [title, quantity] of [
    ["Inside oven", "1"],
    ["Inside refrigerator", "2"],
    ["Interior windows", "24"],
    ["Laundry, per load", "3"],
  ] as const) {
    await extra(title, quantity);
  }
  await expect(book.missing).toHaveText("Still missing: Shorter visit");
  await expect(book.proceed).toBeDisabled();
  await book.go("Location");
  await expect(book.tab("Details")).toHaveAccessibleName("Details");
  await book.missing.getByRole("link", { name: "Shorter visit" }).click();
  const extras = page.getByRole("group", { name: "Extras" });
  await expect(extras).toBeFocused();
  await expect(page.getByText("Choose fewer extras, or ask us for an estimate")).toBeInViewport();
  await expect(extras).toHaveAccessibleDescription(
    /about 10 h .* Choose fewer extras, or ask us for an estimate on the contact page\.$/,
  );
  await extra("Interior windows", "2");
  await expect(extras).toHaveAccessibleDescription("");
  await expect(book.missing).toHaveCount(0);
  await expect(book.proceed).toBeEnabled();
});
