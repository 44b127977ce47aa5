import { beforeEach, describe, expect, test } from "vitest";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { checkPhoneForm } from "~/features/booking/office/forms";
import { releasePlans } from "~/features/booking/release.server";
import { readService } from "~/features/catalog/queries.server";
import { expirePlanHolds } from "~/features/payments/checkout/sync.server";
import { openPlanLink } from "~/features/payments/plan-link/open.server";
import { withdrawPlan } from "~/features/payments/plan-link/withdraw.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { payTestCheckout } from "~/features/payments/test-checkout/pay.server";
import { holdPlanByPhone } from "~/features/plans/phone/hold.server";
import { readAgain, readPhonePlanOffer } from "~/features/plans/phone/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { CARD, sessionOf, sessionState } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { ahead, CUSTOMERS, visitsFile } from "../../../../tests/support/imported-visits";
import { importFile } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";
import { extendSeries } from "./extend.server";
import { readSell } from "./offer.server";
import { readSeriesView } from "./queries.server";
import { USUAL_ANSWERS } from "./view";

const world = await testWorld();
const { pool, clear, clock, ctx, queues } = world;
let staff: () => StaffCtx;
let id = "";

const biweekly = (number: string, date: string, more = {}) =>
  ahead({
    "Booking ID": number,
    Date: date,
    Service: "Monthly Home Care",
    Frequency: "Every 2 weeks",
    ...more,
  });
const VISITS = [biweekly("601", "6/2/2026"), biweekly("602", "6/16/2026"), biweekly("603", "6/30/2026")];

/** Ruth's every other Tuesday at 10 AM with the Birch crew, of which June 2, 16 and 30 are laid. */
beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  await importFile(world, staff(), CUSTOMERS);
  await importFile(world, staff(), visitsFile(...VISITS));
  id = (await rowsOf("select id from series"))[0].id;
  clock.set("2026-06-02T06:00:00Z"); // the visit of this day is too soon to wait for a payment
});

const rowsOf = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows;
const singles = async () =>
  (
    await rowsOf(`select b.scheduled_date::text as day, b.status, o.status as paid, c.name as crew from bookings b
      join orders o on o.booking_id = b.id left join crews c on c.id = b.crew_id where b.series_id is not null order by b.starts_at`)
  ).map(({ day, status, paid, crew }) => `${day.slice(5)} ${status} ${paid} ${crew}`);
const BEFORE = ["06-02", "06-16", "06-30"].map((day) => `${day} confirmed pending Birch crew`);
const MADE_ROOM = [BEFORE[0], ...["06-16", "06-30"].map((day) => `${day} cancelled failed Birch crew`)];

/** Sends the form as staff do who opened it from the series. */
async function sell(change: Record<string, string> = {}, token: string = crypto.randomUUID()) {
  const start = await readSell(staff(), id);
  if (!start) throw new Error("The series can't be sold");
  return send({ ...start.values, bedrooms: "2", bathrooms: "1", hours: "3", ...change }, token);
}
async function send(fields: Record<string, string>, token: string) {
  const { plan } = await readPhonePlanOffer(staff(), new URLSearchParams(fields));
  const checked = checkPhoneForm(fields, await readService(staff(), fields.service ?? ""));
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  const { request, customer } = checked;
  return holdPlanByPhone(staff(), {
    token,
    request,
    customer,
    seen: plan?.seen ?? "",
    series_id: fields.series,
  });
}
async function sold(): Promise<string> {
  const outcome = await sell();
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.plan_id;
}
const planVisits = (plan: string) =>
  rowsOf("select scheduled_date::text as day, status from bookings where plan_id = $1 order by starts_at", [
    plan,
  ]);
const system = () => ctx({ actor: { kind: "system" } });
/** The customer pays by the link; what the site does when it learns of it. */
async function paid(plan: string): Promise<() => Promise<unknown>> {
  const opened = await openPlanLink(system(), plan);
  if (!opened.ok) throw new Error(opened.message);
  const session = sessionOf(opened.url);
  await payTestCheckout(ctx(), session, CARD);
  return async () => settleSession(system(), await sessionState(ctx(), session));
}

