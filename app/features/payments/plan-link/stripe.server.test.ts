import { expect, test } from "vitest";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { readOfficeSale } from "~/features/plans/phone/queries.server";
import { setCrews } from "../../../../tests/support/bookings";
import { aSoldPlan } from "../../../../tests/support/phone-plan";
import { readPlanRow } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { stripeWorld } from "../../../../tests/support/stripe-world";
import { openPlanLink } from "./open.server";
import { withdrawPlan } from "./withdraw.server";

const world = await stripeWorld();
const { pool, ctx, stripe, later, pass, payer } = world;
const system = () => ctx({ actor: { kind: "system" } });
const sessions = () => [...stripe.books.sessions.keys()];

async function sold() {
  await setCrews(pool, 1);
  const staff = await staffCtx(world);
  return { staff, id: await aSoldPlan(staff()) };
}

test("at Stripe, an expired checkout is opened anew, and the plan is subscribed to once", async () => {
  const { id, staff } = await sold();
  const first = await openPlanLink(system(), id);
  expect(await openPlanLink(system(), id)).toEqual(first);
  expect(sessions()).toHaveLength(1);
  pass(40);
  const second = await openPlanLink(system(), id);
  expect(second).toMatchObject({ ok: true });
  expect(second).not.toEqual(first);
  expect(sessions()).toHaveLength(2);
  stripe.office.pay(sessions()[1] ?? "", payer, "card");
  await later();
  expect(await readPlanRow(pool, id)).toMatchObject({
    ...{ status: "active", provider: "stripe", subscription_id: expect.stringMatching(/^sub_/) },
  });
  expect(stripe.books.subscriptions.size).toBe(1);
  expect((await readOfficeSale(staff(), id))?.state).toBe("begun");
});

test("at Stripe, a checkout is expired when staff cancel its plan, and can't be paid", async () => {
  const { id, staff } = await sold();
  await openPlanLink(system(), id);
  const [session = ""] = sessions().slice(-1);
  expect(await withdrawPlan(staff(), { id })).toEqual({ ok: true });
  expect(stripe.books.sessions.get(session)).toMatchObject({ status: "expired" });
  expect(await closeCheckout(system(), session)).toBe("expired");
  expect(await readPlanRow(pool, id)).toMatchObject({ status: "ended" });
});

test("a site that takes cards at Stripe since the sale opens its checkout there", async () => {
  const { id } = await sold();
  await pool.query("update plans set provider = 'test-checkout'");
  await pool.query("update orders set provider = 'test-checkout'");
  const before = sessions().length;
  expect(await openPlanLink(system(), id)).toMatchObject({ ok: true });
  expect(sessions()).toHaveLength(before + 1);
  expect(await readPlanRow(pool, id)).toMatchObject({ provider: "stripe" });
});
