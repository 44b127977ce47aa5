import { beforeEach, expect, test } from "vitest";
import { readPresent } from "~/features/fieldwork/hours/queries.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { readOverruns } from "./overruns.server";

const world = await testWorld();
const { pool, ctx, clock } = world;

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await world.clear();
});

async function aMember(name: string, crew_id: string): Promise<string> {
  const { rows } = await pool.query("insert into crew_members (crew_id, name) values ($1, $2) returning id", [
    crew_id,
    name,
  ]);
  return rows[0].id;
}

/** A visit of three hours where the member was at the job for so many minutes, from its start. */
async function worked(booking_id: string, member: string, minutes: number) {
  for (const [kind, after] of [
    ["started", 0],
    ["finished", minutes],
  ] as const) {
    await pool.query(
      `insert into visit_events (id, booking_id, member_id, kind, members, happened_at, phone_at, received_at)
       select gen_random_uuid(), b.id, $2, $3, array[$2::uuid], at, at, at
       from bookings b, lateral (select b.starts_at + $4 * interval '1 minute' as at) moments where b.id = $1`,
      [booking_id, member, kind, after],
    );
  }
}

/** A home with three completed visits in three weeks, of which the last took so long. */
async function aHome(last: number) {
  const visits = [];
  for (const date of ["2026-06-10", "2026-06-17", "2026-06-24"])
    visits.push(await confirmedVisit(ctx(), pool, { date }));
  const ids = visits.map(({ id }) => id);
  const { rows } = await pool.query(
    `with owner as (select customer_id as id from bookings where id = $1)
     insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
     select id, 'residential', '14 Barnstead Road', 'Pittsfield', 'NH', '03263' from owner returning id, customer_id`,
    [ids[0]],
  );
  const { id, customer_id } = rows[0];
  await pool.query(
    "update bookings set property_id = $2, customer_id = $3, status = 'completed' where id = any ($1)",
    [ids, id, customer_id],
  );
  const ana = await aMember("Ana Flores", visits[0]?.crew_id);
  for (const [place, booking_id] of ids.entries())
    await worked(booking_id, ana, [220, 225, last][place] ?? 0);
  clock.set("2026-07-01T12:00:00Z");
  return { customer_id, visits, owner: await staffCtx(world) };
}

test("a home whose last three visits took longer gets a length and a price proposed, and nothing is changed", async () => {
  const { owner, customer_id } = await aHome(218);
  const before = await pool.query("select duration_hours, total_amount from bookings order by starts_at");
  const expected = {
    ...{ customer_id, service: "Regular Cleaning", longer: [38, 45, 40] },
    ...{ minutes: { now: 180, next: 225 }, price: { now: 15_900, next: 19_875 } },
  };
  expect(await readOverruns(owner())).toMatchObject([expected]);
  expect(await readOverruns(owner(), customer_id)).toMatchObject([expected]);
  expect(await readOverruns(owner(), "11111111-1111-4111-8111-111111111111")).toEqual([]);
  const after = await pool.query("select duration_hours, total_amount from bookings order by starts_at");
  expect(after.rows).toEqual(before.rows);
});

test("two homes of a customer tell of themselves only, saved ones and addresses", async () => {
  const { owner, visits, customer_id } = await aHome(218);
  const [first] = visits.map(({ id }) => id);
  const lengths = async () => (await readOverruns(owner())).map(({ longer }) => longer);
  await pool.query(
    `with other as (
       insert into properties (customer_id, property_type, address_line1, city, state, zip_code)
       values ($2, 'residential', '14 Barnstead Road', 'Pittsfield', 'NH', '03263') returning id)
     update bookings set property_id = other.id from other where bookings.id = $1`,
    [first, customer_id],
  );
  expect(await lengths()).toEqual([]);
  await pool.query("update bookings set property_id = null");
  expect(await lengths()).toEqual([[38, 45, 40]]);
  await pool.query("update bookings set address_line1 = '2 Elm Street' where id = $1", [first]);
  expect(await lengths()).toEqual([]);
});

test("a home where one of them took as planned doesn't", async () => {
  const { owner } = await aHome(185);
  expect(await readOverruns(owner())).toEqual([]);
});

test("a re-clean tells nothing of how long a home takes", async () => {
  const { owner, visits } = await aHome(218);
  const { rows } = await pool.query(
    `insert into bookings (re_clean_of, customer_id, property_id, service_id, crew_id, status, total_amount, price_lines, policy,
       scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, address_line1, city, state, zip_code)
     select id, customer_id, property_id, service_id, crew_id, 'completed', 0, '[]', policy, '2026-06-26', '10:00', 0.5,
       '2026-06-26T14:00Z', '2026-06-26T14:30Z', '[2026-06-26T14:00Z,2026-06-26T14:30Z)', address_line1, city, state, zip_code
     from bookings where id = $1 returning id, crew_id`,
    [visits[2]?.id],
  );
  await worked(rows[0].id, await aMember("Ben Tuttle", rows[0].crew_id), 90);
  expect(await readOverruns(owner())).toMatchObject([
    { id: visits[2]?.id, minutes: { now: 180, next: 225 }, price: { now: 15_900 } },
  ]);
});

test("the tip on an order's page is split by the hours of those who were there", async () => {
  const visit = await confirmedVisit(ctx(), pool);
  const owner = await staffCtx(world);
  const [ana, ben] = [await aMember("Ana", visit.crew_id), await aMember("Ben", visit.crew_id)];
  await pool.query(
    `insert into order_lines (order_id, position, kind, label, amount)
     select $1, max(position) + 1, 'tip', 'Tip', 900 from order_lines where order_id = $1`,
    [visit.order_id],
  );
  const shares = async () =>
    (await readOfficeOrder(owner(), visit.order_id, (id) => readPresent(ctx().db, id)))?.tip?.shares;
  expect(await shares()).toEqual(["Ana $4.50", "Ben $4.50"]);
  await worked(visit.id, ana, 120);
  expect(await shares()).toEqual(["Ana $9.00"]);
  expect(await readPresent(ctx().db, visit.id)).toEqual(new Map([[ana, 120]]));
  await pool.query(
    `insert into hour_edits (id, booking_id, member_id, kind, starts_at, ends_at, reason, created_at)
     select gen_random_uuid(), id, $2, 'job', starts_at, starts_at + interval '1 hour', 'Was there', now() from bookings where id = $1`,
    [visit.id, ben],
  );
  expect(await shares()).toEqual(["Ana $6.00", "Ben $3.00"]);
});

test("a visit that took place in another program tells nothing, and takes no place of one that does", async () => {
  const { owner, visits } = await aHome(218);
  await pool.query(
    `insert into bookings (service_id, customer_id, property_id, customer_name, address_line1, city, state, zip_code,
       scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status, total_amount, price_lines, policy, history_of,
       created_at)
     select service_id, customer_id, property_id, customer_name, address_line1, city, state, zip_code,
       scheduled_date + 1, scheduled_time, duration_hours, starts_at + interval '1 day', ends_at + interval '1 day',
       tstzrange(starts_at + interval '1 day', ends_at + interval '1 day'),
       'completed', total_amount, price_lines, policy, 'jobber',
       created_at
     from bookings where id = $1`,
    [visits[1]?.id],
  );
  expect(await readOverruns(owner())).toMatchObject([{ longer: [38, 45, 40] }]);
});
