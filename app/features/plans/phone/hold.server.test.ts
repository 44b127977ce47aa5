import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { expirePlanHolds } from "~/features/payments/checkout/sync.server";
import { aRequest, openSession, setCrews, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aSoldPlan, previewOf, sellPlan } from "../../../../tests/support/phone-plan";
import { aPlanRequest, FIRST, readPlanRow, visitsOf } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser } from "../../../../tests/support/visits";
import { readAgain, readOfficeSale } from "./queries.server";
import { resendPlanLink } from "./resend.server";

const world = await testWorld();
const { pool, ctx, clock, clear, queues } = world;
let staff: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
  staff = await staffCtx(world);
  clock.set("2026-06-01T12:00:00Z");
});

const block = (date: string) =>
  pool.query("insert into closures (date, time, reason) values ($1, null, 'closed')", [date]);
const count = async (sql: string) => (await pool.query(sql)).rowCount;

describe("a plan that is sold by phone", () => {
  test("holds the 12 visits of the preview for 48 hours, with one order, a customer and a home", async () => {
    const preview = await previewOf(staff());
    expect(preview).toMatchObject({ why: null, until: "Jun 03, 2026, 8:00 AM" });
    expect(preview?.visits).toHaveLength(12);
    const id = await aSoldPlan(staff());
    expect(await readPlanRow(pool, id)).toMatchObject({
      ...{ status: "pending", amount: 28_900, frequency: "biweekly", customer_name: "Ruth Merrill" },
      ...{ address_line1: "9 Main Street", state: "NH", notes: "Side door", provider: "test-checkout" },
      ...{ user_id: null, client_hash: null, customer_id: expect.any(String) },
      held_until: new Date("2026-06-03T12:00:00Z"),
      hold_expires_at: new Date("2026-06-03T12:00:00Z"),
    });
    const visits = await visitsOf(pool, id);
    expect(visits).toHaveLength(12);
    expect(visits.slice(0, 2)).toEqual(["1 2026-06-09 10:00 pending", "2 2026-06-23 10:00 pending"]);
    const { rows } = await pool.query(
      `select o.status, o.amount, o.due, o.payment_session_id, c.source, c.last_name, h.address_line1
       from orders o join customers c on c.id = o.customer_id join properties h on h.customer_id = c.id`,
    );
    expect(rows).toEqual([
      {
        ...{ status: "pending", amount: 28_900, due: 0, payment_session_id: null },
        ...{ source: "phone", last_name: "Merrill", address_line1: "9 Main Street" },
      },
    ]);
  });

  test("emails the link to pay, with the visits, the price and until when they are held", async () => {
    const id = await aSoldPlan(staff());
    await queues.run("plan-link-mail");
    const { rows } = await pool.query("select recipient, subject, text from mails");
    expect(rows).toMatchObject([
      { recipient: "ruth@mail.example", subject: "Start your plan: Monthly Home Care, $289.00 a month" },
    ]);
    for (const words of ["Jun 03, 2026, 8:00 AM", "Tuesday, June 9, 10:00 AM", `/pay/plan/${id}?key=`])
      expect(rows[0].text).toContain(words);
    expect((await resendPlanLink(staff(), { id })).ok).toBe(true);
  });

  test("without an email address sends none, and the link can be copied", async () => {
    const id = await aSoldPlan(staff(), { customer_email: "" });
    expect(await queues.waiting("plan-link-mail")).toEqual([]);
    expect(await readOfficeSale(staff(), id)).toMatchObject({ state: "waiting", email: null });
    expect((await readOfficeSale(staff(), id))?.url).toContain(`/pay/plan/${id}?key=`);
    expect(await resendPlanLink(staff(), { id })).toMatchObject({
      message: "This customer has no email address. Copy the link and send it to them.",
    });
  });

  test("of a known customer is theirs, and their account's", async () => {
    const user = await aUser(pool, "ruth@mail.example");
    const { rows } = await pool.query("select id from customers where user_id = $1", [user.id]);
    const id = await aSoldPlan(staff(), { customer_id: rows[0].id });
    expect(await readPlanRow(pool, id)).toMatchObject({ user_id: user.id, customer_id: rows[0].id });
    const gone = await sellPlan(staff(), { customer_id: randomUUID(), date: "2026-06-10" });
    expect(gone).toMatchObject({ ok: false, field: "customer_id" });
  });

  test("sent twice, also at once, is one plan", async () => {
    const token = randomUUID();
    const { seen = "" } = (await previewOf(staff())) ?? {};
    const sold = await Promise.all([1, 2].map(() => sellPlan(staff(), {}, { token, seen })));
    const again = await sellPlan(staff(), {}, { token, seen });
    expect(sold[0]).toMatchObject({ ok: true });
    expect([...sold, again]).toEqual([sold[0], sold[0], sold[0]]);
    expect(await count("select 1 from plans")).toBe(1);
  });

  test("near its first visit is held until 12 hours before it, and not sold later than that", async () => {
    const soon = await aSoldPlan(staff(), { date: "2026-06-03" });
    expect((await readPlanRow(pool, soon)).held_until).toEqual(new Date("2026-06-03T02:00:00Z"));
    const today = { date: "2026-06-02", time: "8:00 AM" };
    clock.set("2026-06-02T00:00:00Z");
    expect((await previewOf(staff(), today))?.why).toContain("at least 13 hours away");
    expect(await sellPlan(staff(), today, { seen: "" })).toMatchObject({ ok: false, status: 422 });
  });

  test("comes with the crew that the caller asks for, or says why not", async () => {
    await setCrews(pool, 2);
    const { rows } = await pool.query(
      "select id from crews where is_active order by sort_order desc limit 1",
    );
    const crew_id: string = rows[0].id;
    const id = await aSoldPlan(staff(), { crew_id });
    expect(await readPlanRow(pool, id)).toMatchObject({ crew_id });
    expect(await sellPlan(staff(), { crew_id }, { seen: "" })).toMatchObject({ ok: false, field: "crew_id" });
  });

  test.each([
    [{ date: "2026-05-01" }, "bookingDetails.date"],
    [{ date: "2026-07-20" }, "bookingDetails.date"],
    [{ time: "9:00 AM" }, "bookingDetails.time"],
    [{ frequency: "weekly" }, "bookingDetails.frequency"],
    [{ frequency: "" }, "bookingDetails.frequency"],
    [{ coupon: "SPRING" }, "coupon"],
  ])("is refused with %j", async (change, field) => {
    const only = `update services set plan_frequencies = '["biweekly"]' where id = 'monthly-home-care'`;
    await pool.query(only);
    expect(await sellPlan(staff(), change, { seen: "x" })).toMatchObject({ ok: false, field });
    expect(await count("select 1 from plans")).toBe(0);
    expect(await count("select 1 from customers where source = 'phone'")).toBe(0);
  });

  test("is refused on a closed day, outside the area, and without a payment provider", async () => {
    await block(FIRST);
    expect(await sellPlan(staff(), {}, { seen: "x" })).toMatchObject({ field: "bookingDetails.date" });
    await setSetting(pool, "area.mode", "radius");
    await setSetting(pool, "area.base_zip", "03263");
    const elsewhere = await sellPlan(staff(), { date: "2026-06-16", zip: "90210" }, { seen: "x" });
    expect(elsewhere).toMatchObject({ ok: false, field: "bookingDetails.address.zip" });
    const { payments } = ctx();
    const none = { ...staff(), payments: { ...payments, current: async () => null } };
    expect(await sellPlan(none, {}, { seen: "x" })).toMatchObject({ field: "frequency" });
  });
});

