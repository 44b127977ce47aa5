import { beforeEach, expect, test } from "vitest";
import { testWorld } from "../../../../tests/support/ctx";
import { readFigures } from "./figures.server";

const { db, pool, clock, clear, jobs } = await testWorld();

beforeEach(clear);

async function readValue(name: string, labels?: Record<string, string>): Promise<number | undefined> {
  const figure = (await readFigures(db, pool, clock.now)).find((one) => one.name === `whitebirch_${name}`);
  const wanted = JSON.stringify(labels);
  return figure?.samples.find((sample) => JSON.stringify(sample.labels) === wanted)?.value;
}

test("current holds, overdue holds and orders by status are counted", async () => {
  await pool.query(`
    insert into bookings (service_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status,
        total_amount, price_lines, policy, address_line1, city, state, zip_code, hold_expires_at)
      select 'regular-cleaning', '2026-07-01', '09:00', 3, '2026-07-01 13:00Z', '2026-07-01 16:00Z',
        '[2026-07-01 13:00Z,2026-07-01 16:00Z)', 'pending', 12000, '[]', '{}', '1 Main St', 'Pittsfield', 'NH', '03263',
        '2026-06-01 12:00Z'::timestamptz + n * interval '10 minutes'
      from generate_series(1, 3) n;
    insert into orders (booking_id, amount, currency, status, provider, payment_session_id)
      select id, 12000, 'usd', 'pending', 'test', id from bookings`);
  expect([await readValue("holds"), await readValue("holds_overdue")]).toEqual([3, 0]);
  clock.advance({ minutes: 20 });
  expect([await readValue("holds"), await readValue("holds_overdue")]).toEqual([1, 2]);
  expect(await readValue("orders", { status: "pending" })).toBe(3);
  expect(await readValue("orders", { status: "completed" })).toBe(0);
  expect(await readValue("checkouts_open")).toBe(3);
});

test("waiting and failed jobs are counted", async () => {
  await jobs.enqueue(db, "booking-notice-mail", { booking_id: "x" });
  await jobs.enqueue(db, "make-backup", { id: "x" });
  await pool.query("update pgboss.job set state = 'failed', completed_on = now() where name = 'make-backup'");
  expect(await readValue("jobs_due")).toBe(1);
  expect(await readValue("jobs_given_up", { kind: "make-backup" })).toBe(1);
  expect(await readValue("db_connections")).toBeGreaterThan(0);
});

test("open differences of the books are counted, and the time since they were compared", async () => {
  expect([await readValue("book_differences"), await readValue("books_compared_seconds")]).toEqual([0, -1]);
  await pool.query(`insert into book_differences (kind, about_id, currency, ours, theirs, found_at, settled_at)
    values ('charge', 'a', 'USD', 1, 2, now(), null), ('charge', 'a', 'USD', 1, 2, now(), now())`);
  await pool.query("insert into book_comparisons values ($1, 1)", [clock.now.toString()]);
  clock.advance({ minutes: 1 });
  expect([await readValue("book_differences"), await readValue("books_compared_seconds")]).toEqual([1, 60]);
});
