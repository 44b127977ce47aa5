import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, emailTo, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { formatLongDay, ownDay } from "./support/days";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { bookByPhone } from "./support/phone-booking";

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: width < 600 ? 844 : 900 }, expectedStatuses: [400] });

    test("the list sorts by price, ascending and descending", async ({ page }) => {
      await logIn(page.request, await demoAdministrator());
      await page.goto("/admin/bookings?q=cleaning"); // bookings of plans have no price of their own
      const amounts = async () => {
        const rows = await page.getByRole("row").allTextContents();
        return rows
          .flatMap((text) => /\$([\d,.]+)/.exec(text)?.[1] ?? [])
          .map((text) => Number(text.replace(",", "")));
      };
      for (const [address, direction] of [
        [/sort=-amount/, -1],
        [/sort=amount/, 1],
      ] as const) {
        await page.getByRole("link", { name: "Amount" }).click();
        await expect(page).toHaveURL(address);
        await expect(async () => {
          const prices = await amounts();
          expect(new Set(prices).size).toBeGreaterThan(2);
          expect(prices).toEqual(prices.toSorted((one, other) => direction * (one - other)));
        }).toPass();
      }
      await expectAccessible(page);
    });

    test("the tabs and the visits of a plan are reachable by keyboard", async ({ page }) => {
      await logIn(page.request, await demoAdministrator());
      await page.goto("/admin/bookings?range=any");
      const tabs = page.getByRole("navigation", { name: "Bookings by day" });
      const press = async (name: string) => {
        await tabs.getByRole("link", { name }).focus();
        await page.keyboard.press("Enter");
        await expect(tabs.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
        await expect(tabs.locator("[aria-current]")).toHaveCount(1);
      };
      for (const name of ["Today", "Unassigned", "Past", "Upcoming"]) {
        await press(name);
        await expect(page).toHaveURL(new RegExp(`when=${name.toLowerCase()}$`));
      }
      await page.keyboard.press("Tab");
      await expect(tabs.getByRole("link", { name: "Today" })).toBeFocused();
      await press("All");
      await expect(page).toHaveURL("/admin/bookings?range=any");
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      const fold = page.getByRole("link", { name: /^Show \d+ more visits of this plan of Thomas Bergeron/ });
      await fold.focus();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\?plan=[0-9a-f-]{36}&when=upcoming$/);
      await expect(page.getByLabel("Plan", { exact: true })).toBeVisible();
      await expect(fold).toHaveCount(0);
      await expect(
        page.getByRole("link", { name: /^Open the booking of Thomas Bergeron/ }).nth(5),
      ).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });

    test("a call is booked, moved, paid, and partly refunded", async ({ page }) => {
      test.slow();
      const email = `ruth.${randomUUID().slice(0, 8)}@mail.example`;
      const [day, later] = [ownDay(), ownDay()];
      const panel = page.getByRole("complementary", { name: /^Order/ });
      const slot = (time: string) => page.locator(`[name=slot][value^="${day}"][value$="${time}"]`);
      await logIn(page.request, await demoAdministrator());

      await test.step("the form shows the free times and the price", async () => {
        await page.goto("/admin/bookings?range=any");
        await formComesAlive(page);
        await page.getByRole("link", { name: "New booking" }).click();
        await expect(page.getByRole("heading", { name: "New booking" })).toBeVisible();
        await page.getByLabel("Service", { exact: true }).selectOption({ label: "Regular Cleaning" });
        await page.getByLabel("Hours").selectOption("4");
        const price = page.getByRole("complementary", { name: "Booking" });
        await expect(price.getByText("$212.00").last()).toBeVisible();
        await page.locator("[name=date]").fill(day);
        await expect(slot("8:00 AM")).toBeEnabled();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      });

      await test.step("errors are shown, and nothing typed is lost", async () => {
        await page.getByLabel("Name", { exact: true }).fill("Ruth Merrill");
        await slot("10:00 AM").check();
        await page.getByRole("button", { name: "Book this visit" }).click();
        await expect(page.getByText("Enter an email address or a phone number.")).toBeVisible();
        await expect(page.getByLabel("Phone", { exact: true })).toBeFocused();
        await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ruth Merrill");
        await expect(slot("10:00 AM")).toBeChecked();
      });

      await test.step("the visit is booked, and its customer gets an email", async () => {
        await page.getByLabel("Email", { exact: true }).fill(email);
        await page.getByLabel("Street", { exact: true }).fill("9 Main Street");
        await page.getByLabel("City", { exact: true }).fill("Concord");
        await page.getByLabel("State", { exact: true }).fill("NH");
        await page.getByLabel("ZIP code").fill("03301");
        await page.getByRole("button", { name: "Book this visit" }).click();
        await page.getByRole("link", { name: /^Open #\d+$/ }).click();
        await expect(page).toHaveURL(/\/admin\/bookings\/[0-9a-f-]{36}$/);
        await expect(page.getByText(`${formatLongDay(day)}, 10:00 AM`)).toBeVisible();
        expect(await emailTo(email, "Booked: Regular Cleaning")).toContain("you pay $212.00 on the day");
        await expectAccessible(page);
      });

      await test.step("it moves to another day", async () => {
        await page.getByText("Reschedule or assign a crew").click();
        await page.getByLabel("Date", { exact: true }).fill(later);
        await page.getByLabel("Time", { exact: true }).selectOption("2:00 PM");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await expect(toast(page, "Visit moved")).toBeVisible();
        await expect(page.getByText(`${formatLongDay(later)}, 2:00 PM`)).toBeVisible();
        expect(await emailTo(email, "Rescheduled: Regular Cleaning")).toContain(formatLongDay(later));
      });

      await test.step("a note is added, and the status is set", async () => {
        await page.getByLabel("Add a note").fill("Key at the neighbour's");
        await page.getByRole("button", { name: "Add note" }).click();
        await expect(toast(page, "Note added")).toBeVisible();
        await expect(page.getByText("Key at the neighbour's")).toBeVisible();
        await expect(page.getByLabel("Add a note")).toHaveValue("");
        await page.getByLabel("Status of this booking").selectOption("Pending");
        await expect(toast(page, "Booking status updated successfully")).toBeVisible();
        await expect(page.getByText("Status changed from Confirmed to Pending")).toBeVisible();
      });

      await test.step("the payment is recorded, and a part refunded", async () => {
        await page.getByRole("link", { name: "Order and payment" }).click();
        await expect(page.getByRole("heading", { name: /^Order / })).toBeVisible();
        await page.getByLabel("Paid by").selectOption("Check");
        await page.getByRole("button", { name: "Record payment" }).click();
        await expect(toast(page, "Payment recorded")).toBeVisible();
        const refunds = page.getByRole("region", { name: "Refunds" });
        await refunds.getByLabel("Amount").fill("300");
        await refunds.getByLabel("Reason").fill("Broken vase");
        await page.getByRole("button", { name: "Record refund" }).click();
        await expect(page.getByText("That's more than what's left of the payment.").first()).toBeVisible();
        await refunds.getByLabel("Amount").fill("12");
        await page.getByRole("button", { name: "Record refund" }).click();
        await expect(toast(page, "Refund recorded")).toBeVisible();
        await expect(page.getByText("Up to $200.00.")).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      });

      await test.step("an hour more is charged, and paid in part", async () => {
        const lines = page.getByRole("region", { name: "Lines" });
        await lines.getByText("Add a line").click();
        await lines.getByLabel("Amount").fill("53");
        await lines.getByRole("button", { name: "Add line" }).click();
        await expect(lines.getByText("Enter a reason. It stays with the order.")).toBeVisible();
        await expect(lines.getByLabel("Reason")).toBeFocused();
        await lines.getByLabel("Reason").fill("The oven took longer");
        await expectAccessible(page);
        await lines.getByRole("button", { name: "Add line" }).click();
        await expect(toast(page, "Line added")).toBeVisible();
        await expect(lines.getByRole("row", { name: /Extra time.*The oven took longer/ })).toContainText(
          "$53.00",
        );
        await expect(lines.getByRole("row", { name: /^Due/ })).toContainText("$53.00");
        const payment = page.getByRole("region", { name: "Record payment" });
        await payment.getByLabel("Amount").fill("20");
        await payment.getByRole("button", { name: "Record payment" }).click();
        await expect(lines.getByRole("row", { name: /^Due/ })).toContainText("$33.00");
        await expectNoSidewaysScroll(page);
      });

      await test.step("Esc leads back to the list, which has the booking", async () => {
        await page.keyboard.press("Escape");
        await expect(page).toHaveURL("/admin/orders");
        await expect(panel).toHaveCount(0);
        await page.goto("/admin/bookings?range=any");
        await formComesAlive(page);
        await page.keyboard.press("/");
        await page.keyboard.type("Ruth Merrill");
        await expect(page).toHaveURL(/q=Ruth/);
        await expect(page.getByText("Ruth Merrill").first()).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      });
    });
  });
}