describe("the preview", () => {
  test("shows what clashes and where it goes, and saving holds exactly that", async () => {
    await block("2026-06-23");
    for (let day = 4; day <= 10; day += 1) await block(`2026-07-${String(day).padStart(2, "0")}`);
    const preview = await previewOf(staff());
    expect(preview?.visits[1]).toMatchObject({
      ...{ was: "Tue, Jun 23, 10:00 AM", now: "Wed, Jun 24, 10:00 AM", why: "We are closed then." },
    });
    expect(preview?.visits[2]).toMatchObject({ was: "Tue, Jul 7, 10:00 AM", now: null });
    const visits = await visitsOf(pool, await aSoldPlan(staff()));
    expect(visits).toHaveLength(11);
    expect(visits[1]).toBe("2 2026-06-24 10:00 pending");
    expect(visits[2]).toBe("4 2026-07-21 10:00 pending");
  });

  test("must have been seen, and saving is refused when the calendar or the price has changed since", async () => {
    const { seen = "" } = (await previewOf(staff())) ?? {};
    const unseen = await sellPlan(staff(), {}, { seen: "" });
    expect(unseen).toMatchObject({ ok: false, status: 409, field: "seen" });
    await openSession(ctx(), { date: "2026-06-23", time: "10:00 AM" });
    const stale = await sellPlan(staff(), {}, { seen });
    expect(stale).toMatchObject({ ok: false, status: 409, field: "seen" });
    expect(await count("select 1 from plans")).toBe(0);
    expect(await sellPlan(staff())).toMatchObject({ ok: true });
    await pool.query("update plans set status = 'ended'");
    await pool.query("update bookings set status = 'cancelled'");
    await setSetting(pool, "payments.collect_tax", "true");
    await setSetting(pool, "payments.tax_rate", "5");
    expect(await sellPlan(staff(), {}, { seen })).toMatchObject({ ok: false, field: "seen" });
  });

  test("of a time that was just taken is refused with the free times of the day", async () => {
    const { seen = "" } = (await previewOf(staff())) ?? {};
    await openSession(ctx(), { date: FIRST, time: "10:00 AM" });
    expect(await sellPlan(staff(), {}, { seen })).toMatchObject({
      ...{ ok: false, status: 409, field: "bookingDetails.time", slots: expect.any(Array) },
    });
  });
});

