import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { holdBooking } from "~/features/booking/checkout/hold.server";
import { bookByPhone } from "~/features/booking/office/book.server";
import { checkPhoneForm } from "~/features/booking/office/forms";
import { readService } from "~/features/catalog/queries.server";
import { expireHolds } from "~/features/payments/checkout/sync.server";
import type { Ctx } from "~/platform/context.server";
import { aRequest, setSetting } from "../../../../tests/support/bookings";
import { aCoupon } from "../../../../tests/support/coupons";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser } from "../../../../tests/support/visits";

const START = "2026-06-01T12:00:00Z";
const world = await testWorld({ now: START });
const { pool, ctx, clock, clear } = world;
const TIMES = ["8:00 AM", "10:00 AM", "12:00 PM", "2:00 PM", "4:00 PM"];
const HOME = { street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" };

let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set(START);
  staff = await staffCtx(world);
});

type Asked = { code?: string; details?: Parameters<typeof aRequest>[0]; draft?: string | null; as?: Ctx };

/** Holds a visit of an hour with a code, at a home of its own unless given. */
function hold({ code = "SPRING20", details = {}, draft = null, as = ctx() }: Asked = {}) {
  const address = { ...HOME, street: `${randomUUID()} Road` };
  const request = aRequest({ hours: 1, address, ...details }, { coupon: code });
  return holdBooking(as, { request, draft_id: draft, provider: "test-checkout" });
}

const rowsOf = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows;
const uses = async () => (await rowsOf("select count(*)::int as uses from coupon_uses"))[0].uses;
const REFUSED = { ok: false, field: "coupon" };
const refusedFor = (words: RegExp) => ({ ...REFUSED, message: expect.stringMatching(words) });

describe("a code", () => {
  test("lowers the price before tax, as a line of the order, and counts once", async () => {
    await setSetting(pool, "payments.collect_tax", "true");
    await aCoupon(pool);
    expect(await hold({ code: " spring-20 ", details: { hours: 3 } })).toMatchObject({ ok: true });
    expect(await rowsOf("select total_amount, tax_amount from bookings")).toEqual([
      { total_amount: 12_720, tax_amount: 1081 },
    ]);
    expect(await rowsOf("select kind, label, amount from order_lines order by position")).toEqual([
      { kind: "service", label: "Regular Cleaning, 3 hours × $53.00", amount: 15_900 },
      { kind: "discount", label: "Code SPRING20 (20% off)", amount: -3180 },
      { kind: "tax", label: "Tax (8.5%)", amount: 1081 },
    ]);
    expect(await rowsOf("select amount from orders")).toEqual([{ amount: 13_801 }]);
    expect(await uses()).toBe(1);
    expect(await rowsOf("select details->>'coupon' as coupon from audit_log")).toEqual([
      { coupon: "SPRING20" },
    ]);
  });

  test("that is refused holds nothing", async () => {
    await aCoupon(pool, { ended_at: new Date() });
    expect(await hold({ code: "SPRNG20" })).toMatchObject(refusedFor(/don’t know the code SPRNG20/));
    expect(await hold()).toMatchObject(refusedFor(/has ended/));
    expect(await rowsOf("select id from bookings")).toEqual([]);
  });

  test("begins and ends with the company's day, not with London's", async () => {
    await aCoupon(pool, { begins_on: "2026-06-02", ends_on: "2026-06-02" });
    clock.set("2026-06-02T03:59:00Z");
    expect(await hold()).toMatchObject(refusedFor(/good from Jun 02, 2026/));
    clock.set("2026-06-02T04:00:00Z");
    expect(await hold()).toMatchObject({ ok: true });
    clock.set("2026-06-03T03:59:00Z");
    expect(await hold({ details: { time: "10:00 AM" } })).toMatchObject({ ok: true });
    clock.set("2026-06-03T04:00:00Z");
    expect(await hold({ details: { time: "2:00 PM" } })).toMatchObject(refusedFor(/until Jun 02, 2026/));
  });

  test("for other services names them", async () => {
    await aCoupon(pool, { services: ["deep-cleaning"] });
    expect(await hold()).toMatchObject(refusedFor(/is for Deep Cleaning\./));
  });

  test("that leaves less than a card can be charged is refused with a number to call", async () => {
    await aCoupon(pool, { percent: null, amount: 5260 });
    expect(await hold()).toMatchObject(refusedFor(/can’t be charged the rest. Call us at/));
  });

  test("is not for plans, and says so", async () => {
    await aCoupon(pool);
    const request = aRequest(
      { hours: undefined, frequency: "biweekly" },
      { serviceId: "monthly-home-care", coupon: "SPRING20" },
    );
    const { holdPlan } = await import("~/features/plans/subscribe/hold.server");
    expect(await holdPlan(ctx(), { request, draft_id: null, provider: "test-checkout" })).toMatchObject(
      refusedFor(/for single visits, not for plans/),
    );
  });
});

