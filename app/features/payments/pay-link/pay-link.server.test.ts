import { beforeEach, describe, expect, test } from "vitest";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { addLine } from "~/features/payments/office/add-line.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { recordPayment } from "~/features/payments/office/record-payment.server";
import { waiveFee } from "~/features/payments/office/waive.server";
import { reconcilePayments } from "~/features/payments/settlement/reconcile.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { CARD, sessionOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { gatewayOf } from "../../../../tests/support/gateway";
import { staffCtx } from "../../../../tests/support/staff";
import { confirmedVisit, refundsOf } from "../../../../tests/support/visits";
import { openPayLink } from "./open.server";
import { readPayPage, readToPay } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clock, queues, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const orderRow = async (id: string) =>
  (await pool.query("select status, amount, charged, returned, due from orders where id = $1", [id])).rows[0];
const chargesOf = async (id: string) =>
  (
    await pool.query(
      "select status, amount, tip from charges where order_id = $1 and purpose = 'pay_link' order by created_at, amount",
      [id],
    )
  ).rows;

/** A paid visit for $159.00 with an hour more for $53.00, which is due. */
async function owing() {
  const visit = await confirmedVisit(ctx(), pool);
  const order_id: string = visit.order_id;
  const line = { kind: "time", amount: 5300, label: "", reason: "The oven", minutes: null, seen: 15_900 };
  const added = await addLine(staff(), { ...line, order_id, token: crypto.randomUUID() });
  if (!added.ok) throw new Error(added.reason);
  return { id: visit.id as string, order_id };
}

const open = (order_id: string, tip = 0, seen = 5300, context = ctx()) =>
  openPayLink(context, { order_id, tip, seen });

async function opened(order_id: string, tip = 0, seen = 5300) {
  const outcome = await open(order_id, tip, seen);
  if (!outcome.ok) throw new Error(outcome.message);
  return sessionOf(outcome.url);
}

async function pay(session: string) {
  const paid = await payTestCheckout(ctx(), session, CARD);
  if (!paid.ok) throw new Error(paid.reason);
}

test("what is due is paid once, with a tip that is a line of the order", async () => {
  const { order_id } = await owing();
  const session = await opened(order_id, 1000);
  await pay(session);
  await closeCheckout(ctx(), session);
  await closeCheckout(ctx(), session); // heard of twice
  expect(await chargesOf(order_id)).toEqual([{ status: "completed", amount: 6300, tip: 1000 }]);
  expect(await orderRow(order_id)).toEqual({
    ...{ status: "completed", amount: 22_200, charged: 22_200, returned: 0, due: 0 },
  });
  await pool.query(
    `insert into crew_members (id, crew_id, name)
     select ('00000000-0000-4000-8000-00000000000' || place)::uuid, crew_id, name
     from bookings, unnest(array['Ann', 'Bob', 'Cy']) with ordinality member(name, place) where crew_id is not null`,
  );
  expect((await readOfficeOrder(staff(), order_id))?.tip).toMatchObject({
    total: "$10.00",
    shares: ["Ann $3.34", "Bob $3.33", "Cy $3.33"],
  });
  const shown = await readToPay(ctx(), order_id);
  expect(shown && (await readPayPage(ctx(), shown))).toMatchObject({
    due: null,
    last: { state: "paid", amount: "$63.00", tip: "$10.00" },
  });
  await queues.run("charge-receipt-mail");
  await queues.run("charge-notice-mail");
  const { rows } = await pool.query("select subject, recipient from mails order by subject");
  expect(rows).toContainEqual({
    subject: expect.stringContaining("Your receipt: $63.00 for Regular Cleaning"),
    recipient: CARD.email,
  });
  expect(rows.map(({ subject }) => subject)).toContainEqual("Test payment received: $63.00");
  expect(await open(order_id)).toMatchObject({ ok: false, reason: "paid" });
});

test("a tip alone is given for a visit that is paid", async () => {
  const { order_id } = await confirmedVisit(ctx(), pool);
  expect(await open(order_id, 0, 0)).toMatchObject({ ok: false, reason: "invalid" });
  const session = await opened(order_id, 2000, 0);
  await pay(session);
  await closeCheckout(ctx(), session);
  expect(await orderRow(order_id)).toMatchObject({ amount: 17_900, charged: 17_900, due: 0 });
});