describe("for the same slots at once", () => {
  test("two calls, a visitor's plan and a single visit: one gets them, the others hear of it", async () => {
    const { seen = "" } = (await previewOf(staff())) ?? {};
    const outcomes = await Promise.all([
      sellPlan(staff(), {}, { seen }),
      sellPlan(staff(), { customer_name: "Somebody Else" }, { seen }),
      createPayment(ctx(), { request: aPlanRequest(), draft_id: null }),
      createPayment(ctx(), { request: aRequest({ date: FIRST, time: "10:00 AM" }), draft_id: null }),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const held = await pool.query(
      "select 1 from bookings where status = 'pending' and scheduled_date = $1 and scheduled_time = '10:00'",
      [FIRST],
    );
    expect(held.rowCount).toBe(1);
  });

  test("a sale doesn't count as one of the plans that its customer may hold online", async () => {
    await setCrews(pool, 2);
    for (const date of ["2026-06-10", "2026-06-11", "2026-06-12"]) await aSoldPlan(staff(), { date });
    const request = { ...aPlanRequest(), customerEmail: "ruth@mail.example" };
    expect(await createPayment(ctx(), { request, draft_id: null })).toMatchObject({ ok: true });
  });
});

describe("a plan that nobody paid", () => {
  test("gives its visits back after its hold, without an email, and can be offered again by one draft", async () => {
    const id = await aSoldPlan(staff());
    expect(await readAgain(staff(), id)).toBeNull();
    clock.advance({ hours: 47 });
    await expirePlanHolds(ctx());
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "pending" });
    clock.advance({ hours: 2 });
    expect(await readOfficeSale(staff(), id)).toMatchObject({ state: "expired", url: null });
    await expirePlanHolds(ctx());
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "ended", withdrawn_at: null });
    expect(new Set((await visitsOf(pool, id)).map((visit) => visit.split(" ")[3]))).toEqual(
      new Set(["cancelled"]),
    );
    await queues.run("plan-link-mail"); // too late to be sent
    expect(await count("select 1 from mails")).toBe(0);
    expect(await queues.waiting("plan-ended-mail")).toEqual([]);
    expect(await resendPlanLink(staff(), { id })).toMatchObject({ ok: false, reason: "not possible" });

    const again = await readAgain(staff(), id);
    expect(again?.values).toMatchObject({
      ...{ customer_name: "Ruth Merrill", street: "9 Main Street", frequency: "biweekly" },
      ...{ slot: `${FIRST} 10:00 AM`, bedrooms: "2" },
    });
    const { token = "", values = {} } = again ?? {};
    const sold = await sellPlan(staff(), values, { token });
    expect(sold).toMatchObject({ ok: true });
    expect(await sellPlan(staff(), values, { token })).toEqual(sold);
    expect(await count("select 1 from plans where status = 'pending'")).toBe(1);
    expect(await count("select 1 from customers where source = 'phone'")).toBe(1);
  });

  test("is in nobody's way once its hold is over, even before the sweep", async () => {
    const id = await aSoldPlan(staff());
    clock.advance({ hours: 49 });
    await openSession(ctx(), { date: "2026-06-23", time: "10:00 AM" });
    expect(await readPlanRow(pool, id)).toMatchObject({ status: "ended" });
  });
});
