import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expirePlanHolds } from "~/features/payments/checkout/sync.server";
import { askAboutCharges } from "~/features/plans/charge/charges.server";
import { ProviderSilent } from "~/platform/outside/payment-gateway";
import { aRequest, setCrews } from "../../../tests/support/bookings";
import { testClock } from "../../../tests/support/clock";
import { testWorld } from "../../../tests/support/ctx";
import { aPlanRequest } from "../../../tests/support/plans";
import { fakeStripe } from "../../../tests/support/stripe";
import { createPayment } from "./checkout/create-payment.server";
import { expireHolds } from "./checkout/sync.server";

const time = testClock("2026-06-01T12:00:00Z");
const stripe = await fakeStripe({ now: () => time.now.epochMilliseconds });
const REST_MS = 30_000;
const { pool, ctx, clock, clear } = await testWorld({
  stripe: stripe.url,
  stripeKeys: { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret },
  stripeRestMs: REST_MS,
});
const EXPIRE = /^POST .*\/expire$/;
const asked = () => new Set(stripe.asked.filter(({ call }) => EXPIRE.test(call)).map(({ call }) => call));
const count = async (what: string) => (await pool.query(what)).rowCount;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

test("sweeps leave a Stripe that hangs alone, and make everything up once it answers", async () => {
  await setCrews(pool, 4);
  const dates = ["2026-06-08", "2026-06-09", "2026-06-10", "2026-06-11", "2026-06-12"];
  for (const date of dates) {
    const booked = await createPayment(ctx(), { request: aRequest({ date }), draft_id: null });
    expect(booked).toMatchObject({ ok: true });
  }
  for (const time of ["10:00 AM", "2:00 PM"] as const) {
    const booked = await createPayment(ctx(), { request: aPlanRequest({ time }), draft_id: null });
    expect(booked).toMatchObject({ ok: true });
  }
  await pool.query(
    "update orders set payment_session_id = null where booking_id in (select id from bookings where scheduled_date = '2026-06-12' and plan_id is null)",
  );
  clock.advance({ minutes: 40 });
  stripe.asked.length = 0;
  stripe.trouble.add({ kind: "time out", times: Number.POSITIVE_INFINITY });

  for (const sweep of [expireHolds, expirePlanHolds, expireHolds, askAboutCharges]) await sweep(ctx());
  expect(asked().size).toBe(3);
  expect(await count("select 1 from bookings where plan_id is null and status = 'cancelled'")).toBe(1);
  await expect(ctx().payments.readSession("cs_test_1")).rejects.toThrow(ProviderSilent);

  vi.setSystemTime(Date.now() + REST_MS);
  stripe.asked.length = 0;
  await expireHolds(ctx());
  expect(asked().size).toBe(1); // whether it answers again

  stripe.trouble.clear();
  vi.setSystemTime(Date.now() + REST_MS);
  await expireHolds(ctx());
  await expirePlanHolds(ctx());
  expect(await count("select 1 from bookings where status <> 'cancelled'")).toBe(0);
});

test("a Stripe that refuses is not a silent one", async () => {
  stripe.trouble.add({ kind: 403, of: "POST /v1/refunds", times: 5 });
  const refund = { payment_id: "pi_1", amount: 100, idempotency_key: "refund:1" };
  for (let n = 0; n < 5; n += 1)
    await ctx()
      .payments.refund(refund)
      .catch(() => null);
  expect(await ctx().payments.readSession("cs_test_none")).toBeNull();
});
