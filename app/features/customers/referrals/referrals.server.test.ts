import { beforeEach, describe, expect, test } from "vitest";
import { holdBooking } from "~/features/booking/checkout/hold.server";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { closeCheckout, expireHolds } from "~/features/payments/checkout/sync.server";
import { readBalance } from "~/features/payments/credit/queries.server";
import { refundByStaff } from "~/features/payments/office/refund.server";
import { aRequest, bookingOf, paySession, setSetting } from "../../../../tests/support/bookings";
import { aCoupon } from "../../../../tests/support/coupons";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser } from "../../../../tests/support/visits";
import { readOwnReferrals, readReferrals } from "./queries.server";
import { saveOffer } from "./save.server";
import { settleReferrals } from "./settle.server";

const START = "2026-06-01T12:00:00Z";
const world = await testWorld({ now: START });
const { pool, ctx, clock, clear } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;
let grace: Awaited<ReturnType<typeof aUser>>;
let code: string;

beforeEach(async () => {
  await clear();
  clock.set(START);
  staff = await staffCtx(world);
  await setSetting(pool, "referrals.referrer_amount", "2000");
  await setSetting(pool, "referrals.friend_amount", "1500");
  grace = await aUser(pool, "grace@mail.example");
  const own = await readOwnReferrals(ctx({ actor: grace }) as Parameters<typeof readOwnReferrals>[0]);
  code = own?.url.split("/r/")[1] ?? "";
});

const rowsOf = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows;
const balance = (id: string) => readBalance(ctx(), id, "USD");
const graces = () => balance(grace.id);
const states = async () =>
  (await rowsOf("select status, refusal from referrals order by created_at")).map(Object.values);

type Details = Parameters<typeof aRequest>[0];

/** A visit that was paid by somebody new who came by the link. */
async function aVisit({
  details = {},
  as = ctx(),
  by = code,
}: {
  details?: Details;
  as?: ReturnType<typeof ctx>;
  by?: string;
} = {}) {
  const address = { street: "9 Friendly Road", city: "Concord", state: "NH", zip: "03301" };
  const session = await paySession(as, { address, ...details }, null, { referral: by });
  await closeCheckout(ctx(), session);
  return bookingOf(pool, session);
}

async function complete({ id }: { id: string }) {
  await pool.query("update bookings set status = 'completed' where id = $1", [id]);
}

async function friendOf({ id }: { id: string }): Promise<string> {
  return (await rowsOf("select customer_id from bookings where id = $1", id))[0].customer_id;
}

describe("a referral", () => {
  test("gives both their credit once the visit is completed and paid, and once only", async () => {
    const visit = await aVisit();
    await settleReferrals(ctx());
    expect([await states(), await graces()]).toEqual([[["pending", null]], 0]);
    await complete(visit);
    await Promise.all([settleReferrals(ctx()), settleReferrals(ctx())]);
    await settleReferrals(ctx());
    expect(await states()).toEqual([["earned", null]]);
    expect([await graces(), await balance(await friendOf(visit))]).toEqual([2000, 1500]);
    expect(await rowsOf("select action from audit_log where action like 'referral.%'")).toEqual([
      { action: "referral.earned" },
    ]);
    expect(await readReferrals(staff(), grace.id)).toMatchObject([
      { referrer: { id: grace.id }, friend: { name: "Ada Lovelace" }, state: "Earned $20 and $15" },
    ]);
    expect(await readReferrals(staff(), await friendOf(visit))).toHaveLength(1);
    const own = await readOwnReferrals(ctx({ actor: grace }) as Parameters<typeof readOwnReferrals>[0]);
    expect(own?.earned).toBe("One person has come by your link: $20 of credit so far.");
  });

  test("waits for what is due of the visit", async () => {
    const visit = await aVisit();
    await complete(visit);
    await pool.query(
      `insert into order_lines (order_id, position, kind, label, amount) values ($1, 9, 'time', 'Extra time', 1000)`,
      [visit.order_id],
    );
    await settleReferrals(ctx());
    expect(await states()).toEqual([["pending", null]]);
  });

  test("keeps the amounts that were promised", async () => {
    const visit = await aVisit();
    await setSetting(pool, "referrals.referrer_amount", "0");
    await complete(visit);
    await settleReferrals(ctx());
    expect(await graces()).toBe(2000);
  });

  test("is not stored while nobody gets anything, with a wrong code, or by one's own link", async () => {
    await aVisit({ by: "000000000000" });
    await aVisit({ as: ctx({ actor: grace }), details: { time: "10:00 AM" } });
    await setSetting(pool, "referrals.referrer_amount", "0");
    await setSetting(pool, "referrals.friend_amount", "0");
    await aVisit({ details: { time: "2:00 PM" } });
    expect(await states()).toEqual([]);
  });

  test("lapses with a hold that expires and a visit that is cancelled", async () => {
    await holdBooking(ctx(), {
      request: aRequest({}, { referral: code }),
      ...{ draft_id: null, provider: "test-checkout" },
    });
    const visit = await aVisit({ details: { time: "2:00 PM" } });
    await cancelByStaff(staff(), { id: visit.id, choice: "all", amount: null, left: 15_900, reason: "?" });
    clock.advance({ minutes: 31 });
    await expireHolds(ctx());
    await settleReferrals(ctx());
    expect(await states()).toEqual([
      ["lapsed", null],
      ["lapsed", null],
    ]);
    expect(await graces()).toBe(0);
  });
});

