import { beforeEach, expect, test } from "vitest";
import { mondayOf } from "~/features/fieldwork/hours/week";
import { addDays } from "~/lib/dates";
import { seedClaims } from "../../../../db/seed/claims";
import { seedDemo } from "../../../../db/seed/demo";
import { seedFieldwork } from "../../../../db/seed/fieldwork";
import { seedHours } from "../../../../db/seed/hours";
import { seedPlans } from "../../../../db/seed/plans";
import { differencesIn } from "../../../../tests/support/books";
import { testWorld } from "../../../../tests/support/ctx";
import { isWorked } from "./pay";
import { computeWeek, readLocked } from "./week.server";

const { db, pool, ctx, clear } = await testWorld();
const zone = "America/New_York";

beforeEach(async () => {
  await clear();
  await pool.query("delete from seeds");
});

async function found(at: string): Promise<Temporal.Instant> {
  const now = Temporal.Instant.from(at);
  for (const seed of [seedDemo, seedPlans, seedFieldwork, seedClaims, seedHours]) await seed(db, now);
  return now;
}

const rowsOf = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows;

/** A week of first days, one of them the day on which clocks go forward. */
const DAYS = [4, 5, 6, 7, 8, 9, 10].map((day) => `2026-03-${String(day).padStart(2, "0")}`);

test.each(DAYS)("the demo company founded on %s has hours that make sense", async (today) => {
  const now = await found(`${today}T15:00:00Z`);
  const last = addDays(mondayOf(today), -7);
  const approved = await rowsOf("select monday::text from pay_weeks where approved_at <= $1", now.toString());
  expect(approved.map(({ monday }) => monday).sort()).toEqual(
    [5, 4, 3, 2, ...(mondayOf(today) === today ? [] : [6]), 1]
      .map((weeks) => addDays(last, -7 * weeks))
      .filter((monday) => addDays(monday, 6) >= addDays(today, -42))
      .sort(),
  );
  for (const { monday } of approved) {
    const week = await computeWeek(db, { monday, zone, now });
    expect(week.flagged).toEqual([]);
    expect(await readLocked(db, monday)).toEqual(week.lines.filter(isWorked));
  }
  const week = await computeWeek(db, { monday: last, zone, now });
  expect(week.flagged).toMatchObject([{ flag: "no end" }]);
  for (const line of week.lines) {
    expect(line.job_pay).toBeGreaterThan(10_000);
    expect(line.job_minutes).toBeGreaterThan(8 * 60);
  }
  const current = await computeWeek(db, { monday: mondayOf(today), zone, now });
  expect(current.flagged).toEqual([]);
  const spans = [...week.visits, ...current.visits].flatMap((visit) => visit.spans);
  for (const own of Map.groupBy(spans, ({ member_id }) => member_id).values()) {
    const inOrder = own.toSorted((one, other) => one.from - other.from);
    for (const [index, { to }] of inOrder.entries())
      expect(to ?? 0).toBeLessThanOrEqual(inOrder[index + 1]?.from ?? Number.POSITIVE_INFINITY);
  }
  const future = "select 1 from visit_events where received_at > $1";
  expect(await rowsOf(future, now.toString())).toEqual([]);
  expect(await rowsOf("select 1 from visit_reports where answered_at is null")).toHaveLength(1);
});

test.each(DAYS)(
  "the demo company founded on %s has a claim to answer and one with a re-clean",
  async (today) => {
    const now = await found(`${today}T15:00:00Z`);
    const claims = await rowsOf(
      `select c.status, b.customer_name, b.ends_at <= c.created_at as after, c.due_at > $1 as in_time,
       again.status as again, again.re_clean_of = b.id as same
     from claims c join bookings b on b.id = c.booking_id left join bookings again on again.id = c.re_clean_id order by c.created_at`,
      now.toString(),
    );
    const [customer] = claims.map(({ customer_name }) => customer_name);
    expect(claims).toMatchObject([
      { status: "re-clean", after: true, again: "completed", same: true },
      { status: "open", after: true, again: null },
    ]);
    expect(customer).toBe("Margaret Whitcomb");
    const taps =
      "select 1 from visit_events e join bookings b on b.id = e.booking_id where re_clean_of is not null";
    expect((await rowsOf(taps)).length).toBeGreaterThan(2);
    expect(await differencesIn(pool, { ...ctx(), now })).toEqual([]);
  },
);

test("the demo company founded twice on a day has the same hours, and is not founded over somebody's own", async () => {
  const taps = `select b.starts_at::text, m.name, e.kind, e.happened_at::text
    from visit_events e join bookings b on b.id = e.booking_id join crew_members m on m.id = e.member_id order by e.position`;
  const lines = "select monday::text, name, job_minutes, job_pay from pay_lines order by monday, name";
  const read = async () => [await rowsOf(taps), await rowsOf(lines)];
  await found("2026-03-04T15:00:00Z");
  const first = await read();
  await pool.query("delete from seeds where name in ('hours', 'claims')");
  await found("2026-03-04T15:00:00Z");
  expect(await read()).toEqual(first);
  await clear();
  await pool.query("delete from seeds");
  await found("2026-03-04T15:00:00Z");
  expect(await read()).toEqual(first);
});
