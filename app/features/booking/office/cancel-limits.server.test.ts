import { beforeEach, expect, test } from "vitest";
import { approve } from "~/features/payments/office/approve.server";
import { setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aColleague } from "../../../../tests/support/staff";
import { confirmedVisit, refundsOf, visitRow } from "../../../../tests/support/visits";
import { cancelByStaff } from "./cancel.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let mona: Awaited<ReturnType<typeof aColleague>>;
let olga: typeof mona;

beforeEach(async () => {
  clock.set("2026-06-01T12:00:00Z");
  await clear();
  mona = await aColleague(world, "manager", "Mona");
  olga = await aColleague(world, "owner", "Olga");
  await setSetting(pool, "users.refund_limit_manager", "5000");
});

const ALL = { choice: "all", amount: null, left: 15_900, reason: "Crew was late" } as const;
const LATE = "2026-06-10T02:00:00Z"; // 10 hours before the visit: the policy gives back half
const amounts = async (id: string) => (await refundsOf(pool, id)).ours.map(({ amount }) => amount);

test("what the policy gives back needs nobody else, however much it is", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  expect(await cancelByStaff(mona(), { id, ...ALL })).toMatchObject({ ok: true, refund: 15_900 });
  expect(await amounts(id)).toEqual([15_900]);
});

test("beyond the policy, up to the limit, all goes back at once", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  clock.set(LATE);
  const outcome = await cancelByStaff(mona(), { id, ...ALL, choice: "amount", amount: 12_950 });
  expect(outcome).toMatchObject({ ok: true, refund: 12_950 });
  expect(outcome).not.toHaveProperty("asked");
});

test("above the limit the visit is cancelled, the policy's part goes back, and the rest is asked for", async () => {
  const { id } = await confirmedVisit(ctx(), pool);
  clock.set(LATE);
  expect(await cancelByStaff(mona(), { id, ...ALL })).toMatchObject({ ok: true, refund: 7950, asked: 7950 });
  expect(await visitRow(pool, id)).toMatchObject({ status: "cancelled" });
  expect(await amounts(id)).toEqual([7950]);
  const { rows } = await pool.query(
    "select id, amount, reason, payload from approvals where status = 'open'",
  );
  expect(rows).toMatchObject([{ amount: 7950, reason: "Crew was late", payload: { left: 7950 } }]);
  expect(await approve(olga(), { id: rows[0].id, left: 7950 })).toMatchObject({ ok: true, amount: 7950 });
  expect(await amounts(id)).toEqual([7950, 7950]);
});