describe("the number of uses", () => {
  test("is never exceeded, however many want the last one at once", async () => {
    await aCoupon(pool, { most_uses: 2 });
    const outcomes = await Promise.all(
      TIMES.map((time, index) => hold({ details: { time, date: `2026-06-${10 + index}` } })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
    for (const outcome of outcomes) if (!outcome.ok) expect(outcome).toMatchObject(refusedFor(/used up/));
    expect(await uses()).toBe(2);
    expect(await rowsOf("select id from bookings")).toHaveLength(2);
  });

  test("comes back when a hold expires", async () => {
    await aCoupon(pool, { most_uses: 1 });
    expect(await hold()).toMatchObject({ ok: true });
    expect(await hold({ details: { time: "10:00 AM" } })).toMatchObject(refusedFor(/used up/));
    clock.advance({ minutes: 31 });
    await expireHolds(ctx());
    expect(await hold({ details: { time: "10:00 AM" } })).toMatchObject({ ok: true });
  });

  test("does not count against the same draft, which keeps its use when it changes", async () => {
    const draft = randomUUID();
    await aCoupon(pool, { most_uses: 1, most_each: 1 });
    const details = { address: HOME };
    const first = await hold({ draft, details });
    expect(await hold({ draft, details })).toEqual({
      ok: true,
      order_id: (first as { order_id: string }).order_id,
    });
    expect(await hold({ draft, details: { ...details, time: "2:00 PM" } })).toMatchObject({ ok: true });
    expect(await rowsOf("select status from bookings order by status")).toEqual([
      { status: "cancelled" },
      { status: "pending" },
    ]);
    expect(await hold()).toMatchObject(refusedFor(/used up/));
  });

  test("counts the same home, account or customer as one", async () => {
    await aCoupon(pool, { most_each: 1 });
    const account = ctx({ actor: await aUser(pool, "ada@mail.example") });
    expect(await hold({ details: { address: HOME } })).toMatchObject({ ok: true });
    const same = { ...HOME, street: "14 BARNSTEAD road", zip: "03263-1234" };
    expect(await hold({ details: { address: same, time: "10:00 AM" } })).toMatchObject(refusedFor(/already/));
    expect(await hold({ as: account, details: { time: "10:00 AM" } })).toMatchObject({ ok: true });
    expect(await hold({ as: account, details: { time: "2:00 PM" } })).toMatchObject(refusedFor(/already/));
  });
});

describe("a code for a first visit", () => {
  const visit = (status: string, column: string, value: string) =>
    pool.query(`update bookings set status = $1, hold_expires_at = null, ${column} = $2`, [status, value]);

  test("is refused to an account and to a home that had one", async () => {
    await aCoupon(pool, { first_visit: true });
    const user = await aUser(pool, "ada@mail.example");
    await hold({ details: { address: HOME } });
    await visit("completed", "user_id", user.id);
    const again = refusedFor(/for a first visit/);
    expect(await hold({ as: ctx({ actor: user }), details: { time: "2:00 PM" } })).toMatchObject(again);
    expect(await hold({ details: { address: HOME, time: "2:00 PM" } })).toMatchObject(again);
    expect(await hold({ details: { time: "2:00 PM" } })).toMatchObject({ ok: true });
  });

  test("is held by one draft of a home at a time, whichever first-visit code it is", async () => {
    await aCoupon(pool, { first_visit: true });
    await aCoupon(pool, { code: "HELLO10", percent: 10, first_visit: true });
    await aCoupon(pool, { code: "ANY5", percent: 5 });
    const draft = randomUUID();
    const details = { address: HOME };
    expect(await hold({ draft, details })).toMatchObject({ ok: true });
    expect(await hold({ draft, details: { ...details, time: "10:00 AM" } })).toMatchObject({ ok: true });
    const later = { ...details, time: "2:00 PM" };
    const held = refusedFor(/Another booking of yours is waiting for its payment/);
    for (const code of ["SPRING20", "HELLO10"])
      expect(await hold({ code, draft: randomUUID(), details: later })).toMatchObject(held);
    expect(await hold({ details: later })).toMatchObject(held);
    expect(await hold({ code: "ANY5", details: later })).toMatchObject({ ok: true });
    await pool.query("update bookings set status = 'cancelled' where draft_id = $1", [draft]);
    const last = { ...details, time: "4:00 PM" };
    expect(await hold({ draft: randomUUID(), details: last })).toMatchObject({ ok: true });
  });

  test("of two drafts of a home that hold at once, one gets it, also with two codes", async () => {
    await aCoupon(pool, { first_visit: true });
    await aCoupon(pool, { code: "HELLO10", percent: 10, first_visit: true });
    const outcomes = await Promise.all(
      ["SPRING20", "HELLO10", "SPRING20", "HELLO10"].map((code, index) =>
        hold({ code, draft: randomUUID(), details: { address: HOME, date: `2026-06-1${index}` } }),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await uses()).toBe(1);
  });

  test("is good again after a visit that was cancelled", async () => {
    await aCoupon(pool, { first_visit: true, most_each: 1 });
    await hold({ details: { address: HOME } });
    await visit("cancelled", "notes", "");
    expect(await hold({ details: { address: HOME, time: "2:00 PM" } })).toMatchObject({ ok: true });
  });
});

describe("a code of one customer", () => {
  test("is good for their account alone", async () => {
    const user = await aUser(pool, "ada@mail.example");
    const [own] = await rowsOf("select id from customers where user_id = $1", user.id);
    await aCoupon(pool, { customer_id: own.id });
    expect(await hold()).toMatchObject(refusedFor(/another customer/));
    const other = ctx({ actor: await aUser(pool, "eve@mail.example") });
    expect(await hold({ as: other })).toMatchObject(refusedFor(/another customer/));
    expect(await hold({ as: ctx({ actor: user }) })).toMatchObject({ ok: true });
  });
});

describe("by phone", () => {
  const fields = {
    ...{ customer_name: "Ruth Merrill", customer_phone: "(603) 555-0177", customer_email: "" },
    ...{ service: "regular-cleaning", hours: "1", date: "2026-06-10", time: "8:00 AM", coupon: "spring 20" },
    ...{ street: "9 Main Street", city: "Concord", state: "NH", zip: "03301" },
  };
  const book = async (change: Record<string, string> = {}, token: string = randomUUID()) => {
    const checked = checkPhoneForm({ ...fields, ...change }, await readService(ctx(), "regular-cleaning"));
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    return bookByPhone(staff(), { token, request: checked.request, customer: checked.customer });
  };

  test("a code counts once, also for a form that is sent twice", async () => {
    await aCoupon(pool, { most_uses: 1 });
    const token = randomUUID();
    const [one, other] = await Promise.all([book({}, token), book({}, token)]);
    expect(one).toMatchObject({ ok: true });
    expect(other).toEqual(one);
    expect(await rowsOf("select amount from orders")).toEqual([{ amount: 4240 }]);
    expect(await uses()).toBe(1);
    expect(await book({ time: "2:00 PM" })).toMatchObject(refusedFor(/used up/));
  });

  test("a visit that costs nothing with its code is settled at once", async () => {
    await aCoupon(pool, { percent: 100 });
    expect(await book()).toMatchObject({ ok: true });
    expect(await rowsOf("select amount, status, due from orders")).toEqual([
      { amount: 0, status: "completed", due: 0 },
    ]);
  });

  test("a code of the customer who calls is taken", async () => {
    const user = await aUser(pool, "ruth@mail.example");
    const [own] = await rowsOf("select id from customers where user_id = $1", user.id);
    await aCoupon(pool, { customer_id: own.id });
    expect(await book()).toMatchObject(refusedFor(/another customer/));
    expect(await book({ customer_id: own.id })).toMatchObject({ ok: true });
  });
});
