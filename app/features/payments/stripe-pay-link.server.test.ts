import { beforeEach, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { addLine } from "~/features/payments/office/add-line.server";
import { readOfficeOrder } from "~/features/payments/office/queries.server";
import { refundByStaff } from "~/features/payments/office/refund.server";
import { openPayLink } from "~/features/payments/pay-link/open.server";
import { aRequest, bookingOf } from "../../../tests/support/bookings";
import { staffCtx } from "../../../tests/support/staff";
import { stripeWorld } from "../../../tests/support/stripe-world";

const world = await stripeWorld();
const { pool, ctx, queues, stripe, pass, later, payer: PAYER } = world;
const CREATE = "POST /v1/checkout/sessions";
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  staff = await staffCtx(world);
});

const sessionIn = (url: string) => url.split("/").at(-1) ?? "";

/** A visit of $159.00 that was paid at Stripe, with an hour more for $53.00, which is due. */
async function owing() {
  const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: null });
  if (!outcome.ok) throw new Error(outcome.message);
  const session = sessionIn(outcome.url);
  stripe.office.pay(session, PAYER);
  await later();
  const { order_id } = await bookingOf(pool, session);
  const line = { kind: "time", amount: 5300, label: "", reason: "Oven", minutes: null, seen: 15_900 };
  await addLine(staff(), { ...line, order_id, token: crypto.randomUUID() });
  return order_id as string;
}

const open = (order_id: string, tip = 1000) => openPayLink(ctx(), { order_id, tip, seen: 5300 });

async function opened(order_id: string) {
  const outcome = await open(order_id);
  if (!outcome.ok) throw new Error(outcome.message);
  return sessionIn(outcome.url);
}

const rowsOf = async (sql: string, values: unknown[]) => (await pool.query(sql, values)).rows;

test("a pay link at Stripe is asked for in lines, and its payment is a charge of its own", async () => {
  const order_id = await owing();
  const session = await opened(order_id);
  expect(stripe.books.sessions.get(session)).toMatchObject({ amount_total: 6300, currency: "usd" });
  stripe.office.pay(session, PAYER);
  await later();
  const charges = await rowsOf(
    "select purpose, status, amount, payment_id from charges where order_id = $1 order by created_at",
    [order_id],
  );
  expect(charges).toEqual([
    { purpose: "checkout", status: "completed", amount: 15_900, payment_id: expect.stringMatching(/^pi_/) },
    { purpose: "pay_link", status: "completed", amount: 6300, payment_id: expect.stringMatching(/^pi_/) },
  ]);
  expect(charges[0].payment_id).not.toBe(charges[1].payment_id);
});

test("a refund above one payment goes back to each of them, the newest first", async () => {
  const order_id = await owing();
  stripe.office.pay(await opened(order_id), PAYER);
  await later();
  const left = (await readOfficeOrder(staff(), order_id))?.left ?? 0;
  expect(left).toBe(22_200);
  const wish = { amount: 10_000, reason: "Sorry", left, token: crypto.randomUUID() };
  expect(await refundByStaff(staff(), { order_id, ...wish })).toMatchObject({ ok: true, amount: 10_000 });
  expect(await refundByStaff(staff(), { order_id, ...wish })).toMatchObject({ ok: true, amount: 10_000 });
  await queues.run("refund-order");
  const refunds = await rowsOf(
    `select c.purpose, r.amount, r.status from refunds r join charges c on c.id = r.charge_id
     where r.order_id = $1 order by c.purpose`,
    [order_id],
  );
  expect(refunds).toEqual([
    { purpose: "checkout", amount: 3700, status: "completed" },
    { purpose: "pay_link", amount: 6300, status: "completed" },
  ]);
  expect((await readOfficeOrder(staff(), order_id))?.left).toBe(12_200);
});

test("a checkout whose answer was lost is found again, and paid once", async () => {
  const order_id = await owing();
  stripe.trouble.add({ kind: "drop", when: "after", times: 9, of: CREATE });
  expect(await open(order_id)).toMatchObject({ ok: false, reason: "unavailable" });
  stripe.trouble.clear();
  const before = stripe.books.sessions.size;
  pass(5);
  const session = await opened(order_id);
  expect(stripe.books.sessions.size).toBe(before);
  stripe.office.pay(session, PAYER);
  await later();
  expect(await rowsOf("select due, charged from orders where id = $1", [order_id])).toEqual([
    { due: 0, charged: 22_200 },
  ]);
}, 60_000);

test("money by bank is on its way for days: the page says so, and nothing else can be paid meanwhile", async () => {
  const order_id = await owing();
  const session = await opened(order_id);
  stripe.office.pay(session, PAYER, "bank");
  await later();
  expect(await open(order_id)).toMatchObject({ ok: false, reason: "processing" });
  stripe.office.settle(session, "fail");
  await later();
  expect(await rowsOf("select due from orders where id = $1", [order_id])).toEqual([{ due: 5300 }]);
  expect(await open(order_id)).toMatchObject({ ok: true });
});
