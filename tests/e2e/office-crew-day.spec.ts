import { expect, expectAccessible, test } from "../support/e2e";
import { demoAdministrator, logIn } from "./support/account";
import { toast } from "./support/booking-page";
import { formComesAlive } from "./support/hydration";
import { expectNoSidewaysScroll } from "./support/layout";
import { askDatabase } from "./support/site-database";

/** A crew of this name with Ben and eight visits today, from 7 AM on, half an hour each. */
async function aCrewWithADay(name: string) {
  const [crew] = await askDatabase(
    "insert into crews (name, sort_order, is_active) values ($1, 900, false) returning id",
    [name],
  );
  const [member] = await askDatabase(
    "insert into crew_members (crew_id, name) values ($1, 'Ben Tuttle') returning id",
    [crew?.id],
  );
  const visits = await askDatabase(
    `insert into bookings (service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked,
       status, total_amount, price_lines, policy, address_line1, city, state, zip_code, customer_name, bedrooms, bathrooms, notes)
     select 'regular-cleaning', $1, day, start::time, 0.5, at, at + interval '30 minutes',
       tstzrange(at, at + interval '40 minutes'), 'confirmed', 15900, '[]',
       '{"full_refund_hours": 24, "late_fee_percent": 50}', n || ' Elm Street', 'Pittsfield', 'NH',
       '03263', 'Ada Frost ' || n, 3, 2, 'The dog is friendly. Please use the side door. Lockbox code: 4711'
     from (select (now() at time zone 'America/New_York')::date as day) today,
       generate_series(1, 8) n,
       lateral (select day + time '06:00' + n * interval '1 hour' as start) begins,
       lateral (select start at time zone 'America/New_York' as at) zoned
     returning id`,
    [crew?.id],
  );
  return { crew: crew?.id ?? "", member: member?.id ?? "", visits: visits.map(({ id = "" }) => id) };
}

const tap = (kind: string, booking: string | undefined, member: string) =>
  askDatabase(
    `insert into visit_events (id, booking_id, member_id, kind, members, happened_at, phone_at, received_at)
     values (gen_random_uuid(), $1, $2, $3, array[$2::uuid], now(), now(), now())`,
    [booking, member, kind],
  );

test.use({ viewport: { width: 390, height: 900 } });

test("staff see a crew's tap at once and answer its report", async ({ page, context }) => {
  test.slow();
  const { member, visits } = await aCrewWithADay("Alder crew");
  await logIn(context.request, await demoAdministrator());
  const stream = page.waitForResponse("**/admin/schedule/live.events");
  await page.goto("/admin/schedule/live");
  await stream;
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const crew = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Alder crew" }) });
  await expect(crew).toContainText("0 of 8 done");
  await tap("started", visits[0], member);
  await expect(crew).toContainText("At work since");
  await expect(crew).toContainText("Ben Tuttle");
  await tap("finished", visits[0], member);
  await expect(crew).toContainText("1 of 8 done");

  await askDatabase(
    `insert into visit_reports (id, booking_id, member_id, kind, words, happened_at)
     values (gen_random_uuid(), $1, $2, 'damage', 'A vase broke', now())`,
    [visits[0], member],
  );
  await crew.getByRole("link", { name: /1 report to answer/ }).click();
  await expect(page.getByText("A vase broke")).toBeVisible();
  await formComesAlive(page);
  await expectAccessible(page);
  await page.getByLabel("Answer").fill("Keep the pieces, we call the customer.");
  await page.getByRole("button", { name: "Send answer" }).click();
  await expect(toast(page, "Answer sent")).toBeVisible();
  await expect(page.getByText("Keep the pieces, we call the customer.")).toBeVisible();
  const [stored] = await askDatabase("select answer from visit_reports where booking_id = $1", [visits[0]]);
  expect(stored?.answer).toBe("Keep the pieces, we call the customer.");
});

test("a route sheet of eight visits is one page of Letter paper for each crew", async ({ page, context }) => {
  const [one, other] = [await aCrewWithADay("Beech crew"), await aCrewWithADay("Cedar crew")];
  await logIn(context.request, await demoAdministrator());
  for (const { crew } of [one, other]) {
    await page.goto(`/admin/schedule/sheet?crew=${crew}`);
    await expectNoSidewaysScroll(page);
    await expect(page.getByRole("main")).not.toContainText("4711");
    await expect(page.getByText("Ada Frost 8")).toBeVisible();
    expect(pagesIn(await page.pdf({ format: "Letter" }))).toBe(1);
  }
  await page.goto("/admin/schedule/sheet");
  const crews = await page.getByRole("main").getByRole("region").count();
  expect(crews).toBeGreaterThanOrEqual(2);
  expect(pagesIn(await page.pdf({ format: "Letter" }))).toBe(crews);
});

/** The number of pages of a PDF that Chromium made. */
function pagesIn(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
