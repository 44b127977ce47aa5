import { beforeEach, describe, expect, test } from "vitest";
import { settleSession } from "~/features/payments/settle.server";
import type { AdminCtx } from "~/platform/context.server";
import {
  bookingOf,
  openSession,
  paySession,
  sessionState,
  setSetting,
} from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { readDashboard } from "./dashboard.server";

const { pool, ctx, clock, clear } = await testWorld();

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
      role: "admin",
      session_id: crypto.randomUUID(),
    },
  } satisfies AdminCtx);

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

test("with nothing there everything is zero, in the company's currency", async () => {
  expect(await asAdmin()).toEqual({
    customers: 0,
    bookings: 0,
    pending_messages: 0,
    revenue: [{ currency: "USD", amount: 0 }],
  });
});

test("counts every registered user and every booking", async () => {
  await pool.query(
    "insert into users (name, email) values ('Ada', 'ada@mail.example'), ('Grace', 'grace@mail.example')",
  );
  await openSession(ctx(), { time: "8:00 AM" });
  await paidOrder("12:00 PM", "2026-06-01T12:00:00Z");
  expect(await asAdmin()).toMatchObject({ customers: 2, bookings: 2 });
});

test("counts the messages that nobody has answered or put away", async () => {
  await pool.query(
    `insert into contact_messages (submission_id, name, email, message, status)
     select gen_random_uuid(), 'Ada', 'ada@mail.example', 'Hello there', status
     from unnest(array['new', 'new', 'replied', 'archived']) as status`,
  );
  expect(await asAdmin()).toMatchObject({ pending_messages: 2 });
});

describe("the revenue of the month", () => {
  test("is the completed orders of the half-open month in company time", async () => {
    await paidOrder("8:00 AM", "2026-06-01T04:00:00Z");
    await paidOrder("12:00 PM", "2026-07-01T03:59:59.999Z");
    await paidOrder("4:00 PM", "2026-06-01T03:59:59.999Z");
    await openSession(ctx(), { date: "2026-06-11" });
    expect((await asAdmin()).revenue).toEqual([{ currency: "USD", amount: 2 * 15900 }]);
    clock.set("2026-07-01T04:00:00Z");
    expect((await asAdmin()).revenue).toEqual([{ currency: "USD", amount: 0 }]);
  });

  test("follows the company to another time zone", async () => {
    await paidOrder("8:00 AM", "2026-06-30T22:30:00Z");
    clock.set("2026-07-02T12:00:00Z");
    expect((await asAdmin()).revenue[0]?.amount).toBe(0);
    await setSetting(pool, "general.timezone", "Europe/Zurich");
    expect((await asAdmin()).revenue[0]?.amount).toBe(15900);
  });

  test("is less what was given back in that month, but for refunds that failed", async () => {
    const order = await paidOrder("8:00 AM", "2026-06-02T12:00:00Z");
    const earlier = await paidOrder("12:00 PM", "2026-05-02T12:00:00Z");
    await refund(order, 5000, "completed", "2026-06-03T12:00:00Z");
    await refund(order, 200, "pending", "2026-06-03T12:00:00Z");
    await refund(order, 900, "failed", "2026-06-03T12:00:00Z");
    await refund(earlier, 1000, "completed", "2026-06-03T12:00:00Z");
    await refund(order, 700, "completed", "2026-07-01T04:00:00Z");
    expect((await asAdmin()).revenue).toEqual([{ currency: "USD", amount: 15900 - 5000 - 200 - 1000 }]);
  });

  test("keeps currencies apart", async () => {
    await paidOrder("8:00 AM", "2026-06-02T12:00:00Z");
    const other = await paidOrder("12:00 PM", "2026-06-02T12:00:00Z");
    await pool.query("update orders set currency = 'CAD' where id = $1", [other]);
    expect((await asAdmin()).revenue).toEqual([
      { currency: "USD", amount: 15900 },
      { currency: "CAD", amount: 15900 },
    ]);
  });
});
