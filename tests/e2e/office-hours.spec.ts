import { randomUUID } from "node:crypto";
import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { askDatabase } from "./support/site-database";

/**
 * A completed visit of a crew of its own, where its only member began and forgot to clock out. Each place is another week, before
 * those of the demo company.
 */
async function aForgottenClockOut(place: number) {
  const name = `Luz ${randomUUID().slice(0, 8)}`;
  const [visit] = await askDatabase(
    `with crew as (insert into crews (name, sort_order, is_active) values ($1, 900, false) returning id),
     member as (insert into crew_members (crew_id, name) select id, $1 from crew returning id),
     visit as (
       insert into bookings (service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked,
         status, total_amount, price_lines, policy, address_line1, city, state, zip_code, customer_name)
       select 'regular-cleaning', crew.id, day, '08:00', 3, at, at + interval '3 hours', tstzrange(at, at + interval '3 hours'),
         'completed', 15900, '[]',
         '{"full_refund_hours": 24, "late_fee_percent": 50}', '1 Elm Street', 'Pittsfield', 'NH', '03263', 'Grace Hopper'
       from crew, lateral (select date_trunc('week', now() at time zone 'America/New_York')::date - 70 - 7 * $2::int + 2 as day) days,
         lateral (select (day + time '08:00') at time zone 'America/New_York' as at) moments
       returning id, starts_at, scheduled_date)
     select visit.id, member.id as member_id, scheduled_date::text as day, (scheduled_date - 2)::text as monday
     from visit, member`,
    [name, place],
  );
  await askDatabase(
    `insert into visit_events (id, booking_id, member_id, kind, members, happened_at, phone_at, received_at)
     select gen_random_uuid(), id, $2, 'started', array[$2::uuid], starts_at, starts_at, starts_at from bookings where id = $1`,
    [visit?.id, visit?.member_id],
  );
  return { name, monday: visit?.monday ?? "", day: visit?.day ?? "" };
}

for (const [place, [colorScheme, width, javaScriptEnabled]] of (
  [
    ["light", 1440, true],
    ["dark", 390, true],
    ["light", 768, false],
  ] as const
).entries()) {
  test.describe(`in ${colorScheme}, ${width} px wide, ${javaScriptEnabled ? "with" : "without"} script`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 }, javaScriptEnabled });

    test("a missing clock-out is set, a rate is given, and the week is approved", async ({ page }) => {
      test.slow();
      const said = (title: string) =>
        javaScriptEnabled ? toast(page, title) : page.getByText(title, { exact: true }).first();
      async function check() {
        await expectNoSidewaysScroll(page);
        if (javaScriptEnabled) await expectAccessible(page);
      }
      const { name, monday, day } = await aForgottenClockOut(place);
      await logIn(page.request, await demoAdministrator());
      await page.goto(`/admin/hours?week=${monday}`);
      await expect(page.getByText("1 clock-out to check before this week can be approved")).toBeVisible();
      await expect(page.getByRole("button", { name: "Approve week" })).toBeHidden();
      await check();

      await page.getByRole("link", { name: `${name}: 1` }).click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      if (javaScriptEnabled) await formComesAlive(page);
      await expect(page.getByText("Missing clock-out")).toBeVisible();
      await check();
      const form = page
        .locator("form")
        .filter({ has: page.getByRole("button", { name: "Save", exact: true }) });
      const start = await form.getByLabel("Start").inputValue();
      const [, time = ""] = start.split("T");
      await form
        .getByLabel("End")
        .fill(`${day}T${String(Number(time.slice(0, 2)) + 2).padStart(2, "0")}${time.slice(2)}`);
      await form.getByLabel("Reason").fill("Forgot to tap");
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await expect(said("Hours saved")).toBeVisible();
      await expect(page.getByText("Corrected: Forgot to tap")).toBeVisible();

      await page.getByText("New rate").click();
      const rate = page.locator("form").filter({ has: page.getByRole("button", { name: "Save rate" }) });
      await rate.getByLabel("Amount").fill("21");
      await rate.getByLabel("From").fill(monday);
      await rate.getByRole("button", { name: "Save rate" }).click();
      await expect(said("Rate saved")).toBeVisible();
      await expect(page.getByText("$21.00 an hour").last()).toBeVisible();

      await page.getByRole("main").getByRole("link", { name: "Hours", exact: true }).click();
      const row = page.getByRole("row").filter({ hasText: name });
      await expect(row).toContainText("2 h 00 min");
      await expect(row).toContainText("$42.00");
      await page.getByRole("button", { name: "Approve week" }).click();
      await expect(said("Week approved")).toBeVisible();
      await expect(page.getByText("Approved", { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "Export for payroll" })).toBeVisible();
      await expect(row).toContainText("$42.00");
      await check();
    });
  });
}
