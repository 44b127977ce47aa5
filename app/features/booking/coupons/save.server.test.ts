import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { moveToCustomer } from "~/features/customers/records/merge.server";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import type { Terms } from "./forms";
import { readCoupon, readCoupons } from "./queries.server";
import { changeCoupon, createCoupon, endCoupon } from "./save.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  staff = await staffCtx(world);
});

const TERMS: Terms = {
  ...{ percent: 20, amount: null, first_visit: true, services: ["deep-cleaning"] },
  ...{ begins_on: null, ends_on: "2026-12-31", most_uses: 50, most_each: 1, is_exclusive: false },
};

async function create(code = "SPRING20", form_id: string = randomUUID(), customer_id: string | null = null) {
  return createCoupon(staff(), { ...TERMS, code, form_id, customer_id });
}

async function created() {
  const outcome = await create();
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.id;
}

const trail = async () =>
  (await pool.query("select action from audit_log where entity = 'coupon' order by id")).rows.map(
    ({ action }) => action,
  );

describe("a coupon", () => {
  test("is created once by a form that is sent twice, and shown with its terms", async () => {
    const form_id = randomUUID();
    const [one, other] = await Promise.all([create("SPRING20", form_id), create("SPRING20", form_id)]);
    expect(other).toEqual(one);
    expect(await readCoupons(staff())).toMatchObject([
      {
        ...{ code: "SPRING20", discount: "20% off", limits: "First visit, Deep Cleaning" },
        ...{ days: "Until Dec 31, 2026", uses: "0 of 50", state: "active" },
      },
    ]);
    expect(await trail()).toEqual(["coupon.created"]);
  });

  test("has a code of its own", async () => {
    await create();
    const outcomes = await Promise.all([create("FALL"), create("FALL"), create()]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, false, true]);
    expect(outcomes[2]).toMatchObject({
      ok: false,
      field: "code",
      message: expect.stringMatching(/already/),
    });
  });

  test("for a customer who is gone is refused", async () => {
    expect(await create("GRACE", randomUUID(), randomUUID())).toMatchObject({ ok: false, field: "code" });
  });

  test("is changed by whoever has seen how it is", async () => {
    const id = await created();
    const seen = (await readCoupon(staff(), id))?.seen ?? "";
    clock.advance({ minutes: 1 });
    const less = { ...TERMS, percent: 10, id, seen };
    expect(await changeCoupon(staff(), less)).toEqual({ ok: true });
    expect(await changeCoupon(staff(), less)).toEqual({ ok: false, reason: "changed" });
    expect(await readCoupon(staff(), id)).toMatchObject({ discount: "10% off" });
    expect(await changeCoupon(staff(), { ...less, id: randomUUID() })).toMatchObject({ reason: "not found" });
    expect(await trail()).toEqual(["coupon.created", "coupon.changed"]);
  });

  test("ends and can be used again; doing it twice changes nothing", async () => {
    const id = await created();
    for (const ended of [true, true, false, false])
      expect(await endCoupon(staff(), { id, ended })).toBe(true);
    expect(await endCoupon(staff(), { id: randomUUID(), ended: true })).toBe(false);
    expect(await endCoupon(staff(), { id: "no id", ended: true })).toBe(false);
    expect(await trail()).toEqual(["coupon.created", "coupon.ended", "coupon.resumed"]);
  });

  test("of a customer stays with them when they are merged, and goes with them", async () => {
    const customer = async () =>
      (await pool.query("insert into customers (first_name) values ('Grace') returning id")).rows[0].id;
    const [merged, kept] = [await customer(), await customer()];
    await create("GRACE", randomUUID(), merged);
    await ctx().db.transaction((tx) => moveToCustomer(tx, staff(), { kept, merged }, null));
    expect(await readCoupons(staff())).toMatchObject([{ customer: { id: kept, name: "Grace" } }]);
    await pool.query("delete from customers");
    expect(await readCoupons(staff())).toEqual([]);
  });
});
