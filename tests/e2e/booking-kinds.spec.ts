import { expect, test } from "../support/e2e";
import { bookingPage } from "./support/booking-page";
import { checkoutPage } from "./support/checkout-page";
import { formatLongDay, ownDay, ownPlanDay } from "./support/days";

for (const { id, line, total, plan } of [
  { id: "monthly-home-care", line: "Monthly Home Care", total: "$289.00", plan: true },
  { id: "mobile-auto-detailing", line: "Mobile Auto Detailing", total: "$189.00" },
  { id: "office-cleaning", line: "Office Cleaning, 3 hours × $65.00", total: "$195.00" },
  { id: "monthly-janitorial", line: "Monthly Janitorial Plan", total: "$950.00", plan: true },
]) {
  test(`${id} is booked for ${total}`, async ({ page }) => {
    const date = plan ? ownPlanDay() : ownDay();
    const book = bookingPage(page);
    const checkout = checkoutPage(page);
    await book.open(`?service=${id}`);
    const time = await book.fillIn(date);
    await expect(book.summary).toContainText(`Total${total}`);
    await book.proceed.click();
    await checkout.arrive();
    await expect(checkout.summary).toContainText(line);
    await expect(checkout.summary).toContainText(`Total${total}`);
    await expect(checkout.summary).toContainText(`${formatLongDay(date)}, ${time}`);
    await expect(checkout.pay).toHaveText(`Pay ${total}`);
  });
}
