import { beforeEach, expect, test } from "vitest";
import { endPlan, pausePlan, resumePlan } from "~/features/plans/change/change.server";
import { type Payments, ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { readPlanRow, startPlan } from "../../../../tests/support/plans";
import { syncPending, syncProvider } from "./sync.server";

const { pool, ctx, clock, clear, queues } = await testWorld();

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

const link = (plan_id: string) => ctx({ actor: { kind: "plan link", plan_id } });

function withPayments(changes: Partial<Payments>) {
  const { payments } = ctx();
  return ctx({ payments: { ...payments, ...changes } });
}

const unavailable = async () => {
  throw new ProviderUnavailable("down");
};

async function subscriptionOf(id: string) {
  const { subscription_id } = await readPlanRow(pool, id);
  return ctx().payments.readSubscription(subscription_id);
}

test("what the provider has not heard is told again, for as long as it takes", async () => {
  const id = await startPlan(ctx(), pool);
  await endPlan(link(id), { id });
  await expect(syncProvider(withPayments({ endSubscription: unavailable }), id)).rejects.toThrow("down");
  clock.advance({ hours: 20 }); // the job has given up long ago
  await syncPending(withPayments({ endSubscription: unavailable }));
  expect(await readPlanRow(pool, id)).toMatchObject({ needs_attention: null });
  clock.advance({ hours: 5 });
  await syncPending(withPayments({ endSubscription: unavailable }));
  expect((await readPlanRow(pool, id)).needs_attention).toContain("could not be sent");
  await syncPending(ctx());
  expect(await subscriptionOf(id)).toMatchObject({ ends_at: expect.any(Temporal.Instant) });
  expect((await readPlanRow(pool, id)).untold_since).toBeNull();
});

test("an unknown subscription doesn't count as told", async () => {
  const id = await startPlan(ctx(), pool);
  await pausePlan(link(id), { id, resumes_on: null });
  const keyless = withPayments({ pauseSubscription: async () => null });
  await expect(syncProvider(keyless, id)).rejects.toThrow("knows no subscription");
  expect((await readPlanRow(pool, id)).untold_since).not.toBeNull();
  await syncProvider(ctx(), id);
  expect((await readPlanRow(pool, id)).untold_since).toBeNull();
});

test("a change while an older one is told has the last word", async () => {
  const id = await startPlan(ctx(), pool);
  await pausePlan(link(id), { id, resumes_on: null });
  const { payments } = ctx();
  const slow = withPayments({
    async pauseSubscription(subscription, until) {
      await resumePlan(link(id), { id });
      await queues.run("plan-subscription");
      return payments.pauseSubscription(subscription, until);
    },
  });
  await syncProvider(slow, id);
  expect(await subscriptionOf(id)).toMatchObject({ paused: false });
});

test("an end that is heard after its day is at once: no further month is charged", async () => {
  const id = await startPlan(ctx(), pool);
  await endPlan(link(id), { id });
  clock.set("2026-07-02T16:00:00Z");
  await syncPending(ctx());
  expect(await subscriptionOf(id)).toMatchObject({ status: "ended" });
});
