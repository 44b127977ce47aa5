import { beforeEach, expect, test } from "vitest";
import { bookingOf, openSession } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aRefund } from "../../../../tests/support/customers";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit } from "../../../../tests/support/visits";
import { handleCase, readAttention, readAttentionPage } from "./list.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await clear();
  office = await staffCtx(world);
});

const read = () => readAttention(office(), { limit: 3 });
const kinds = async () => (await read()).map(({ kind, count }) => [kind, count]);

test("nothing needs attention in an empty company", async () => {
  await confirmedVisit(ctx(), pool);
  expect(await read()).toEqual([]);
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
  const attention = await read();
  expect(attention.map(({ kind, count }) => [kind, count])).toEqual([
    ["flagged", 1],
    ["unassigned", 1],
    ["mails", 1],
  ]);
  expect(attention.map(({ title }) => title)).toEqual([
    "1 booking needs a decision",
    "1 visit has no crew",
    "1 email could not be sent",
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
  expect((await read())[0]?.cases[0]?.href).toBe(`/admin/orders/${order_id}`);
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
  expect((await read())[0]?.cases).toEqual([
    {
      id,
      href: `/admin/bookings/${id}`,
      what: "Ada Lovelace",
      when: "Jun 10, 2026, 8:00 AM",
      actions: [{ label: "Mark as completed", intent: "complete", pending: "Saving...", fields: { id } }],
    },
  ]);
  const marked = await handleCase(office(), { kind: "done", intent: "complete", id }, "/admin");
  expect(marked).toMatchObject({
    ok: true,
    toast: { undo: { fields: { intent: "undo", id, to: "/admin" } } },
  });
  expect(await kinds()).toEqual([]);
});

test("an unpaid completed visit is listed until its payment is recorded", async () => {
  const { id, order_id } = await confirmedVisit(ctx(), pool);
  await pool.query("delete from charges");
  const order = (set: string) => pool.query(`update orders set ${set} where id = $1`, [order_id]);
  await order("status = 'pending'");
  expect(await kinds()).toEqual([]); // it is paid for on the day
  await pool.query("update bookings set status = 'completed' where id = $1", [id]);
  expect(await read()).toMatchObject([
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
  expect(await kinds()).toEqual([["due", 1]]); // a line of it is still due
  await pool.query(
    `insert into charges (order_id, purpose, status, amount, currency, provider)
     values ($1, 'office', 'completed', 15900, 'USD', 'office-cash')`,
    [order_id],
  );
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
  expect(await read()).toMatchObject(waiting);
  await pool.query("update crew_time_off set last_day = '2026-06-09' where id = $1", [rows[0].id]);
  expect(await kinds()).toEqual([]);
  await pool.query("update crews set is_active = false where id = $1", [crew_id]);
  expect(await read()).toMatchObject(waiting);
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

type Form = { fields: Record<string, string>; pick?: { options: [string, string][] } };
const formOf = async (kind: string) => {
  const found = (await read()).find((one) => one.kind === kind)?.cases[0]?.actions;
  return found?.find((action) => "intent" in action) as Form | undefined;
};
const crewOf = async (id: string) =>
  (await pool.query("select crew_id from bookings where id = $1", [id])).rows[0].crew_id;

test("a visit without a crew is offered the crews that are free at its time, and gets the one that is picked", async () => {
  const busy = await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
  const { id } = await confirmedVisit(ctx(), pool, { time: "8:00 AM" });
  await pool.query("update bookings set crew_id = null where id = $1", [id]);
  const { rows: all } = await pool.query("select id from crews where is_active");
  const form = await formOf("unassigned");
  const offered = form?.pick?.options.map(([value]) => value) ?? [];
  expect(offered[0]).toBe("");
  expect(new Set(offered.slice(1))).toEqual(
    new Set(all.map((one) => one.id).filter((one) => one !== busy.crew_id)),
  );
  const crew_id = offered.at(-1) ?? "";
  const sent = { kind: "unassigned", intent: "assign", ...form?.fields };
  expect(await handleCase(office(), { ...sent, crew_id: busy.crew_id }, "/admin")).toMatchObject({
    ok: false,
    status: 409,
    field: "crew_id",
  });
  expect(await handleCase(office(), { ...sent, crew_id }, "/admin")).toMatchObject({ ok: true });
  expect(await crewOf(id)).toBe(crew_id);
  expect(await kinds()).toEqual([]);
});

test("a visit of a crew that is off goes to any other crew that is free", async () => {
  const { id, crew_id } = await confirmedVisit(ctx(), pool);
  await pool.query(
    "insert into crew_time_off (crew_id, first_day, last_day) values ($1, '2026-06-10', '2026-06-10')",
    [crew_id],
  );
  const form = await formOf("off");
  expect(form?.pick?.options.map(([value]) => value)).not.toContain(crew_id);
  const sent = { kind: "off", intent: "assign", crew_id: "", ...form?.fields };
  expect(await handleCase(office(), sent, "/admin")).toMatchObject({
    ok: true,
    toast: { title: "Crew assigned" },
  });
  expect(await crewOf(id)).not.toBe(crew_id);
});

test("a visit outside the hours is kept with a reason, once, and is then not listed", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  await pool.query("insert into closures (date) values ('2026-06-10')");
  expect(await kinds()).toEqual([["outside", 1]]);
  const sent = { kind: "outside", intent: "keep", ...(await formOf("outside"))?.fields };
  const keep = (reason: string) => handleCase(office(), { ...sent, reason }, "/admin");
  await pool.query("delete from closures");
  expect(await keep("The hours are as before")).toMatchObject({ ok: false, status: 409 });
  await pool.query("insert into closures (date) values ('2026-06-10')");
  expect(await keep("  ")).toMatchObject({ ok: false, status: 400, field: "reason" });
  expect(await keep("The customer opens")).toMatchObject({ ok: true });
  expect(await keep("Somebody else's reason")).toMatchObject({ ok: false, status: 409 });
  const { rows } = await pool.query("select override_reason from bookings where id = $1", [id]);
  expect(rows[0].override_reason).toBe("The customer opens");
  expect(await kinds()).toEqual([]);
});

test("a payment is recorded from its case once it is said how it was paid", async () => {
  const { id, order_id } = await confirmedVisit(ctx(), pool);
  await pool.query(
    "with gone as (delete from charges where order_id = $1) update orders set status = 'pending', payment_session_id = null, provider = 'office' where id = $1",
    [order_id],
  );
  await pool.query("update bookings set status = 'completed' where id = $1", [id]);
  const sent = { kind: "due", intent: "pay", ...(await formOf("due"))?.fields };
  expect(await handleCase(office(), { ...sent, method: "" }, "/admin")).toMatchObject({
    status: 400,
    field: "method",
  });
  expect(await handleCase(office(), { ...sent, method: "cash" }, "/admin")).toMatchObject({ ok: true });
  expect(await handleCase(office(), { ...sent, method: "cash" }, "/admin")).toMatchObject({
    ok: false,
    status: 409,
  });
  expect(await kinds()).toEqual([]);
});

test("a form of no kind does nothing", async () => {
  const forms: Record<string, string>[] = [
    {},
    { kind: "due", intent: "complete" },
    { kind: "toString", intent: "read" },
  ];
  for (const fields of forms)
    expect(await handleCase(office(), fields, "/admin")).toMatchObject({ ok: false, status: 400 });
});

test("the cases of a kind come in pages, each case once, and a page behind the end is the last one", async () => {
  await pool.query(
    `insert into mails (occasion, recipient, subject, html, text, status, created_at)
     select 'x' || n, 'ada@mail.example', 'Email ' || n, '', '', 'failed', $1 from generate_series(1, 60) n`,
    [clock.now.toString()],
  );
  const page = (asked: number) => readAttentionPage(office(), "mails", asked);
  const pages = [await page(1), await page(2), await page(3)];
  const ids = pages.map(({ attention }) => attention[0]?.cases.map(({ id }) => id) ?? []);
  expect(ids.map(({ length }) => length)).toEqual([25, 25, 10]);
  expect(new Set(ids.flat()).size).toBe(60);
  expect(pages[2]).toMatchObject({ page: 3, total: 60, more: false, isLast: true });
  expect(await page(4)).toEqual(pages[2]);
  expect(await page(9999)).toEqual(pages[2]);
  await pool.query("update mails set status = 'sent'");
  expect(await page(3)).toEqual({ attention: [], page: 1, total: 0, more: false, isLast: true });
});
