import { expect, test } from "../support/e2e";
import { ADDRESS, bookingPage, toast } from "./support/booking-page";

test("Enter in a field doesn't change the type: it asks for what is missing", async ({ page }) => {
  const book = bookingPage(page);
  await book.open("?type=commercial");
  await book.go("Location");
  await book.field("Street").fill(ADDRESS.Street);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Missing Information")).toBeVisible();
  await expect(book.tab("Date & Time")).toHaveAttribute("aria-selected", "true");
  await book.go("Service");
  await expect(book.type("Commercial")).toHaveAttribute("aria-pressed", "true");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedStatuses: [400] });

  test("Enter in a field sends the form, and the type stays", async ({ page }) => {
    await page.goto("/book?type=commercial");
    await page.getByLabel("Street").fill(ADDRESS.Street);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Missing Information")).toBeVisible();
    await expect(page.getByLabel("Street")).toHaveValue(ADDRESS.Street);
    await expect(page.getByRole("button", { name: "Commercial" })).toHaveAttribute("aria-pressed", "true");
  });
});