describe("the same household", () => {
  const refusedAs = async (visit: { id: string }, refusal: string) => {
    await complete(visit);
    await settleReferrals(ctx());
    expect(await states()).toEqual([["refused", refusal]]);
    expect(await graces()).toBe(0);
    expect(await balance(await friendOf(visit))).toBe(0);
  };

  test("is refused by its saved home, however it is written", async () => {
    await pool.query(
      `insert into properties (user_id, property_type, address_line1, city, state, zip_code)
       values ($1, 'residential', '9 FRIENDLY road', 'Concord', 'NH', '03301-0001')`,
      [grace.id],
    );
    await refusedAs(await aVisit(), "home");
  });

  test("is refused by the home of an earlier visit", async () => {
    const address = { street: "9 Friendly Road", city: "Concord", state: "NH", zip: "03301" };
    await aVisit({ as: ctx({ actor: grace }), details: { address, time: "10:00 AM" } });
    await refusedAs(await aVisit(), "home");
  });

  test("is refused by a phone number of both", async () => {
    await pool.query(
      "insert into customer_contacts (customer_id, kind, value) values ($1, 'phone', '+16035550199')",
      [grace.id],
    );
    await refusedAs(await aVisit(), "contact");
  });

  test("is refused as one customer after a merge", async () => {
    const visit = await aVisit();
    await pool.query("update orders set customer_id = $1 where id = $2", [grace.id, visit.order_id]);
    await refusedAs(visit, "customer");
  });
});

test("whoever had a visit before earns nothing", async () => {
  const actor = await aUser(pool, "ada@mail.example");
  await aVisit({ as: ctx({ actor }), by: "000000000000", details: { time: "10:00 AM" } });
  clock.advance({ minutes: 1 });
  const address = { street: "1 New Way", city: "Epsom", state: "NH", zip: "03234" };
  await complete(await aVisit({ as: ctx({ actor }), details: { time: "2:00 PM", address } }));
  await settleReferrals(ctx());
  expect(await states()).toEqual([["refused", "not first"]]);
  expect(await graces()).toBe(0);
});

test("a visit that was refunded earns nothing", async () => {
  const visit = await aVisit();
  await refundByStaff(staff(), {
    ...{ order_id: visit.order_id, amount: 15_900, left: 15_900, reason: "?" },
    token: "77777777-7777-4777-8777-777777777777",
  });
  await complete(visit);
  await settleReferrals(ctx());
  expect(await states()).toEqual([["refused", "refunded"]]);
});

test("a code that excludes referrals is refused to who comes by one", async () => {
  await aCoupon(pool, { is_exclusive: true });
  const request = aRequest({}, { coupon: "SPRING20", referral: code });
  const asked = { request, draft_id: null, provider: "test-checkout" };
  expect(await holdBooking(ctx(), asked)).toMatchObject({
    ...{ ok: false, field: "coupon" },
    message: expect.stringMatching(/together with a referral/),
  });
  await setSetting(pool, "referrals.referrer_amount", "0");
  await setSetting(pool, "referrals.friend_amount", "0");
  expect(await holdBooking(ctx(), asked)).toMatchObject({ ok: true });
});

describe("what both get", () => {
  test("is saved with who changed it, and refused above the limit", async () => {
    const seen = { referrer_amount: "20.00", friend_amount: "15.00" };
    const wrong = await saveOffer(staff(), { referrer_amount: "-1", friend_amount: "5000" }, seen);
    expect(wrong).toMatchObject({
      ok: false,
      errors: { referrer_amount: expect.stringMatching(/amount up to/), friend_amount: expect.any(String) },
    });
    expect(await saveOffer(staff(), { referrer_amount: "25", friend_amount: "15.00" }, seen)).toEqual({
      ok: true,
    });
    const late = await saveOffer(staff(), { referrer_amount: "30", friend_amount: "15.00" }, seen);
    expect(late).toMatchObject({ ok: false, reason: "changed" });
    expect(await rowsOf("select details from audit_log where action = 'settings.updated'")).toEqual([
      { details: { before: { referrer_amount: 2000 }, after: { referrer_amount: 2500 } } },
    ]);
  });
});
