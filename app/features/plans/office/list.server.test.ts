import { beforeEach, expect, test } from "vitest";
import { setCrews } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { startPlan } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser } from "../../../../tests/support/visits";
import { planList } from "./list.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  clock.set("2026-06-01T16:00:00Z");
  staff = await staffCtx(world);
});

async function found(search: string): Promise<number> {
  const { rows, total } = await planList.read(staff(), planList.parse(new URLSearchParams(search)));
  expect(rows).toHaveLength(total);
  return total;
}

test("a plan is found by what was left with it, by its service, and filtered", async () => {
  await startPlan(ctx(), pool, { time: "8:00 AM" });
  await pool.query(
    "update plans set customer_name = 'Grace Hopper', customer_email = 'grace@mail.example', city = 'Epsom'",
  );
  for (const q of ["hopper", "GRACE H", "grace@mail", "epsom", "monthly home", "%"])
    expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, q === "%" ? 0 : 1]);
  expect(await found("q=hopper&status=active")).toBe(1);
  expect(await found("q=hopper&status=ended")).toBe(0);
});

test("a plan without a name is found by its account's, and only then", async () => {
  const ada = await aUser(pool, "ada@mail.example");
  await startPlan(ctx(), pool, { time: "8:00 AM" });
  await pool.query("update profiles set first_name = 'Ada', last_name = 'Lovelace' where id = $1", [ada.id]);
  await pool.query("update plans set user_id = $1, customer_name = null, customer_email = null", [ada.id]);
  expect(await found("q=ada+love")).toBe(1);
  await pool.query("update plans set customer_name = 'Grace Hopper'");
  expect(await found("q=ada+love")).toBe(0);
});
