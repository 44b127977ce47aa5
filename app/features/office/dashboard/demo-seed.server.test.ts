import { beforeEach, expect, test, vi } from "vitest";
import { mondayOf } from "~/features/fieldwork/hours/week";
import { isWorked } from "~/features/fieldwork/pay/pay";
import { computeWeek, readLocked } from "~/features/fieldwork/pay/week.server";
import { readSlotsOfDay } from "~/features/scheduling/availability/availability.server";
import { addDays, companyToday } from "~/lib/dates";
import { seedClaims } from "../../../../db/seed/claims";
import { seedDemo } from "../../../../db/seed/demo";
import { seedFieldwork } from "../../../../db/seed/fieldwork";
import { seedHours } from "../../../../db/seed/hours";
import { seedMessages } from "../../../../db/seed/messages";
import { seedPlans } from "../../../../db/seed/plans";
import { seedVoices } from "../../../../db/seed/voices";
import { seedYear } from "../../../../db/seed/year/year";
import { differencesIn } from "../../../../tests/support/books";
import { testWorld } from "../../../../tests/support/ctx";

vi.setConfig({ testTimeout: 60_000 });

const { db, pool, ctx, clear } = await testWorld();
const zone = "America/New_York";

/** An empty site with its catalogue and two crews. */
async function empty(): Promise<void> {
  await pool.query("truncate users, customers, bookings, plans, pay_weeks cascade"); // faster than deleting so much
  await clear();
  await pool.query(
    "delete from seeds; delete from crew_hours; delete from service_prices; delete from closures",
  );
  await pool.query("delete from crews where name not in ('Birch crew', 'Maple crew')");
}

beforeEach(empty);

const SEEDS = [seedDemo, seedPlans, seedFieldwork, seedClaims, seedYear, seedHours, seedMessages, seedVoices];

async function found(at: string): Promise<Temporal.Instant> {
  const now = Temporal.Instant.from(at);
  for (const seed of SEEDS) await seed(db, now);
  return now;
}

const rowsOf = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows;
const countsOf = async (sql: string): Promise<Record<string, number>> =>
  Object.fromEntries((await rowsOf(sql)).map(({ what, count }) => [what, Number(count)]));

const MOMENTS = {
  "a Thursday in November": "2026-11-26T15:00:00Z",
  "a Sunday night": "2026-06-15T03:20:00Z",
  "the leap day": "2028-02-29T13:00:00Z",
  "the morning on which clocks go forward": "2026-03-08T07:30:00Z",
  "the night on which clocks go back": "2026-11-01T05:30:00Z",
  "New Year’s Eve": "2027-01-01T04:50:00Z",
};

test.each(Object.entries(MOMENTS))("a year that ends on %s is that of a company at work", async (_, at) => {
  const now = await found(at);
  const today = companyToday(now, zone);
  expect(await differencesIn(pool, { ...ctx(), now })).toEqual([]);

  const days = await countsOf(
    "select scheduled_date::text as what, count(*) from bookings where status <> 'cancelled' group by 1",
  );
  const between = (from: number, to: number) =>
    Object.entries(days)
      .filter(([day]) => addDays(today, from) <= day && day <= addDays(today, to))
      .reduce((sum, [, count]) => sum + count, 0);
  for (const day of [0, 1]) expect(days[addDays(today, day)], `day ${day}`).toBeGreaterThanOrEqual(5);
  expect(between(0, 6), "weeks thin out").toBeGreaterThan(between(21, 27) * 1.3);
  expect(between(-30, -1), "it has grown").toBeGreaterThan(between(-360, -331) * 1.2);

  const away = await rowsOf(
    `select b.id from bookings b join crew_time_off t on t.crew_id = b.crew_id and b.scheduled_date between t.first_day and t.last_day
       join crews c on c.id = b.crew_id where b.status <> 'cancelled' and c.name in ('Cedar crew', 'Spruce crew')
     union all select b.id from bookings b join closures c on c.date = b.scheduled_date where b.status <> 'cancelled'`,
  );
  expect(away, "visits while the crew or the company is off").toEqual([]);

  const ahead = await rowsOf(
    `select 'bookings' as what from bookings where created_at > $1
     union all select 'done' from bookings where status = 'completed' and ends_at > $1
     union all select 'money' from money_events where at > $1
     union all select 'credit' from credit_transfers where at > $1
     union all select 'reviews' from reviews where created_at > $1
     union all select 'taps' from visit_events where received_at > $1
     union all select 'trail' from audit_log where at > $1
     union all select 'emails' from mails where created_at > $1
     union all select 'disputes' from disputes where greatest(opened_at, closed_at) > $1
     union all select 'customers' from customers where name <> '' and created_at > $1`,
    now.toString(),
  );
  expect(ahead, "nothing has happened that is yet to come").toEqual([]);

  const wanted = { minutes: 180, service_id: "regular-cleaning" };
  const open: string[] = [];
  for (const date of [1, 2, 3, 4, 5].map((day) => addDays(today, day))) {
    const slots = await readSlotsOfDay({ ...ctx(), now }, { ...wanted, date });
    if (slots.some(({ state }) => state === "free")) open.push(date);
  }
  expect(open.length, "days with room for a visitor").toBeGreaterThanOrEqual(4);
});

