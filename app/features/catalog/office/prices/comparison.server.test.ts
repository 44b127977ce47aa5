import { beforeEach, expect, test } from "vitest";
import { testWorld } from "../../../../../tests/support/ctx";
import { startPlan } from "../../../../../tests/support/plans";
import { staffCtx } from "../../../../../tests/support/staff";
import { readPublishPage } from "./comparison.server";
import { saveDraft } from "./save.server";
import type { PriceValues } from "./values";

const world = await testWorld();
const { pool, ctx, clear } = world;
const ID = "regular-cleaning";
let office: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  await pool.query("delete from service_prices");
  office = await staffCtx(world);
});

type Sold = {
  number: number;
  amount: number;
  hours?: number;
  day?: string;
  status?: string;
  service?: string;
  bedrooms?: number | null;
  square_feet?: number | null;
  extras?: object[];
  customer?: string | null;
};

/** A visit of the past, as it was sold. */
async function sell({
  number,
  amount,
  hours = 3,
  day = "2026-05-20",
  status = "completed",
  service = ID,
  bedrooms = 2,
  square_feet = 1200,
  extras = [],
  customer = null,
}: Sold) {
  await pool.query(
    `insert into bookings (number, service_id, customer_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at,
       blocked, status, total_amount, tax_amount, price_lines, policy, bedrooms, bathrooms, square_feet, extras,
       address_line1, city, state, zip_code)
     select $1, $2, $3, $4::date, '08:00', $5::numeric, at, at + interval '1 hour' * $5::numeric, tstzrange(at, at + interval '1 hour' * $5::numeric),
       $6, $7, 999, '[]', '{}', $8, 1, $9, $10, '1 Main St', 'Concord', 'NH', '03301'
     from (select ($4::date + time '08:00') at time zone 'America/New_York' as at) x`,
    [number, service, customer, day, hours, status, amount, bedrooms, square_feet, JSON.stringify(extras)],
  );
}

/** $100 a home and $20 a bedroom, up to 2,000 square feet; $15 more the first time. */
const LIST: PriceValues = {
  by: "home",
  "base.price": "100",
  "base.minutes": "60",
  "bedroom.price": "20",
  "bedroom.minutes": "30",
  "bands.0.up_to": "2000",
  "extras.0.id": "oven",
  "extras.0.title": "Inside oven",
  "extras.0.price": "35",
  "extras.0.minutes": "30",
  "first_visit.price": "15",
  begins_on: "2026-06-02",
};
const compare = async (values: PriceValues, id = ID, batch?: number) => {
  expect(await saveDraft(office(), { id, values, seen: "" })).toEqual({ ok: true });
  return (await readPublishPage(office(), id, batch))?.comparison;
};

const oven = (id = "oven", title = "Inside oven") => ({ id, title, quantity: 1, cents: 3000, minutes: 30 });

test("prices each visit of the last 90 days by the draft, exactly", async () => {
  const { rows } = await pool.query(
    "insert into customers (kind, first_name, last_name, source) values ('person', 'Ada', 'Frost', 'phone') returning id",
  );
  const customer = rows[0].id;
  await sell({ number: 1, amount: 15_901, customer, day: "2026-03-03" }); // $155.00: first visit
  await sell({ number: 2, amount: 14_000, customer }); // $140.00: the same
  await sell({ number: 3, amount: 10_000, customer, bedrooms: 4, extras: [oven()] }); // $215.00
  await sell({ number: 4, amount: 90_000, day: "2026-03-02" }); // 91 days ago
  await sell({ number: 5, amount: 90_000, day: "2026-06-01" }); // today
  await sell({ number: 6, amount: 90_000, status: "cancelled" });
  await sell({ number: 7, amount: 90_000, service: "deep-cleaning" });
  await sell({ number: 8, amount: 90_000, square_feet: null });
  await sell({ number: 9, amount: 90_000, square_feet: 2001 });
  await sell({ number: 10, amount: 90_000, extras: [oven("fridge", "Inside fridge")] });
  await sell({ number: 11, amount: 90_000, bedrooms: null });
  await sell({ number: 12, amount: 90_000, square_feet: null });
  // Batches of two: what a batch holds changes nothing.
  expect(await compare(LIST, ID, 2)).toMatchObject({
    visits: 3,
    old: 39_901,
    new: 51_000,
    old_minutes: 540,
    new_minutes: 120 + 120 + 210,
    ...{ more: 1, less: 1, same: 1 },
    winners: [{ number: 1, old: 15_901, new: 15_500 }],
    losers: [{ number: 3, old: 10_000, new: 21_500 }],
  });
  const unpriced = (await readPublishPage(office(), ID))?.comparison.unpriced ?? [];
  expect(
    Object.fromEntries(unpriced.map(({ reason, visits, numbers }) => [reason, [visits, ...numbers.sort()]])),
  ).toEqual({
    "size unknown": [2, 12, 8],
    "larger than 2,000 sq ft": [1, 9],
    "extra is gone: Inside fridge": [1, 10],
    "bedrooms unknown": [1, 11],
  });
});

test("counts a plan's visits with their share of the month, before tax", async () => {
  const plan = await startPlan(ctx(), pool, { bedrooms: 3 });
  await pool.query("update plans set amount = 31357, tax_amount = 2457 where id = $1", [plan]);
  await pool.query("update bookings set scheduled_date = scheduled_date - 42 where plan_id = $1", [plan]);
  const { rows } = await pool.query(
    "select count(*)::int as n from bookings where plan_id = $1 and scheduled_date < '2026-06-01' and status = 'confirmed'",
    [plan],
  );
  const visits = rows[0].n;
  const comparison = await compare(
    {
      ...{ by: "home", "base.minutes": "90", "bedroom.price": "10", "bedroom.minutes": "30" },
      ...{ "biweekly.per": "visit", "biweekly.price": "110", begins_on: "2026-06-02" },
    },
    "monthly-home-care",
  );
  expect(visits).toBeGreaterThan(0);
  // $289.00 a month is $133.38 a visit; $140.00 a visit is $303.33 a month.
  expect(comparison).toMatchObject({ visits, more: visits, less: 0, new_minutes: visits * 180 });
  expect(comparison?.old).toBeCloseTo((visits * 28_900 * 12) / 26, 6);
  expect(comparison?.new).toBeCloseTo((visits * 30_333 * 12) / 26, 6);
  const other = await readPublishPage(office(), ID);
  expect(other).toBeNull();
});

test("names plans whose frequency the draft doesn't sell", async () => {
  const plan = await startPlan(ctx(), pool);
  await pool.query("update bookings set scheduled_date = scheduled_date - 42 where plan_id = $1", [plan]);
  const comparison = await compare(
    {
      by: "flat",
      "base.minutes": "90",
      "weekly.per": "month",
      "weekly.price": "400",
      begins_on: "2026-06-02",
    },
    "monthly-home-care",
  );
  expect(comparison).toMatchObject({ visits: 0, unpriced: [{ reason: "not offered: every two weeks" }] });
});
