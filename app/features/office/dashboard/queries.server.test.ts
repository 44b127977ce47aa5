import { beforeEach, describe, expect, test } from "vitest";
import { compactCounts } from "~/features/office/lists/compact.server";
import { readMenuCounts } from "~/features/office/lists/work.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import type { StaffCtx } from "~/platform/context.server";
import {
  bookingOf,
  openSession,
  paySession,
  sessionState,
  setSetting,
} from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { readDashboard } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await clear();
});

const asAdmin = () =>
  readDashboard({
    ...ctx(),
    actor: {
      kind: "user",
      id: crypto.randomUUID(),
      email: "office@mail.example",
      email_verified: true,
      first_name: null,
      last_name: null,
      phone: null,
      role: "owner",
      session_id: crypto.randomUUID(),
      proved: true,
      owes_second_factor: false,
    },
  } satisfies StaffCtx);

async function paidOrder(time: string, created_at: string) {
  const session = await paySession(ctx(), { time });
  await settleSession(ctx(), await sessionState(ctx(), session));
  const { order_id } = await bookingOf(pool, session);
  await pool.query("update orders set created_at = $2 where id = $1", [order_id, created_at]);
  return order_id as string;
}

const refund = (order: string, amount: number, status: string, created_at: string) =>
  pool.query(
    `insert into refunds (order_id, amount, reason, status, idempotency_key, created_at)
     values ($1, $2, 'test', $3, gen_random_uuid(), $4)`,
    [order, amount, status, created_at],
  );

test("an empty company has zero figures in its currency", async () => {
  expect(await asAdmin()).toMatchObject({
    customers: 0,
    bookings: 0,
    messages: 0,
    revenue: [{ currency: "USD", amount: 0 }],
    currency: "USD",
  });
});

test("all accounts and bookings are counted", async () => {
  await pool.query(
    "insert into users (name, email) values ('Ada', 'ada@mail.example'), ('Grace', 'grace@mail.example')",
  );
  await openSession(ctx(), { time: "8:00 AM" });
  await paidOrder("12:00 PM", "2026-06-01T12:00:00Z");
  expect(await asAdmin()).toMatchObject({ customers: 2, bookings: 2 });
});

test("messages that are neither answered nor archived are counted", async () => {
  await pool.query(
    `insert into contact_messages (submission_id, name, email, message, status)
     select gen_random_uuid(), 'Ada', 'ada@mail.example', 'Hello there', status
     from unnest(array['new', 'new', 'replied', 'archived']) as status`,
  );
  expect(await asAdmin()).toMatchObject({ messages: 2 });
});

describe("the revenue of the month", () => {
  test("sums completed orders of the month in company time", async () => {
    await paidOrder("8:00 AM", "2026-06-01T04:00:00Z");
    await paidOrder("12:00 PM", "2026-07-01T03:59:59.999Z");
    await paidOrder("4:00 PM", "2026-06-01T03:59:59.999Z");
    await openSession(ctx(), { date: "2026-06-11" });
    expect((await asAdmin()).revenue).toEqual([{ currency: "USD", amount: 2 * 15900 }]);
    clock.set("2026-07-01T04:00:00Z");
    expect((await asAdmin()).revenue).toEqual([{ currency: "USD", amount: 0 }]);
  });

  test("follows a change of the company's time zone", async () => {
    await paidOrder("8:00 AM", "2026-06-30T22:30:00Z");
    clock.set("2026-07-02T12:00:00Z");
    expect((await asAdmin()).revenue[0]?.amount).toBe(0);
    await setSetting(pool, "general.timezone", "Europe/Zurich");
    expect((await asAdmin()).revenue[0]?.amount).toBe(15900);
  });

  test("is reduced by refunds of the month, except failed ones", async () => {
    const order = await paidOrder("8:00 AM", "2026-06-02T12:00:00Z");
    const earlier = await paidOrder("12:00 PM", "2026-05-02T12:00:00Z");
    await refund(order, 5000, "completed", "2026-06-03T12:00:00Z");
    await refund(order, 200, "pending", "2026-06-03T12:00:00Z");
    await refund(order, 900, "failed", "2026-06-03T12:00:00Z");
    await refund(earlier, 1000, "completed", "2026-06-03T12:00:00Z");
    await refund(order, 700, "completed", "2026-07-01T04:00:00Z");
    expect((await asAdmin()).revenue).toEqual([{ currency: "USD", amount: 15900 - 5000 - 200 - 1000 }]);
  });

  test("is separate for each currency", async () => {
    await paidOrder("8:00 AM", "2026-06-02T12:00:00Z");
    const other = await paidOrder("12:00 PM", "2026-06-02T12:00:00Z");
    await pool.query("update orders set currency = 'CAD' where id = $1", [other]);
    expect((await asAdmin()).revenue).toEqual([
      { currency: "USD", amount: 15900 },
      { currency: "CAD", amount: 15900 },
    ]);
  });
});

