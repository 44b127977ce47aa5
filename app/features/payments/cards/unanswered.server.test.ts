import { beforeEach, describe, expect, test } from "vitest";
import { holdForCard, readOnTheDay } from "~/features/booking/checkout/on-the-day.server";
import { cancelBooking } from "~/features/booking/manage/cancel.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { moveToCustomer } from "~/features/customers/records/merge.server";
import { readErasure } from "~/features/identity/privacy/erase.server";
import { due } from "~/features/office/attention/order.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { waiveFee } from "~/features/payments/office/waive.server";
import { openPayLink } from "~/features/payments/pay-link/open.server";
import { reconcilePayments } from "~/features/payments/settlement/reconcile.server";
import type { UserCtx } from "~/platform/context.server";
import { aBank } from "../../../../tests/support/bank";
import { aRequest, CARD } from "../../../../tests/support/bookings";
import { differencesIn } from "../../../../tests/support/books";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser, linkTo } from "../../../../tests/support/visits";
import { chargeCards, chargeOrder } from "./charge.server";
import { openCardSetup } from "./open.server";

const world = await testWorld();
const { pool, clock, clear } = world;
const bank = aBank();
const ctx: typeof world.ctx = (changes) => world.ctx({ payments: bank.payments, ...changes });
let made: Awaited<ReturnType<typeof staffCtx>>;
const staff = () => ({ ...made(), payments: bank.payments });

const BACK = { success_url: "https://site.example/a", cancel_url: "https://site.example/b" };
const WHO = { customer_name: CARD.name, customer_email: CARD.email, customer_phone: CARD.phone };

beforeEach(async () => {
  await clear();
  bank.clear();
  clock.set("2026-06-01T12:00:00Z");
  await pool.query(`update services set terms = '{"pay":"card"}' where id = 'regular-cleaning'`);
  made = await staffCtx(world);
});

const one = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows[0];
const cardCharges = async () =>
  (await pool.query("select status, amount, failure from charges where purpose = 'card' order by created_at"))
    .rows;

/** A visit that a saved card pays for. */
async function booked() {
  const outcome = await createPayment(ctx(), { request: aRequest(), draft_id: null });
  if (!outcome.ok) throw new Error(outcome.message);
  const { order_id } = outcome;
  const query = new URL(outcome.url).searchParams;
  const found = await readOnTheDay(ctx(), { order: query.get("order"), key: query.get("key") });
  const { name, email, phone } = CARD;
  if (found) await holdForCard(ctx(), found, { name, email, phone });
  await openCardSetup(ctx(), { order_id, ...BACK, who: WHO });
  for (const session of bank.sessions.keys()) bank.set(session, "paid");
  clock.advance({ minutes: 2 });
  await reconcilePayments(ctx());
  const { id } = await one("select booking_id as id from orders where id = $1", order_id);
  return { order_id, id: id as string };
}

async function set(id: string, status: "completed" | "confirmed" | "cancelled") {
  const outcome = await setBookingStatus(staff(), { id, status });
  if (!outcome.ok) throw new Error(outcome.message);
  clock.advance({ minutes: 1 });
}

/** A completed visit whose charge was never answered: the bank did it if `done`. */
async function unanswered(done: boolean) {
  const visit = await booked();
  clock.set("2026-06-10T16:00:00Z");
  await set(visit.id, "completed");
  Object.assign(bank, done ? { mute: true } : { down: true });
  await chargeOrder(ctx(), visit).catch(() => {});
  Object.assign(bank, { mute: false, down: false });
  expect(await cardCharges()).toMatchObject([{ status: "pending" }]);
  clock.advance({ hours: 3 });
  return visit;
}

const taken = () =>
  [...bank.sessions.values()].filter(({ id, status }) => id.startsWith("card:") && status === "paid");