test("whatever the product has can be seen in the year", async () => {
  const now = await found("2026-11-26T15:00:00Z");
  const seen = await countsOf(`
    select 'visit ' || status as what, count(*) from bookings group by 1
    union all select 'plan ' || status, count(*) from plans group by 1
    union all select 'plan ' || frequency, count(*) from plans group by 1
    union all select 'plan at ' || slot_time, count(*) from plans group by 1
    union all select 'order ' || status, count(*) from orders group by 1
    union all select 'charge ' || purpose || ' ' || status, count(*) from charges group by 1
    union all select 'tip', count(*) from orders where tips > 0
    union all select 'deposit', count(*) from orders where upfront > 0
    union all select 'unpaid', count(*) from orders where due > 0
    union all select 'refund ' || status, count(*) from refunds group by 1
    union all select 'extra', count(*) from bookings where extras <> '[]'
    union all select 're-clean', count(*) from bookings where re_clean_of is not null
    union all select 'storm ' || status, count(*) from storm_offers group by 1
    union all select 'claim ' || status, count(*) from claims group by 1
    union all select 'gift card ' || status, count(*) from gift_cards group by 1
    union all select 'gift card redeemed', count(*) from gift_cards where redeemed_at is not null
    union all select 'gift card to send', count(*) from gift_cards where status = 'paid' and sent_at is null
    union all select 'coupon used', count(*) from coupon_uses
    union all select 'referral ' || status, count(*) from referrals group by 1
    union all select 'credit from ' || from_account, count(*) from credit_transfers group by 1
    union all select 'customer ' || kind, count(*) from customers where name <> '' group by 1
    union all select 'member who left', count(*) from crew_members where left_at is not null
    union all select 'time off', count(*) from crew_time_off
    union all select 'closure', count(*) from closures
    union all select 'approved week', count(*) from pay_weeks where approved_at is not null
    union all select 'message ' || status, count(*) from contact_messages group by 1
    union all select 'application ' || status, count(*) from job_applications group by 1
    union all select 'reader ' || status, count(*) from newsletter_subscribers group by 1
    union all select 'email ' || status, count(*) from mails group by 1
    union all select 'area request ' || status, count(*) from area_requests group by 1
    union all select 'dispute ' || status, count(*) from disputes group by 1
    union all select 'approval ' || status, count(*) from approvals group by 1
    union all select action, count(*) from audit_log group by 1`);
  for (const [what, least] of Object.entries(LEAST))
    expect(seen[what] ?? 0, what).toBeGreaterThanOrEqual(least);
  const overused = `select c.code from coupons c join coupon_uses u on u.coupon_id = c.id group by c.id having count(*) > c.most_uses`;
  expect(await rowsOf(overused)).toEqual([]);
  const [{ stars }] = await rowsOf("select avg(rating)::float as stars from reviews");
  expect(stars).toBeGreaterThan(4.5);
  const months = await countsOf(
    "select to_char(created_at, 'YYYY-MM') as what, count(*) from reviews group by 1",
  );
  expect(Object.keys(months).length).toBeGreaterThanOrEqual(10);
  const locked = await rowsOf("select monday::text from pay_weeks order by monday");
  for (const { monday } of [locked[0], locked.at(-1)]) {
    const week = await computeWeek(db, { monday, zone, now });
    expect(await readLocked(db, monday)).toEqual(week.lines.filter(isWorked));
    expect(week.flagged).toEqual([]);
  }
  expect(locked.length).toBeGreaterThan(20);
  expect(locked.at(-1)?.monday).toBe(addDays(mondayOf(companyToday(now, zone)), -14));
});

