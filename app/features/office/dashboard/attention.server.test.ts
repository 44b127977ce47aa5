import { beforeEach, expect, test } from "vitest";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { bookingOf, openSession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aRefund } from "../../../../tests/support/customers";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { readAttention } from "./attention.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await clear();
  office = await staffCtx(world);
});

const kinds = async () => (await readAttention(office())).map(({ kind, count }) => [kind, count]);

test("nothing needs attention in an empty company", async () => {
  await confirmedVisit(ctx(), pool);
  expect(await readAttention(office())).toEqual([]);
});

test("flagged, unassigned and failed cases are listed with a link to resolve them", async () => {
  const flagged = await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
  const alone = await confirmedVisit(ctx(), pool, { time: "12:00 PM" });
  await pool.query("update bookings set needs_attention = 'No crew was free.' where id = $1", [flagged.id]);
  await pool.query("update bookings set crew_id = null where id = $1", [alone.id]);
  const { rows } = await pool.query(
    `insert into mails (occasion, booking_id, recipient, subject, html, text, status, created_at)
     values ('x', $1, 'ada@mail.example', 'Your visit', '', '', 'failed', $2) returning id`,
    [alone.id, clock.now.toString()],
  );
  const attention = await readAttention(office());
  expect(attention.map(({ kind, count }) => [kind, count])).toEqual([
    ["flagged", 1],
    ["unassigned", 1],
    ["mails", 1],
  ]);
  expect(attention.map(({ cases }) => cases[0]?.href)).toEqual([
    `/admin/bookings/${flagged.id}`,
    `/admin/schedule?view=day&date=2026-06-10&visit=${alone.id}`,
    `/admin/mail/${rows[0].id}`,
  ]);
  expect(attention[0]?.cases[0]).toMatchObject({
    what: "Ada Lovelace: No crew was free.",
    when: "Jun 10, 2026, 8:00 AM",
  });
});

test("a failed refund is listed until its money was returned some other way", async () => {
  const { order_id, id } = await confirmedVisit(ctx(), pool);
  const refund = (status: string) =>
    pool.query(
      `insert into refunds (order_id, amount, reason, status, idempotency_key)
       values ($1, 15900, 'test', $2, gen_random_uuid())`,
      [order_id, status],
    );
  await refund("failed");
  await pool.query(
    "update bookings set needs_attention = 'The refund of $159.00 failed: Card closed' where id = $1",
    [id],
  );
  expect(await kinds()).toEqual([["refunds", 1]]);
  expect((await readAttention(office()))[0]?.cases[0]?.href).toBe(`/admin/orders/${order_id}`);
  await pool.query("update bookings set needs_attention = null");
  await refund("completed");
  expect(await kinds()).toEqual([]);
});

test("a booking with a failed refund is also listed for other reasons", async () => {
  const { order_id } = await confirmedVisit(ctx(), pool);
  await aRefund(pool, order_id, "failed");
  await pool.query("update bookings set needs_attention = 'The crew could not get in.'");
  expect(await kinds()).toEqual([
    ["flagged", 1],
    ["refunds", 1],
  ]);
});

test("a past visit is listed to be marked as completed, with a button", async () => {
  const { id } = await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
  clock.set("2026-06-10T14:59:00Z");
  expect(await kinds()).toEqual([]);
  clock.set("2026-06-10T15:00:00Z");
  expect(await kinds()).toEqual([["done", 1]]);
  expect((await readAttention(office()))[0]?.cases).toEqual([
    {
      href: `/admin/bookings/${id}`,
      what: "Ada Lovelace",
      when: "Jun 10, 2026, 8:00 AM",
      complete: id,
    },
  ]);
  await setBookingStatus(office(), { id, status: "completed", seen: { status: "confirmed" } });
  expect(await kinds()).toEqual([]);
});

test("an unpaid completed visit is listed until its payment is recorded", async () => {
  const { id, order_id } = await confirmedVisit(ctx(), pool);
  const order = (set: string) => pool.query(`update orders set ${set} where id = $1`, [order_id]);
  await order("status = 'pending'");
  expect(await kinds()).toEqual([]); // it is paid for on the day
  await pool.query("update bookings set status = 'completed' where id = $1", [id]);
  expect(await readAttention(office())).toMatchObject([
    {
      kind: "due",
      count: 1,
      cases: [
        {
          href: `/admin/orders/${order_id}`,
          what: "Ada Lovelace: $159.00 is due",
          when: "Jun 10, 2026, 8:00 AM",
        },
      ],
    },
  ]);
  await order("processing_at = now(), session_closed_at = null");
  expect(await kinds()).toEqual([]); // the bank is confirming it
  await order("status = 'failed', session_closed_at = now()");
  expect(await kinds()).toEqual([["due", 1]]);
  await order("paid_amount = 15000");
  expect(await kinds()).toEqual([]); // another amount came
  await order("paid_amount = null, status = 'completed'");
  expect(await kinds()).toEqual([]);
});

test("a visit whose crew is off or inactive is listed until it has another crew", async () => {
  const { id, crew_id } = await confirmedVisit(ctx(), pool);
  const { rows } = await pool.query(
    "insert into crew_time_off (crew_id, first_day, last_day) values ($1, '2026-06-09', '2026-06-10') returning id",
    [crew_id],
  );
  const waiting = [
    {
      kind: "off",
      count: 1,
      cases: [{ href: `/admin/schedule?view=day&date=2026-06-10&visit=${id}`, what: "Ada Lovelace" }],
    },
  ];
  expect(await readAttention(office())).toMatchObject(waiting);
  await pool.query("update crew_time_off set last_day = '2026-06-09' where id = $1", [rows[0].id]);
  expect(await kinds()).toEqual([]);
  await pool.query("update crews set is_active = false where id = $1", [crew_id]);
  expect(await readAttention(office())).toMatchObject(waiting);
  clock.set("2026-06-10T23:00:00Z");
  expect(await kinds()).toEqual([["done", 1]]); // it took place all the same
  clock.set("2026-06-11T12:00:00Z");
  expect(await kinds()).toEqual([["done", 1]]);
});

test("a failed test email is not listed", async () => {
  const insertEmail = (occasion: string) =>
    pool.query(
      `insert into mails (occasion, recipient, subject, html, text, status, created_at)
       values ($1, 'office@birch.example', 'Test mail', '', '', 'failed', $2)`,
      [occasion, clock.now.toString()],
    );
  await insertEmail("test-mail:1");
  expect(await kinds()).toEqual([]);
  await insertEmail("daily-summary:2026-05-31");
  expect(await kinds()).toEqual([["mails", 1]]);
});

test("a hold is listed in its last ten minutes and not after it expired", async () => {
  const session = await openSession(ctx());
  const { hold_expires_at } = await bookingOf(pool, session);
  const over = Temporal.Instant.fromEpochMilliseconds(hold_expires_at.getTime());
  clock.set(over.subtract({ minutes: 11 }).toString());
  expect(await kinds()).toEqual([]);
  clock.set(over.subtract({ minutes: 10 }).toString());
  expect(await kinds()).toEqual([["holds", 1]]);
  clock.set(over.toString());
  expect(await kinds()).toEqual([]);
});