describe("selling a series as a plan", () => {
  test("begins with everything filled in, from the first visit that can wait for a payment, and says what is paid now", async () => {
    expect(await readSell(staff(), id)).toMatchObject({
      values: {
        ...{
          service: "monthly-home-care",
          frequency: "biweekly",
          date: "2026-06-16",
          slot: "2026-06-16 10:00 AM",
        },
        ...{ street: "14 Barnstead Rd", customer_name: "Ruth Merrill", crew_id: expect.any(String) },
      },
      words: expect.stringContaining("The customer pays $150.00 a visit now, about $325.00 a month."),
    });
  });

  test("chooses a service that plans have where the visits are of one that is sold singly", async () => {
    await pool.query("update series set service_id = 'regular-cleaning'");
    expect(await readSell(staff(), id)).toMatchObject({
      values: { service: "monthly-home-care" },
      words: expect.stringMatching(
        /^Regular Cleaning is not sold every two weeks, so Monthly Home Care is chosen\. /,
      ),
    });
  });

  test("holds the plan at the very times of the single visits, which make room without a fee or an email", async () => {
    const plan = await sold();
    expect((await planVisits(plan)).slice(0, 2)).toEqual([
      { day: "2026-06-16", status: "pending" },
      { day: "2026-06-30", status: "pending" },
    ]);
    expect(await singles()).toEqual(MADE_ROOM);
    expect(
      await rowsOf(
        "select due from orders o join bookings b on b.id = o.booking_id where b.status = 'cancelled' and due > 0",
      ),
    ).toEqual([]);
    expect(await queues.waiting("booking-cancelled-mail")).toEqual([]);
    expect(await readSeriesView(staff(), id)).toMatchObject({ state: "waiting", plan: { id: plan } });
    const answers = { kinds: USUAL_ANSWERS, visits: {} };
    expect(await extendSeries(staff(), { id, until: "2026-08-01", answers })).toMatchObject({ ok: false });
    expect(await readSell(staff(), id)).toBeNull();
  });

  test("brings the visits back when the hold lapses or staff withdraw it, and can be offered again", async () => {
    const plan = await sold();
    expect(await withdrawPlan(staff(), { id: plan })).toEqual({ ok: true });
    expect(await singles()).toEqual(BEFORE);
    expect(await readSeriesView(staff(), id)).toMatchObject({ state: "on", plan: null });
    const again = await readAgain(staff(), plan);
    const outcome = await send({ ...again?.values, hours: "3" }, again?.token ?? "");
    expect(outcome).toMatchObject({ ok: true });
    expect(await singles()).toEqual(MADE_ROOM);
    clock.advance({ hours: 49 });
    await expirePlanHolds(system());
    expect(await singles()).toEqual(BEFORE);
  });

  test("lets a visit come back without its crew when that was taken meanwhile", async () => {
    const plan = await sold();
    await pool.query(
      "update bookings set crew_id = (select id from crews where name = 'Maple crew') where plan_id = $1",
      [plan],
    );
    await pool.query(`insert into bookings (service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status,
        total_amount, price_lines, policy, address_line1, city, state, zip_code)
      select service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, 'confirmed', 1, '[]', policy, '1 Elm St', 'Concord', 'NH', '03301'
      from bookings where scheduled_date = '2026-06-16' and series_id is not null`);
    await withdrawPlan(staff(), { id: plan });
    expect(await singles()).toEqual([BEFORE[0], "06-16 confirmed pending null", BEFORE[2]]);
  });

  test("makes room for good once the plan is paid", async () => {
    const plan = await sold();
    await (await paid(plan))();
    expect(await rowsOf("select status from plans")).toEqual([{ status: "active" }]);
    clock.advance({ hours: 49 });
    await expirePlanHolds(system());
    expect(await singles()).toEqual(MADE_ROOM);
    expect(await readSeriesView(staff(), id)).toMatchObject({ state: "sold" });
  });

  test("that is paid after it was released takes the place of the single visits once more", async () => {
    const plan = await sold();
    const settle = await paid(plan);
    await ctx().db.transaction((tx) => releasePlans(tx, ctx(), [plan], "hold expired"));
    expect(await singles()).toEqual(BEFORE);
    await settle();
    const [{ status }] = await rowsOf("select status from plans");
    expect([status, await singles()]).toEqual(["active", MADE_ROOM]);
  });

  test("is one plan when it is pressed twice, and one when two of staff sell it at once", async () => {
    const token = crypto.randomUUID();
    const twice = await Promise.all([sell({}, token), sell({}, token)]);
    expect(new Set(twice.map((one) => one.ok && one.plan_id)).size).toBe(1);
    const [first] = twice;
    await withdrawPlan(staff(), { id: first?.ok ? first.plan_id : "" });
    const both = await Promise.all([sell(), sell()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ status: 409 });
    expect(await singles()).toEqual(MADE_ROOM);
  });

  test("and a cancellation at the same moment leave no visit twice, and a cancelled one stays cancelled", async () => {
    const [visit] = await rowsOf("select id from bookings where scheduled_date = '2026-06-16'");
    const wish = { choice: "none", amount: null, reason: "", left: 0 } as const;
    const [outcome, cancelled] = await Promise.all([
      sell(),
      cancelByStaff(staff(), { id: visit.id, ...wish }),
    ]);
    const plan = (await rowsOf("select id from plans where status = 'pending'"))[0]?.id;
    expect(outcome.ok).toBe(plan !== undefined);
    if (plan) await withdrawPlan(staff(), { id: plan });
    expect((await singles())[1]).toBe(
      cancelled.ok ? "06-16 cancelled failed Birch crew" : "06-16 confirmed pending Birch crew",
    );
    expect(await rowsOf("select from bookings where plan_id is not null and status <> 'cancelled'")).toEqual(
      [],
    );
  });

  test("that lapses while it is paid is either the plan or the single visits, never both", async () => {
    const plan = await sold();
    const settle = await paid(plan);
    clock.advance({ hours: 49 });
    await Promise.all([settle(), expirePlanHolds(system())]);
    const [{ status }] = await rowsOf("select status from plans");
    expect((await singles()).slice(1)).toEqual((status === "active" ? MADE_ROOM : BEFORE).slice(1));
  });

  test("is refused while a visit that it would take the place of is paid, and for another customer's series", async () => {
    await pool.query(
      "update orders set status = 'completed', charged = amount, completed_at = now() where booking_id = (select id from bookings where scheduled_date = '2026-06-30')",
    );
    expect(await sell()).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Visit #\d+ of the series is paid\./),
    });
    const [paul] = await rowsOf("select id from customers where first_name = 'Paul'");
    expect(await sell({ customer_id: paul.id })).toMatchObject({ ok: false, status: 409 });
    expect(await rowsOf("select from plans")).toEqual([]);
  });
});