test("the menu counts the same pending messages as the dashboard, read or not", async () => {
  await pool.query(`insert into contact_messages (submission_id, name, email, message, status, read_at)
    select gen_random_uuid(), 'Ada', 'ada@mail.example', 'Hello', status, read_at
    from (values ('new', null::timestamptz), ('new', now()), ('replied', now()), ('archived', null)) as message (status, read_at)`);
  expect(await asAdmin()).toMatchObject({ messages: 2 });
  const waiting = await readMenuCounts((await staffCtx(world))());
  expect(waiting).toMatchObject({ "/admin/messages": 2 });
  await pool.query("delete from contact_messages");
});

describe("the figures of twelve months", () => {
  test("assign revenue and bookings to months in company time", async () => {
    await paidOrder("8:00 AM", "2026-06-01T04:00:00Z");
    const order = await paidOrder("12:00 PM", "2026-06-01T03:59:59.999Z");
    await refund(order, 900, "completed", "2026-05-31T23:59:59Z");
    await paidOrder("4:00 PM", "2025-07-01T04:00:00Z");
    await openSession(ctx(), { date: "2026-06-11" });
    const { rows } = await pool.query("select id from bookings order by created_at, id");
    await pool.query("update bookings set created_at = '2026-06-01T03:59:59Z' where id = $1", [rows[0].id]);
    await pool.query("update bookings set status = 'cancelled' where id = $1", [rows[1].id]);
    const { months } = await asAdmin();
    expect(months).toHaveLength(12);
    expect(months.at(0)).toEqual({ month: "2025-07", revenue: 15900, bookings: 0 });
    expect(months.at(-2)).toEqual({ month: "2026-05", revenue: 15900 - 900, bookings: 1 });
    expect(months.at(-1)).toEqual({ month: "2026-06", revenue: 15900, bookings: 2 });
  });

  test.each(["Asia/Kathmandu", "Pacific/Kiritimati", "Etc/GMT+12", "America/St_Johns"])(
    "add up to all orders and bookings in the time zone %s",
    async (zone) => {
      await setSetting(pool, "general.timezone", zone);
      const first = Temporal.PlainDate.from("2026-06-01").toZonedDateTime({ timeZone: zone }).toInstant();
      await paidOrder("8:00 AM", first.toString());
      await paidOrder("12:00 PM", first.subtract({ milliseconds: 1 }).toString());
      clock.set(first.add({ hours: 100 }).toString());
      const { months } = await asAdmin();
      expect(months.slice(-2).map(({ revenue }) => revenue)).toEqual([15900, 15900]);
    },
  );
});

test("compacting the counts changes no figure and leaves one row of each", async () => {
  await paidOrder("8:00 AM", "2026-06-01T04:00:00Z");
  const order = await paidOrder("12:00 PM", "2026-06-02T12:00:00Z");
  await refund(order, 900, "completed", "2026-06-03T12:00:00Z");
  await pool.query("update bookings set status = 'completed'");
  const before = await asAdmin();
  const writing = paidOrder("4:00 PM", "2026-06-05T12:00:00Z");
  await Promise.all([compactCounts(ctx()), compactCounts(ctx()), writing]);
  await compactCounts(ctx());
  const after = await asAdmin();
  expect(after.bookings).toBe(before.bookings + 1);
  expect(after.revenue[0]?.amount).toBe((before.revenue[0]?.amount ?? 0) + 15900);
  for (const key of ["table_name, status from row_counts", "kind, at, currency from figures"]) {
    const [columns = ""] = key.split(" from ");
    const { rows } = await pool.query(`select ${key} group by ${columns} having count(*) > 1`);
    expect(rows).toEqual([]);
  }
});
