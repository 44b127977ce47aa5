import { beforeEach, describe, expect, test } from "vitest";
import { cancelByStaff } from "~/features/booking/office/cancel.server";
import { releasePlans } from "~/features/booking/release.server";
import { expirePlanHolds } from "~/features/payments/checkout/sync.server";
import { withdrawPlan } from "~/features/payments/plan-link/withdraw.server";
import { readAgain } from "~/features/plans/phone/queries.server";
import { testWorld } from "../../../../tests/support/ctx";
import { aSeriesToSell, BEFORE, MADE_ROOM } from "../../../../tests/support/series-sale";
import { extendSeries } from "./extend.server";
import { readSell } from "./offer.server";
import { readSeriesView } from "./queries.server";
import { USUAL_ANSWERS } from "./view";

const world = await testWorld();
const { pool, clock, ctx, queues } = world;
let sale: Awaited<ReturnType<typeof aSeriesToSell>>;
let id = "";

beforeEach(async () => {
  sale = await aSeriesToSell(world);
  ({ id } = sale);
});

const staff = () => sale.staff();
const rowsOf = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows;
const planVisits = (plan: string) =>
  rowsOf("select scheduled_date::text as day, status from bookings where plan_id = $1 order by starts_at", [
    plan,
  ]);
const system = () => ctx({ actor: { kind: "system" } });

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

  test("leaves the choice to staff, with the list, where no service of the visits' type is sold as often", async () => {
    await pool.query("update series set service_id = 'regular-cleaning', frequency = 'weekly'");
    expect(await readSell(staff(), id)).toMatchObject({
      values: { service: "regular-cleaning", frequency: "weekly" },
      words: expect.stringMatching(
        /^Regular Cleaning is not sold every week\. Choose a service that is: Monthly Janitorial Plan\. /,
      ),
    });
  });

  test("holds the plan at the very times of the single visits, which make room without a fee or an email", async () => {
    const plan = await sale.sold();
    expect((await planVisits(plan)).slice(0, 2)).toEqual([
      { day: "2026-06-16", status: "pending" },
      { day: "2026-06-30", status: "pending" },
    ]);
    expect(await sale.singles()).toEqual(MADE_ROOM);
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
    const plan = await sale.sold();
    expect(await withdrawPlan(staff(), { id: plan })).toEqual({ ok: true });
    expect(await sale.singles()).toEqual(BEFORE);
    expect(await readSeriesView(staff(), id)).toMatchObject({ state: "on", plan: null });
    const again = await readAgain(staff(), plan);
    const outcome = await sale.send({ ...again?.values, hours: "3" }, again?.token ?? "");
    expect(outcome).toMatchObject({ ok: true });
    expect(await sale.singles()).toEqual(MADE_ROOM);
    clock.advance({ hours: 49 });
    await expirePlanHolds(system());
    expect(await sale.singles()).toEqual(BEFORE);
  });

  test("lets a visit come back without its crew when that was taken meanwhile", async () => {
    const plan = await sale.sold();
    await pool.query(
      "update bookings set crew_id = (select id from crews where name = 'Maple crew') where plan_id = $1",
      [plan],
    );
    await pool.query(`insert into bookings (service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status,
        total_amount, price_lines, policy, address_line1, city, state, zip_code)
      select service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, 'confirmed', 1, '[]', policy, '1 Elm St', 'Concord', 'NH', '03301'
      from bookings where scheduled_date = '2026-06-16' and series_id is not null`);
    await withdrawPlan(staff(), { id: plan });
    expect(await sale.singles()).toEqual([BEFORE[0], "06-16 confirmed pending null", BEFORE[2]]);
  });

  test("makes room for good once the plan is paid", async () => {
    const plan = await sale.sold();
    await (await sale.paid(plan))();
    expect(await rowsOf("select status from plans")).toEqual([{ status: "active" }]);
    clock.advance({ hours: 49 });
    await expirePlanHolds(system());
    expect(await sale.singles()).toEqual(MADE_ROOM);
    expect(await readSeriesView(staff(), id)).toMatchObject({ state: "sold" });
  });

  test("that is paid after it was released takes the place of the single visits once more", async () => {
    const plan = await sale.sold();
    const settle = await sale.paid(plan);
    await ctx().db.transaction((tx) => releasePlans(tx, ctx(), [plan], "hold expired"));
    expect(await sale.singles()).toEqual(BEFORE);
    await settle();
    const [{ status }] = await rowsOf("select status from plans");
    expect([status, await sale.singles()]).toEqual(["active", MADE_ROOM]);
  });

  test("is one plan when it is pressed twice, and one when two of staff sell it at once", async () => {
    const token = crypto.randomUUID();
    const twice = await Promise.all([sale.sell({}, token), sale.sell({}, token)]);
    expect(new Set(twice.map((one) => one.ok && one.plan_id)).size).toBe(1);
    const [first] = twice;
    await withdrawPlan(staff(), { id: first?.ok ? first.plan_id : "" });
    const both = await Promise.all([sale.sell(), sale.sell()]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ status: 409 });
    expect(await sale.singles()).toEqual(MADE_ROOM);
  });

  test("and a cancellation at the same moment leave no visit twice, and a cancelled one stays cancelled", async () => {
    const [visit] = await rowsOf("select id from bookings where scheduled_date = '2026-06-16'");
    const wish = { choice: "none", amount: null, reason: "", left: 0 } as const;
    const [outcome, cancelled] = await Promise.all([
      sale.sell(),
      cancelByStaff(staff(), { id: visit.id, ...wish }),
    ]);
    const plan = (await rowsOf("select id from plans where status = 'pending'"))[0]?.id;
    expect(outcome.ok).toBe(plan !== undefined);
    if (plan) await withdrawPlan(staff(), { id: plan });
    expect((await sale.singles())[1]).toBe(
      cancelled.ok ? "06-16 cancelled failed Birch crew" : "06-16 confirmed pending Birch crew",
    );
    expect(await rowsOf("select from bookings where plan_id is not null and status <> 'cancelled'")).toEqual(
      [],
    );
  });

  test("that lapses while it is paid is either the plan or the single visits, never both", async () => {
    const plan = await sale.sold();
    const settle = await sale.paid(plan);
    clock.advance({ hours: 49 });
    await Promise.all([settle(), expirePlanHolds(system())]);
    const [{ status }] = await rowsOf("select status from plans");
    expect((await sale.singles()).slice(1)).toEqual((status === "active" ? MADE_ROOM : BEFORE).slice(1));
  });

  test("is refused while a visit that it would take the place of is paid, and for another customer's series", async () => {
    await pool.query(
      "update orders set status = 'completed', charged = amount, completed_at = now() where booking_id = (select id from bookings where scheduled_date = '2026-06-30')",
    );
    expect(await sale.sell()).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Visit #\d+ of the series is paid\./),
    });
    const [paul] = await rowsOf("select id from customers where first_name = 'Paul'");
    expect(await sale.sell({ customer_id: paul.id })).toMatchObject({ ok: false, status: 409 });
    expect(await rowsOf("select from plans")).toEqual([]);
  });
});
