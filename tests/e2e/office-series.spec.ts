import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { CARDS, checkoutPage } from "./support/checkout-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { askDatabase } from "./support/site-database";

/**
 * A customer with a series of every other week at 2 PM, of which two visits are laid. On its third day the crew has another visit. The
 * first day is within a month and far enough ahead to wait for a payment; on none of the days does the crew have anything else.
 */
async function aSeries(name: string) {
  const [found] = await askDatabase(
    `with day as (
       select crew.id as crew_id, day::date as first
       from crews crew, generate_series(current_date + 7, current_date + 24, interval '1 day') day
       where crew.is_active and extract(isodow from day) between 1 and 4
         and not exists (select from generate_series(day, day + interval '42 days', interval '14 days') on_day
           where exists (select from closures c where c.date = on_day::date) or exists (select from holidays h where h.date = on_day::date)
             or exists (select from bookings b where b.crew_id = crew.id and b.scheduled_date = on_day::date and b.status <> 'cancelled'))
       order by md5(day::text || $1) limit 1),
     customer as (insert into customers (first_name, last_name) values ($1, 'Tanner') returning id),
     contact as (insert into customer_contacts (customer_id, kind, value, is_primary)
       select id, 'email', lower($1) || '@mail.example', true from customer),
     series as (insert into series (customer_id, service_id, frequency) select id, 'monthly-home-care', 'biweekly' from customer returning id),
     visits as (insert into bookings (service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status,
         total_amount, price_lines, policy, address_line1, city, state, zip_code, customer_id, customer_name, customer_email, bedrooms,
         bathrooms, series_id)
       select 'monthly-home-care', crew_id, scheduled, '14:00', 3, at, at + interval '3 hours', tstzrange(at, at + interval '3 hours'),
         'confirmed', 15000, '[{"kind": "service", "label": "Monthly Home Care", "amount": 15000}]',
         '{"full_refund_hours": 24, "late_fee_percent": 50}', '5 Mill Road', 'Concord', 'NH', '03301',
         case when own then customer.id end, case when own then $1 || ' Tanner' else 'Somebody Else' end,
         case when own then lower($1) || '@mail.example' end, 2, 1, case when own then series.id end
       from day, customer, series, (values (0, true), (14, true), (28, false)) visit (days, own),
         lateral (select first + days as scheduled) date,
         lateral (select (scheduled + time '14:00') at time zone 'America/New_York' as at) moment
       returning id, customer_id)
     insert into orders (booking_id, customer_id, amount, currency, status, provider)
     select id, customer_id, 15000, 'USD', 'pending', 'office' from visits
     returning (select id from series) as id, (select (first + 42)::text from day) as until, (select first::text from day) as first`,
    [name],
  );
  if (!found?.id || !found.until || !found.first) throw new Error("No crew is free for a series");
  return { id: found.id, until: found.until, first: found.first };
}

/** The customer's visits that take place or are held, by day: a day stands twice if two visits are on it. */
const daysOf = async (name: string) =>
  (
    await askDatabase(
      `select scheduled_date::text as day from bookings where customer_name = $1 || ' Tanner' and status <> 'cancelled' order by 1`,
      [name],
    )
  ).map(({ day }) => day);

for (const width of [390, 1440]) {
  test(`a series is laid on, sold as a plan and paid, ${width} px wide`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const name = `Selma${randomUUID().slice(0, 6)}`;
    const { id, until, first } = await aSeries(name);
    await page.setViewportSize({ width, height: 900 });
    await logIn(page.request, await demoAdministrator());
    const panel = page.getByRole("complementary", { name: `${name} Tanner` });

    await test.step("two more visits are laid, one of them without its crew", async () => {
      await page.goto(`/admin/plans/series?q=${name}`);
      await expect(page.getByText("1 series")).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.getByRole("link", { name: `Open the series of ${name} Tanner` }).click();
      await panel.getByRole("link", { name: "Add more visits" }).click();
      await page.getByLabel("Until").fill(until);
      await page.getByRole("button", { name: "Preview" }).click();
      await expect(page.getByText("2 visits of 1 series, 1 of them clashes.")).toBeVisible();
      await page.getByLabel("If the crew has another visit").selectOption("Without a crew");
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Add 2 visits" }).click();
      await expect(panel.getByRole("listitem")).toHaveCount(4);
      await expect(panel.getByText(/, No crew, #\d+$/)).toHaveCount(1);
      await expectAccessible(page);
      expect(await daysOf(name)).toHaveLength(4);
    });

    await test.step("it is sold as a plan, whose visits take the place of the single ones", async () => {
      await panel.getByRole("link", { name: "Sell as a plan" }).click();
      await formComesAlive(page);
      await expect(
        page.getByText("The customer pays $150.00 a visit now, about $325.00 a month."),
      ).toBeVisible();
      await expect(page.getByLabel("Street")).toHaveValue("5 Mill Road");
      await expect(page.locator("[name=seen]")).toHaveValue(new RegExp(`^1 ${first} .+; month 28900$`));
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await page.getByRole("button", { name: "Hold the visits" }).click();
      await expect(page.getByRole("heading", { name: /^Plan #\d+ waits for payment$/ })).toBeVisible();
      const days = await daysOf(name);
      expect(days.length).toBeGreaterThanOrEqual(11);
      expect(new Set(days).size).toBe(days.length);
    });

    await test.step("the customer pays by the link", async () => {
      const customer = await browser.newContext({
        viewport: { width, height: 900 },
        ...(baseURL && { baseURL }),
      });
      const tab = await customer.newPage();
      await tab.goto(await page.getByLabel("Pay link").inputValue());
      await tab.getByRole("button", { name: "Continue to payment" }).click();
      await tab.waitForURL(/\/payment\?session_id=/);
      const checkout = checkoutPage(tab);
      await checkout.fillCustomer();
      await checkout.field("Name").fill(`${name} Tanner`);
      await checkout.fillCard(CARDS.good);
      await checkout.pay.click();
      await expect(tab.getByRole("heading", { name: "Your plan has started" })).toBeVisible();
      await customer.close();
    });

    await test.step("the series says so, and each day of the calendar has one visit", async () => {
      await page.goto(`/admin/plans/series/${id}`);
      await expect(panel.getByText("Plan sold")).toBeVisible();
      await expect(panel.getByRole("link", { name: "Sell as a plan" })).toHaveCount(0);
      const days = await daysOf(name);
      expect(new Set(days).size).toBe(days.length);
      await page.goto(`/admin/schedule?date=${first}`);
      await expect(page.getByText(`${name} Tanner`).filter({ visible: true })).toHaveCount(1);
    });
  });
}