test("a tip that is paid for a visit that was cancelled meanwhile goes back with what nobody owes any more", async () => {
  const { id, order_id } = await owing();
  const session = await opened(order_id, 1000);
  await pay(session);
  await setBookingStatus(staff(), { id, status: "cancelled" });
  await closeCheckout(ctx(), session);
  const { rows } = await pool.query("select tips, amount, due from orders where id = $1", [order_id]);
  expect(rows).toEqual([{ tips: null, amount: 15_900, due: 0 }]);
  const { ours } = await refundsOf(pool, id);
  expect(ours.map(({ amount }) => amount).sort()).toEqual([1000, 5300]);
});

describe("an order has one checkout at a time", () => {
  test("pressed twice, in two windows or gone back to, it is the same", async () => {
    const { order_id } = await owing();
    const both = await Promise.all([open(order_id, 1000), open(order_id, 1000)]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await open(order_id, 1000)).toEqual(both[0]);
    expect(both[1]).toEqual(both[0]);
    expect(await chargesOf(order_id)).toEqual([{ status: "pending", amount: 6300, tip: 1000 }]);
  });

  test("with another tip the earlier one is closed, and can't be paid any more", async () => {
    const { order_id } = await owing();
    const first = await opened(order_id, 1000);
    const second = await opened(order_id, 2000);
    expect(await payTestCheckout(ctx(), first, CARD)).toMatchObject({ ok: false });
    await pay(second);
    await closeCheckout(ctx(), second);
    expect(await orderRow(order_id)).toMatchObject({ charged: 23_200, due: 0 });
  });

  test("paid in the other window, no second one opens", async () => {
    const { order_id } = await owing();
    const first = await opened(order_id, 1000);
    await pay(first); // the site hasn't heard of it
    expect(await open(order_id, 2000)).toMatchObject({ ok: false });
    expect(await orderRow(order_id)).toMatchObject({ charged: 22_200, due: 0 });
  });

  test("expired, the next press opens another", async () => {
    const { order_id } = await owing();
    const first = await opened(order_id);
    clock.set("2026-06-01T13:00:00Z");
    expect(await opened(order_id)).not.toBe(first);
    expect((await chargesOf(order_id)).map(({ status }) => status)).toEqual(["failed", "pending"]);
  });
});

describe("paid in another way meanwhile", () => {
  test("the link is closed, and asks for the rest when it is opened again", async () => {
    const { order_id } = await owing();
    const session = await opened(order_id);
    await recordPayment(staff(), { order_id, method: "cash", amount: 3000 });
    await queues.run("close-checkout");
    expect(await payTestCheckout(ctx(), session, CARD)).toMatchObject({ ok: false });
    expect(await open(order_id)).toMatchObject({ ok: false, reason: "changed" });
    expect(await open(order_id, 0, 2300)).toMatchObject({ ok: true });
  });

  test("a fee that is waived closes the link that asked for it", async () => {
    const { order_id } = await owing();
    const session = await opened(order_id);
    await pool.query(`update orders set status = 'pending', provider = 'office' where id = $1`, [order_id]);
    await pool.query("update bookings set status = 'cancelled'");
    expect(await waiveFee(staff(), { order_id })).toEqual({ ok: true });
    await queues.run("close-checkout");
    expect(await payTestCheckout(ctx(), session, CARD)).toMatchObject({ ok: false });
  });

  test("a visit that nobody has paid closes its link when it is cancelled", async () => {
    const { id, order_id } = await confirmedVisit(ctx(), pool);
    await pool.query("delete from charges");
    await pool.query(
      "update orders set status = 'pending', provider = 'office', payment_session_id = null, completed_at = null",
    );
    const session = await opened(order_id, 0, 15_900);
    expect(await setBookingStatus(staff(), { id, status: "cancelled" })).toMatchObject({ ok: true });
    expect(await orderRow(order_id)).toMatchObject({ status: "failed" });
    await queues.run("close-checkout");
    expect(await payTestCheckout(ctx(), session, CARD)).toMatchObject({ ok: false });
    expect((await chargesOf(order_id)).map(({ status }) => status)).toEqual(["failed"]);
    expect(await open(order_id, 0, 15_900)).toMatchObject({ ok: false });
  });

  test("what came twice goes back at once, and the tip stays", async () => {
    const { id, order_id } = await owing();
    const session = await opened(order_id, 1000);
    await pay(session);
    await recordPayment(staff(), { order_id, method: "cash" });
    await queues.run("close-checkout");
    await queues.run("refund-order");
    const { rows } = await pool.query("select amount, reason, status from refunds where order_id = $1", [
      order_id,
    ]);
    expect(rows).toEqual([{ amount: 5300, reason: "Paid twice", status: "completed" }]);
    expect((await refundsOf(pool, id)).ours).toHaveLength(1);
    expect(await orderRow(order_id)).toMatchObject({ amount: 22_200, charged: 27_500, due: 0 });
  });
});

