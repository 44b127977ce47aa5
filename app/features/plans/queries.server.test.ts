import { beforeEach, expect, test, vi } from "vitest";
import { bookingList } from "~/features/booking/office/list/list.server";
import { setCrews } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { startPlan } from "../../../tests/support/plans";
import { staffCtx } from "../../../tests/support/staff";
import { aUser } from "../../../tests/support/visits";
import { readMyPlans } from "./queries.server";

const world = await testWorld();
const { pool, sitePool, ctx, clock, clear } = world;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
});

test("many plans of a customer take as many queries as one", async () => {
  const ada = await aUser(pool, "ada@mail.example");
  const counts: number[] = [];
  const starts = [];
  for (const time of ["8:00 AM", "2:00 PM"]) {
    starts.push(await startPlan(ctx(), pool, { time }));
    await pool.query("update plans set user_id = $1", [ada.id]);
    await pool.query("update bookings set user_id = $1", [ada.id]);
    const query = vi.spyOn(sitePool, "query");
    const plans = await readMyPlans(ctx({ actor: ada }));
    counts.push(query.mock.calls.length);
    query.mockRestore();
    expect(plans.map(({ id }) => id).sort()).toEqual([...starts].sort());
    for (const { upcoming, charges } of plans) expect([upcoming.length, charges.length]).toEqual([12, 1]);
  }
  const [one = 0, two = 0] = counts;
  expect(one).toBeGreaterThan(1);
  expect(two).toBe(one);
});

test("a charge says what was given back of it, and of no other", async () => {
  const [one, other] = [
    await startPlan(ctx(), pool, { time: "8:00 AM" }),
    await startPlan(ctx(), pool, { time: "2:00 PM" }),
  ];
  const ada = await aUser(pool, "ada@mail.example");
  await pool.query("update plans set user_id = $1", [ada.id]);
  await pool.query(
    `insert into refunds (order_id, amount, reason, status, idempotency_key)
     select id, 10000, 'Sorry', 'completed', 'k' from orders where plan_id = $1`,
    [one],
  );
  const plans = await readMyPlans(ctx({ actor: ada }));
  const refunded = (id: string) =>
    plans.find((plan) => plan.id === id)?.charges.map((charge) => charge.refunded);
  expect([refunded(one), refunded(other)]).toEqual([["$100.00"], [null]]);
});

test("the office's bookings show a visit of a plan as paid by it, not as worth nothing", async () => {
  await startPlan(ctx(), pool, { time: "8:00 AM" });
  const staff = await staffCtx(world);
  const { rows } = await bookingList.read(staff(), bookingList.parse(new URLSearchParams()));
  expect(new Set(rows.map(({ amount }) => amount))).toEqual(new Set(["By plan"]));
});