test.describe("a refused status", () => {
  test.use({ expectedStatuses: [409] });

  test("is reset with the reason", async ({ page }) => {
    test.slow();
    await logIn(page.request, await demoAdministrator());
    const day = ownDay();
    const book = async (name: string) => {
      const form = {
        token: randomUUID(),
        customer_name: name,
        customer_phone: "(603) 555-0177",
        service: "regular-cleaning",
        hours: "3",
        date: day,
        time: "8:00 AM",
        street: "9 Main Street",
        city: "Concord",
        state: "NH",
        zip: "03301",
      };
      return bookByPhone(page.request, form);
    };
    const name = `Iris ${randomUUID().slice(0, 8)}`;
    const first = await book(name);
    const id = first.split("/").at(-1) ?? "";
    const cancelled = { id, status: "cancelled", to: first };
    await page.request.post("/admin/bookings", { form: cancelled, maxRedirects: 0 });
    await book("Two");
    await book("Three");
    await page.goto(`/admin/bookings?q=${encodeURIComponent(name)}`);
    await formComesAlive(page);
    const status = page.getByLabel(`Status of the booking of ${name}`);
    await status.selectOption("Confirmed");
    await expect(toast(page, "Failed to update booking status")).toBeVisible();
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText("no crew is free on");
    await expect(status).toHaveValue("cancelled");
  });
});
