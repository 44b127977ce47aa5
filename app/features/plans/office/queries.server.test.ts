import { beforeEach, expect, test } from "vitest";
import { PLAIN_RULES, type PriceRules } from "~/features/catalog/rules";
import { testWorld } from "../../../../tests/support/ctx";
import { startPlan } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { readOfficePlan } from "./queries.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;

beforeEach(async () => {
  await clear();
  await pool.query("delete from service_prices");
  clock.set("2026-06-01T16:00:00Z");
});

test("a plan that pays another price than new customers says so from the day of the new prices on", async () => {
  const office = await staffCtx(world);
  const plan = await startPlan(ctx(), pool, { bedrooms: 3 });
  const newPrice = async () => (await readOfficePlan(office(), plan))?.new_price;
  const publish = (begins_on: string, rules: PriceRules) =>
    pool.query(
      `insert into service_prices (service_id, begins_on, rules, published_at)
       values ('monthly-home-care', $1, $2, now())`,
      [begins_on, JSON.stringify(rules)],
    );
  await publish("2026-06-02", {
    ...PLAIN_RULES,
    by: "home",
    base: { cents: 0, minutes: 90 },
    bedroom: { cents: 1000, minutes: 30 },
    frequencies: { biweekly: { cents: 12_000, per: "visit" } },
  });
  expect(await newPrice()).toBeNull();
  clock.set("2026-06-02T16:00:00Z");
  // $150.00 a visit, 26 visits a year.
  expect(await newPrice()).toBe("$325.00");
  expect((await readOfficePlan(office(), plan))?.price).toBe("$289.00");
  await publish("2026-06-02", { ...PLAIN_RULES, frequencies: { weekly: { cents: 100, per: "month" } } });
  expect(await newPrice()).toBeNull();
});