/** How often a thing is there at least. */
const LEAST: Record<string, number> = {
  ...{ "visit completed": 1500, "visit confirmed": 200, "visit cancelled": 50, "visit pending": 1 },
  ...{ "plan active": 20, "plan paused": 2, "plan past_due": 1, "plan ended": 2 },
  ...{ "plan weekly": 3, "plan biweekly": 8, "plan monthly": 3 },
  ...{ "plan at 08:00:00": 3, "plan at 12:00:00": 3, "plan at 16:00:00": 3 },
  ...{ "order completed": 1200, "order failed": 5, "order pending": 5 },
  ...{ "charge checkout completed": 500, "charge plan completed": 80, "charge office completed": 100 },
  ...{ "charge card completed": 10, "charge card failed": 1, "charge credit completed": 1 },
  ...{ tip: 60, deposit: 5, unpaid: 5, "refund completed": 20, extra: 30, "re-clean": 2 },
  ...{ "storm accepted": 1, "storm skipped": 1 },
  ...{ "claim open": 1, "claim re-clean": 2, "claim credit": 2, "claim refused": 1 },
  ...{ "gift card paid": 4, "gift card failed": 1, "gift card refunded": 1 },
  ...{ "gift card redeemed": 3, "gift card to send": 1, "coupon used": 20 },
  ...{ "referral earned": 3, "referral refused": 1, "referral pending": 1 },
  ...{
    "credit from goodwill": 5,
    "credit from gift_card": 3,
    "credit from referral": 6,
    "credit from customer": 1,
  },
  ...{ "customer person": 120, "customer company": 8 },
  ...{ "member who left": 1, "time off": 5, closure: 2, "approved week": 20 },
  ...{ "message new": 1, "message replied": 5, "message archived": 15 },
  ...{
    "application new": 1,
    "application hired": 4,
    "application rejected": 3,
    "application interviewed": 2,
  },
  ...{
    "reader subscribed": 25,
    "reader unsubscribed": 2,
    "reader pending": 1,
    "email failed": 1,
    "email sent": 30,
  },
  ...{ "area request answered": 3, "area request archived": 2, "dispute won": 1, "dispute open": 1 },
  ...{ "approval approved": 1, "approval open": 1 },
  ...{ "booking.confirmed": 50, "booking.cancelled": 1, "booking.no_show": 1 },
};

test("two demos that begin at the same moment are the same", async () => {
  const read = () =>
    rowsOf(`select b.number, b.starts_at::text, b.status, b.customer_name, c.name, b.total_amount, o.charged, o.tips, o.due
      from bookings b join crews c on c.id = b.crew_id left join orders o on o.booking_id = b.id
      where b.customer_email like '%.example' and b.re_clean_of is null order by b.starts_at, c.name, b.status, b.customer_name, b.total_amount`);
  const withoutNumbers = (rows: Record<string, unknown>[]) => rows.map(({ number: _, ...row }) => row);
  await found("2026-05-20T15:00:00Z");
  const first = withoutNumbers(await read());
  await empty();
  await found("2026-05-20T15:00:00Z");
  expect(withoutNumbers(await read())).toEqual(first);
  expect(first.length).toBeGreaterThan(1500);
});

test("a demo that was begun without its year stays as it is, and one that has it gets it once", async () => {
  const now = Temporal.Instant.from("2026-05-20T15:00:00Z");
  const without = SEEDS.filter((seed) => seed !== seedYear);
  for (const seed of without) await seed(db, now);
  const count = async () => (await rowsOf("select count(*)::int as count from bookings"))[0].count;
  const before = await count();
  await seedYear(db, now);
  expect(await count()).toBe(before);
  expect(await seedYear(db, now)).toBe(false);
});
