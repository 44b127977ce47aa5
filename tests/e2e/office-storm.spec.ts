import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, emailTo, linkIn, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { formatLongDay, today } from "./support/days";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";

/** Beyond the days of other tests, as are the proposals on the following days. */
const stormDay = (width: number) => today().add({ days: width === 390 ? 280 : 310 });

async function book(page: Page, customer: { name: string; email: string }, date: string) {
  const form = {
    token: randomUUID(),
    customer_name: customer.name,
    customer_email: customer.email,
    service: "regular-cleaning",
    hours: "3",
    date,
    time: "10:00 AM",
    street: "9 Main Street",
    city: "Concord",
    state: "NH",
    zip: "03301",
  };
  const answer = await page.request.post("/admin/bookings/new", { form, maxRedirects: 0 });
  expect(answer.status(), await answer.text()).toBe(303);
}

const someone = (name: string) => ({ name, email: `${name}.${randomUUID().slice(0, 8)}@mail.example` });

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: width < 600 ? 844 : 900 } });

    test("on a storm day one customer accepts the proposal, and one without script skips", async ({
      page,
      browser,
      baseURL,
    }) => {
      test.slow();
      const [day, next] = [stormDay(width).toString(), stormDay(width).add({ days: 1 }).toString()];
      const [ruth, iris] = [someone("Ruth"), someone("Iris")];
      await logIn(page.request, await demoAdministrator());
      for (const customer of [ruth, iris]) await book(page, customer, day);

      await test.step("the office previews the affected visits and sends offers", async () => {
        await page.goto(`/admin/schedule?view=day&date=${day}`);
        await page.getByRole("link", { name: "Storm day" }).click();
        await expect(page.getByRole("heading", { name: "Storm days", exact: true })).toBeVisible();
        await expect(page.getByLabel("Day", { exact: true })).toHaveValue(day);
        await expectAccessible(page);
        await page.getByRole("button", { name: "See affected visits" }).click();
        await expect(page.getByRole("heading", { name: `Storm on ${formatLongDay(day)}` })).toBeVisible();
        await formComesAlive(page);
        await page.getByLabel("Concord (2)").check();
        await expect(page).toHaveURL(/town=concord/);
        await expect(page.getByText("Ruth")).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await page.getByRole("button", { name: "Close the town and ask 2 customers" }).click();
        await expect(toast(page, "Storm day set")).toBeVisible();
        await expect(page.getByText("0 of 2 responded")).toBeVisible();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      });
      const office = page.url();

      await test.step("Ruth accepts the proposal", async () => {
        const email = await emailTo(ruth.email, "Storm on");
        expect(email).toContain(`${formatLongDay(next)}, 10:00 AM`);
        const context = await browser.newContext({ baseURL, viewport: page.viewportSize() });
        const guest = await context.newPage();
        await guest.goto(linkIn(email, "/storm?"));
        await expect(guest.getByText(formatLongDay(next))).toBeVisible();
        await expectAccessible(guest);
        await expectNoSidewaysScroll(guest);
        await guest.getByRole("button", { name: "Take this time" }).click();
        await expect(toast(guest, "New time booked")).toBeVisible();
        await expect(
          guest
            .getByRole("main")
            .getByText(`${formatLongDay(next)}, 10:00 AM`)
            .first(),
        ).toBeVisible();
        expect(await emailTo(ruth.email, "Rescheduled: Regular Cleaning")).toContain(formatLongDay(next));
        await guest.goto(linkIn(email, "/storm?"));
        await expect(guest.getByText("You’re all set")).toBeVisible();
        await context.close();
      });

      await test.step("Iris, without script, looks at other times and skips the visit", async () => {
        const email = await emailTo(iris.email, "Storm on");
        const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
        const guest = await context.newPage();
        await guest.goto(linkIn(email, "/storm?"));
        await guest.getByRole("link", { name: "Choose another time" }).click();
        await expect(guest.getByText("A storm keeps us from making it that day.")).toBeVisible();
        await guest.goto(linkIn(email, "/cancel?"));
        await guest.getByRole("button", { name: "Cancel this cleaning" }).click();
        await expect(guest.getByText("Cleaning cancelled").first()).toBeVisible();
        await context.close();
      });

      await test.step("the office sees both answers and reopens the day", async () => {
        await page.goto(office);
        await expect(page.getByText("All 2 responded")).toBeVisible();
        await expect(page.getByText("Accepted", { exact: true }).first()).toBeVisible();
        await expect(page.getByText("Skipped", { exact: true })).toBeVisible();
        await page.getByRole("link", { name: "Open the response from Ruth" }).click();
        await expect(page.getByRole("complementary", { name: "Ruth" })).toBeFocused();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
        await expect(page).toHaveURL(office);
        await page.getByText("Storm called off").click();
        await page.getByRole("button", { name: "Reopen the day" }).click();
        await expect(toast(page, "The day is open again")).toBeVisible();
        await expect(page.getByText("Open", { exact: true }).first()).toBeVisible();
      });
    });
  });
}
