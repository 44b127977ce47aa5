import { beforeEach, describe, expect, test } from "vitest";
import { mergeCustomers } from "~/features/customers/merges/merge.server";
import { readPreview } from "~/features/customers/merges/queries.server";
import { undoImport } from "~/features/moving/undo.server";
import { extendSeries } from "~/features/plans/series/extend.server";
import { USUAL_ANSWERS } from "~/features/plans/series/view";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { ahead, aVisit, CUSTOMERS, visitsFile } from "../../../../tests/support/imported-visits";
import { importFile, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";

const world = await testWorld();
const { pool, clear, clock } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  await importFile(world, staff(), CUSTOMERS);
});

const imported = (...rows: string[][]) => importFile(world, staff(), visitsFile(...rows));
const weekly = (id: string, date: string, more = {}) =>
  ahead({ "Booking ID": id, Date: date, Frequency: "Weekly", ...more });
const rowsOf = async (query: string) => (await pool.query(query)).rows;
const series = () =>
  rowsOf(`select s.frequency, s.service_id, s.ended_at, s.property_id is not null as at_home, c.first_name,
      (select count(*)::int from bookings b where b.series_id = s.id) as visits
    from series s join customers c on c.id = s.customer_id order by c.first_name desc, s.frequency`);
const seriesId = async () => (await rowsOf("select id from series"))[0].id as string;

/** Makes a running plan of the first visit, as what its series was sold as. */
async function sellAsPlan(): Promise<void> {
  await pool.query(`insert into plans (service_id, frequency, first_date, slot_time, visit_minutes, amount, currency, price_lines, policy,
    address_line1, city, state, zip_code, status, provider)
    select service_id, 'weekly', '2026-06-10', '10:00', 150, 100, 'USD', '[]', policy, address_line1, city, state, zip_code, 'active', 'stripe'
    from bookings`);
  await pool.query("update series set plan_id = (select id from plans)");
}

describe("visits to come that come again and again", () => {
  test("become a series for each customer, home, service and rhythm", async () => {
    const id = await imported(
      ...[
        weekly("601", "6/10/2026"),
        weekly("602", "6/17/2026"),
        ahead({ "Booking ID": "603", Date: "6/11/2026" }),
      ],
      weekly("604", "6/12/2026", { Email: "paul@mail.example", "Full name": "Paul Hale" }),
      weekly("605", "6/18/2026", { Frequency: "Monthly" }),
      aVisit({ Frequency: "Weekly" }),
    );
    expect(await series()).toMatchObject([
      { first_name: "Ruth", frequency: "monthly", visits: 1, at_home: true },
      { first_name: "Ruth", frequency: "weekly", visits: 2, at_home: true },
      { first_name: "Paul", frequency: "weekly", visits: 1 },
    ]);
    expect((await viewOf(staff(), id)).series).toBe(3);
  });

  test("join the series that is there when a newer file has more of them, and the same file adds nothing", async () => {
    await imported(weekly("601", "6/10/2026"));
    await imported(weekly("601", "6/10/2026"), weekly("602", "6/17/2026"));
    await imported(weekly("601", "6/10/2026"), weekly("602", "6/17/2026"));
    expect(await series()).toMatchObject([{ first_name: "Ruth", visits: 2 }]);
  });

  test("join it by its address when the office has removed the home, and wake it when it had ended", async () => {
    await imported(weekly("601", "6/10/2026"));
    await pool.query("update bookings set property_id = null");
    await pool.query("update series set property_id = null, ended_at = now()");
    await imported(weekly("602", "6/17/2026"));
    expect(await series()).toMatchObject([{ visits: 2, ended_at: null }]);
  });

  test("need a decision where their series was sold as a plan here, so that nobody is visited twice", async () => {
    await imported(weekly("601", "6/10/2026"));
    await sellAsPlan();
    await imported(weekly("602", "6/17/2026"));
    const flags = await rowsOf("select needs_attention from bookings order by starts_at");
    expect(flags).toEqual([
      { needs_attention: null },
      {
        needs_attention:
          "Its series was sold as a plan here. Cancel this visit if the plan has one in its place.",
      },
    ]);
  });

  test("stay one series of the kept customer when two customers are merged", async () => {
    await imported(weekly("601", "6/10/2026"));
    const [ruth, paul] = await rowsOf(
      "select id from customers where first_name in ('Ruth', 'Paul') order by first_name desc",
    );
    const { seen } = (await readPreview(staff(), paul.id, ruth.id)) ?? { seen: "" };
    expect(await mergeCustomers(staff(), { kept: paul.id, merged: ruth.id, seen })).toMatchObject({
      ok: true,
    });
    expect(await series()).toMatchObject([{ first_name: "Paul", visits: 1 }]);
  });
});

describe("undoing an import with series", () => {
  test("takes them back with their visits", async () => {
    const id = await imported(weekly("601", "6/10/2026"), weekly("602", "6/17/2026"));
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await series()).toEqual([]);
  });

  test("leaves a series that visits of another import belong to", async () => {
    const first = await imported(weekly("601", "6/10/2026"));
    const second = await imported(weekly("602", "6/17/2026"));
    expect(await undoImport(staff(), first)).toEqual({ ok: true });
    expect(await series()).toMatchObject([{ visits: 1 }]);
    expect(await undoImport(staff(), second)).toEqual({ ok: true });
    expect(await series()).toEqual([]);
  });

  test("is refused when visits were laid for one here, and names them", async () => {
    const id = await imported(weekly("601", "6/10/2026"));
    const answers = { kinds: USUAL_ANSWERS, visits: {} };
    await extendSeries(staff(), { id: await seriesId(), until: "2026-06-18", answers });
    expect(await undoImport(staff(), id)).toMatchObject({
      reason: "depended on",
      dependents: [{ what: expect.stringMatching(/^visit #\d+, which was added to its series here$/) }],
    });
    expect(await series()).toMatchObject([{ visits: 2 }]);
  });

  test("is refused when one was sold as a plan", async () => {
    const id = await imported(weekly("601", "6/10/2026"));
    await sellAsPlan();
    expect(await undoImport(staff(), id)).toMatchObject({
      reason: "depended on",
      dependents: [{ what: "a plan that its series was sold as" }],
    });
  });
});