describe("a provider that fails", () => {
  const without = async (changes: object) => {
    const gateway = await gatewayOf(ctx());
    const broken = { ...gateway, ...changes };
    return ctx({ payments: { ...ctx().payments, current: async () => broken, named: async () => broken } });
  };

  test("charges nothing and says so; the next press continues with the same checkout", async () => {
    const { order_id } = await owing();
    const gateway = await gatewayOf(ctx());
    const keys: string[] = [];
    const createSession = async (request: Parameters<typeof gateway.createSession>[0]) => {
      keys.push(request.idempotency_key);
      await gateway.createSession(request); // made, but the answer is lost
      throw new ProviderUnavailable("no answer");
    };
    const lost = await open(order_id, 0, 5300, await without({ createSession }));
    expect(lost).toMatchObject({ ok: false, reason: "unavailable" });
    expect(await open(order_id)).toMatchObject({ ok: true });
    const { rows } = await pool.query("select id from charges where order_id = $1 and purpose = 'pay_link'", [
      order_id,
    ]);
    expect(keys).toEqual([`charge:${rows[0].id}`]);
    const { rows: made } = await pool.query(
      "select count(*)::int from test_checkout_sessions where idempotency_key like 'charge:%'",
    );
    expect(made).toEqual([{ count: 1 }]);
  });

  test("is made up for by the sweep: a payment nobody told us of, and a checkout nobody got", async () => {
    const { order_id } = await owing();
    const session = await opened(order_id);
    await pay(session);
    await pool.query("delete from pgboss.job where name = 'test-checkout-event'");
    clock.set("2026-06-01T12:05:00Z");
    await reconcilePayments(ctx({ actor: { kind: "system" } }));
    expect(await orderRow(order_id)).toMatchObject({ due: 0 });
    const other = await owing2();
    const gone = await open(other, 0, 5300, await without({ createSession: fail }));
    expect(gone).toMatchObject({ ok: false });
    clock.set("2026-06-01T13:00:00Z");
    await reconcilePayments(ctx({ actor: { kind: "system" } }));
    expect((await chargesOf(other)).map(({ status }) => status)).toEqual(["failed"]);
  });

  const fail = async () => {
    throw new ProviderUnavailable("no answer");
  };

  async function owing2() {
    const visit = await confirmedVisit(ctx(), pool, { date: "2026-06-11" });
    const line = { kind: "time", amount: 5300, label: "", reason: "R", minutes: null, seen: 15_900 };
    await addLine(staff(), { ...line, order_id: visit.order_id, token: crypto.randomUUID() });
    return visit.order_id as string;
  }
});

test("another amount than was asked for is kept, and staff decide", async () => {
  const { id, order_id } = await owing();
  const session = await opened(order_id);
  await pay(session);
  await pool.query("update test_checkout_sessions set amount = 5000 where id = $1", [session]);
  await closeCheckout(ctx(), session);
  expect(await orderRow(order_id)).toMatchObject({ charged: 20_900, due: 300 });
  const { rows } = await pool.query("select needs_attention from bookings where id = $1", [id]);
  expect(rows[0].needs_attention).toContain("Paid 50.00 USD instead of 53.00 USD.");
});