describe("a charge without an answer that is not wanted any more", () => {
  test.each(["cancelled", "confirmed"] as const)(
    "is not made when the visit is %s by then",
    async (status) => {
      const { id } = await unanswered(false);
      await set(id, status);
      await chargeCards(ctx());
      expect(taken()).toEqual([]);
      expect(await cardCharges()).toEqual([{ status: "failed", amount: 15_900, failure: null }]);
    },
  );

  test("goes back when the bank had made it before the visit was cancelled", async () => {
    const { id, order_id } = await unanswered(true);
    await set(id, "cancelled");
    await chargeCards(ctx());
    expect(taken()).toHaveLength(1);
    expect(await one("select amount from refunds where order_id = $1", order_id)).toEqual({ amount: 15_900 });
  });

  test("is not made when its fee was waived by then", async () => {
    const { id, order_id } = await booked();
    clock.set("2026-06-10T08:00:00Z");
    await cancelBooking(ctx({ actor: linkTo(id) }), { id, refund: 0, fee: 7950 });
    bank.down = true;
    await chargeOrder(ctx(), { order_id }).catch(() => {});
    bank.down = false;
    expect(await waiveFee(staff(), { order_id })).toEqual({ ok: true });
    clock.advance({ hours: 1 });
    await chargeCards(ctx());
    expect(taken()).toEqual([]);
    expect(await differencesIn(pool, ctx())).toEqual([]);
  });

  test("is made late when it is still wanted, once", async () => {
    await unanswered(true);
    await chargeCards(ctx());
    await chargeCards(ctx());
    expect(taken()).toHaveLength(1);
    expect(await cardCharges()).toMatchObject([{ status: "completed", amount: 15_900 }]);
  });
});

test("a charge that stays without an answer needs attention after a day", async () => {
  const { order_id } = await unanswered(false);
  const cases = async () => (await due.read(staff(), { limit: 10, offset: 0 })).cases.map(({ id }) => id);
  expect(await cases()).toEqual([]);
  clock.advance({ hours: 25 });
  expect(await cases()).toEqual([order_id]);
});

test("a pay link whose checkout nobody knows any more doesn't keep the card from being charged", async () => {
  const { id, order_id } = await booked();
  clock.set("2026-06-10T16:00:00Z");
  await set(id, "completed");
  await openPayLink(ctx(), { order_id, tip: 0, seen: 15_900 });
  const { session } = await one(
    "select payment_session_id as session from charges where purpose = 'pay_link'",
  );
  bank.sessions.delete(session);
  expect(await chargeOrder(ctx(), { order_id })).toEqual({ ok: true, do: "charged" });
});

test("pressed twice, 'Charge now' tries a declined card once", async () => {
  const { id, order_id } = await booked();
  clock.set("2026-06-10T16:00:00Z");
  await set(id, "completed");
  bank.declines = true;
  const press = () => chargeOrder(staff(), { order_id, now: true, seen: 0 });
  expect(await press()).toEqual({ ok: true, do: "declined" });
  expect(await press()).toMatchObject({ ok: false, message: expect.stringContaining("tried meanwhile") });
  expect(await cardCharges()).toHaveLength(1);
});

test("a page to save a card that the provider never made is followed by another one", async () => {
  const { order_id } = await booked();
  const gateway = bank.gateway;
  let refused = 0;
  const current = async () => ({
    ...gateway,
    createSession: async (request: Parameters<typeof gateway.createSession>[0]) => {
      if (refused++ === 0) return "none" as const;
      return gateway.createSession(request);
    },
  });
  const payments = { ...bank.payments, current };
  expect(await openCardSetup({ ...ctx(), payments }, { order_id, ...BACK, who: WHO })).toMatchObject({
    ok: true,
  });
});

test("a card goes with its customer when two are merged", async () => {
  const { id } = await booked();
  const { customer_id } = await one("select customer_id from bookings where id = $1", id);
  const kept = (await aUser(pool, "kept@mail.example")).id;
  await world.db.transaction((tx) => moveToCustomer(tx, staff(), { kept, merged: customer_id }, null));
  expect(await one("select customer_id from cards")).toEqual({ customer_id: kept });
});

test("an account isn't deleted while its card is being charged", async () => {
  const user = await aUser(pool, CARD.email);
  const { id, order_id } = await booked();
  clock.set("2026-06-10T16:00:00Z");
  await set(id, "completed");
  const own = () => ctx({ actor: user }) as UserCtx;
  expect((await readErasure(own())).obstacle?.message).toContain("still being charged");
  await chargeOrder(ctx(), { order_id });
  expect((await readErasure(own())).obstacle).toBeNull();
});
