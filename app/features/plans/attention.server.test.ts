import { beforeEach, expect, test } from "vitest";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { billSubscriptions } from "~/features/payments/test-checkout/subscriptions.server";
import { flagForAttention } from "~/features/plans/attention.server";
import { skipMonth } from "~/features/plans/change/change.server";
import { CARD, sessionState, setCrews, setSetting } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { openPlan, planOf, readPlanRow, startPlan } from "../../../tests/support/plans";
import { settleSubscription } from "./charge/charges.server";

const { db, pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

const reasonsOf = async (id: string) => (await readPlanRow(pool, id)).needs_attention?.split("\n") ?? [];

async function mailed() {
  await queues.run("plan-notice-mail");
  const { rows } = await pool.query(
    "select recipient, subject, text from mails where occasion like 'plan-notice:%' order by created_at",
  );
  return rows;
}

test("a second reason stands beside the first one, and each is mailed once", async () => {
  await setSetting(pool, "general.contact_email", "office@birch.example");
  const id = await startPlan(ctx(), pool);
  for (const reason of ["The first.", "The second.", "The first."]) {
    clock.advance({ minutes: 1 });
    await flagForAttention(db, ctx(), id, reason);
  }
  expect(await reasonsOf(id)).toEqual(["The first.", "The second."]);
  expect(await queues.waiting("plan-notice-mail")).toHaveLength(2);
  const [mail] = await mailed();
  expect(mail).toMatchObject({
    recipient: "office@birch.example",
    subject: "Plan needs attention: Monthly Home Care",
  });
  for (const words of ["The first. The second.", "Ada Lovelace", `/admin/plans/${id}`])
    expect(mail.text).toContain(words);
});

test("an office that wants no mails about payments gets none", async () => {
  await setSetting(pool, "notifications.payment_notifications", "false");
  const id = await startPlan(ctx(), pool);
  await flagForAttention(db, ctx(), id, "The first.");
  expect(await mailed()).toEqual([]);
});

test("two months that were charged without visits are two lines", async () => {
  const id = await startPlan(ctx(), pool);
  await skipMonth(ctx({ actor: { kind: "plan link", plan_id: id } }), { id });
  await pool.query("update plans set resumes_on = null");
  clock.set("2026-08-01T16:00:30Z");
  expect(await billSubscriptions(ctx())).toBe(2); // it has not heard of the pause
  const { subscription_id } = await readPlanRow(pool, id);
  await settleSubscription(ctx(), subscription_id);
  expect(await reasonsOf(id)).toEqual([
    "Charged 289.00 USD on Jul 01, 2026 for a month without visits. Refund it.",
    "Charged 289.00 USD on Aug 01, 2026 for a month without visits. Refund it.",
  ]);
});

test.each([
  ["starts", {}, ["The refund failed."]],
  ["is flagged", { amount: 100 }, ["The refund failed.", "Paid 1.00 USD instead of 289.00 USD."]],
  [
    "starts without a subscription",
    { subscription_id: null },
    ["The refund failed.", "Paid, but the provider has no subscription for it."],
  ],
])("an earlier reason is kept when a plan %s", async (_, changes, reasons) => {
  const session = await openPlan(ctx());
  const { id } = await planOf(pool, session);
  await flagForAttention(db, ctx(), id, "The refund failed.");
  await payTestCheckout(ctx(), session, CARD);
  const state = await sessionState(ctx(), session, changes);
  for (const __ of ["once", "again"]) await settleSession(ctx(), state);
  expect(await reasonsOf(id)).toEqual(reasons);
});
