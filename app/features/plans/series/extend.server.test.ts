import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import { testWorld } from "../../../../tests/support/ctx";
import { ahead, CUSTOMERS, visitsFile } from "../../../../tests/support/imported-visits";
import { importFile } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";
import { endSeries, reopenSeries } from "./end.server";
import { extendSeries } from "./extend.server";
import { layInJob, layVisits } from "./lay.server";
import { seriesList } from "./list.server";
import { readAskedIds, readLayPage, readSeriesView } from "./queries.server";
import { USUAL_ANSWERS } from "./view";

const world = await testWorld();
const { pool, queues, clear, clock, ctx } = world;
let staff: () => StaffCtx;

const weekly = (id: string, date: string, more = {}) =>
  ahead({ "Booking ID": id, Date: date, Frequency: "Weekly", Total: "$150.00", Tax: "$10.00", ...more });
const PAUL = { Email: "paul@mail.example", "Full name": "Paul Hale" };

/** Ruth's Wednesdays at 10 AM, of which June 10 and 17 are laid. */
beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
  await importFile(world, staff(), CUSTOMERS);
  const rows = [
    weekly("601", "6/10/2026"),
    weekly("602", "6/17/2026", { Paid: "Paid", Notes: "Ring twice." }),
  ];
  await importFile(world, staff(), visitsFile(...rows));
});

const rowsOf = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows;
const seriesId = async () =>
  (await rowsOf("select id from series order by created_at limit 1"))[0].id as string;
const laid = () =>
  rowsOf(`select b.scheduled_date::text as day, c.name as crew, b.override_reason, o.amount, o.status as paid
    from bookings b left join crews c on c.id = b.crew_id join orders o on o.booking_id = b.id
    where b.scheduled_date > '2026-06-17' and b.status <> 'cancelled' and b.series_id is not null order by b.starts_at`);
const answers = { kinds: USUAL_ANSWERS, visits: {} };
const extend = async (until: string, more: Partial<typeof answers> = {}) =>
  extendSeries(staff(), { id: await seriesId(), until, answers: { ...answers, ...more } });
/** The crew has something else from 9 AM to 1 PM. */
const busyOn = (day: string) =>
  pool.query(
    `insert into bookings (service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked, status,
       total_amount, price_lines, policy, address_line1, city, state, zip_code)
     select service_id, crew_id, $1::date, '09:00', 4, ($1 || 'T13:00Z')::timestamptz, ($1 || 'T17:00Z')::timestamptz,
       tstzrange(($1 || 'T13:00Z')::timestamptz, ($1 || 'T17:00Z')::timestamptz), 'confirmed', 1, '[]', policy, '1 Elm St', 'Concord', 'NH', '03301'
     from bookings where series_id is not null order by starts_at limit 1`,
    [day],
  );

describe("laying more visits of a series", () => {
  test("adds visits like the last one, owed in full like those that are booked by phone, and emails nobody", async () => {
    expect(await extend("2026-07-05")).toEqual({ ok: true, laid: 2, crewless: 0, left: 0 });
    expect(await laid()).toEqual([
      { day: "2026-06-24", crew: "Birch crew", override_reason: null, amount: 15_000, paid: "pending" },
      { day: "2026-07-01", crew: "Birch crew", override_reason: null, amount: 15_000, paid: "pending" },
    ]);
    const [visit] = await rowsOf("select * from bookings where scheduled_date = '2026-07-01'");
    expect(visit).toMatchObject({
      ...{
        status: "confirmed",
        total_amount: 14_000,
        tax_amount: 1_000,
        scheduled_time: "10:00:00",
        notes: "Ring twice.",
      },
      ...{ duration_hours: "2.50", address_line1: "14 Barnstead Rd", customer_name: "Ruth Merrill" },
    });
    expect(visit.property_id).not.toBeNull();
    expect(await rowsOf("select provider, due from orders where booking_id = $1", [visit.id])).toEqual([
      { provider: "office", due: 15_000 },
    ]);
    expect(await rowsOf("select from mails")).toEqual([]);
    expect(await rowsOf("select action, details from audit_log where entity = 'series'")).toEqual([
      { action: "series.extended", details: { visits: 2, until: "2026-07-05" } },
    ]);
  });

  test("adds nothing when it is done again, and never two when two do it at once", async () => {
    const both = await Promise.all([extend("2026-07-05"), extend("2026-07-05")]);
    expect(both.map((one) => one.ok && one.laid).sort()).toEqual([0, 2]);
    expect(await extend("2026-07-05")).toMatchObject({ laid: 0 });
    expect(await laid()).toHaveLength(2);
  });

  test("gives a visit another free crew, no crew or none at all where its crew has another one, as staff answer", async () => {
    for (const day of ["2026-06-24", "2026-07-01", "2026-07-08"]) await busyOn(day);
    const visits = { "2026-07-01 10:00": "nobody", "2026-07-08 10:00": "skip" } as const;
    expect(await extend("2026-07-15", { visits })).toEqual({ ok: true, laid: 3, crewless: 1, left: 1 });
    expect((await laid()).map(({ day, crew }) => [day, crew])).toEqual([
      ["2026-06-24", "Maple crew"],
      ["2026-07-01", null],
      ["2026-07-15", "Birch crew"],
    ]);
  });

  test("leaves closed days out, or lays the visit with the reason that was set aside", async () => {
    await pool.query(
      "insert into closures (date, reason) values ('2026-06-24', 'Party'), ('2026-07-01', 'Party')",
    );
    const visits = { "2026-07-01 10:00": "anyway" } as const;
    expect(await extend("2026-07-01", { visits })).toMatchObject({ laid: 1, left: 1 });
    expect(await laid()).toMatchObject([
      { day: "2026-07-01", override_reason: "Added with its series: Closed on Jul 01, 2026." },
    ]);
  });

  test("never puts two visits on one crew, whatever a form answers", async () => {
    await busyOn("2026-06-24");
    const visits = { "2026-06-24 10:00": "anyway" } as const;
    expect(await extend("2026-06-24", { visits })).toMatchObject({ ok: true, laid: 1 });
    expect(await laid()).toMatchObject([{ day: "2026-06-24", crew: "Maple crew" }]);
  });

  test("is refused for a series that has ended, that was sold, or that is gone", async () => {
    const id = await seriesId();
    await endSeries(staff(), { id, cancel: [] });
    expect(await extend("2026-07-05")).toMatchObject({ ok: false, reason: "not possible" });
    await pool.query("update bookings set series_id = null");
    await pool.query("delete from series");
    expect(await extendSeries(staff(), { id, until: "2026-07-05", answers })).toMatchObject({
      ok: false,
      reason: "not found",
    });
  });

  test("goes on from tomorrow where the series ran out, in its rhythm", async () => {
    clock.set("2026-07-06T12:00:00Z");
    expect(await extend("2026-07-16")).toMatchObject({ laid: 2 });
    expect((await laid()).map(({ day }) => day)).toEqual(["2026-07-08", "2026-07-15"]);
  });
});

describe("a day that was left out", () => {
  test("is shown again for its series alone, and gets its visit once staff choose it", async () => {
    await pool.query("insert into closures (date, reason) values ('2026-06-24', 'Party')");
    await extend("2026-07-05");
    await pool.query("delete from closures");
    const shown = async () => (await readLayPage(staff(), [await seriesId()], "2026-07-10")).series[0];
    expect(await shown()).toMatchObject({
      count: 1,
      visits: [{ name: "at 2026-06-24 10:00", missing: "left out" }, { missing: null }],
    });
    expect(await extend("2026-07-10")).toMatchObject({ laid: 1, left: 0 });
    const chosen = { visits: { "2026-06-24 10:00": "anyway" as const } };
    expect(await extend("2026-07-10", chosen)).toMatchObject({ laid: 1 });
    expect(await extend("2026-07-10", chosen)).toMatchObject({ laid: 0 });
    expect((await laid()).map(({ day, override_reason }) => [day, override_reason])).toEqual(
      ["2026-06-24", "2026-07-01", "2026-07-08"].map((day) => [day, null]),
    );
  });

  test("is one whose visit the customer cancelled, so that it is not laid again unasked", async () => {
    await extend("2026-06-25");
    await pool.query("update bookings set status = 'cancelled' where scheduled_date = '2026-06-24'");
    const [found] = (await readLayPage(staff(), [await seriesId()], "2026-07-05")).series;
    expect(found?.visits.map(({ missing }) => missing)).toEqual(["cancelled", null]);
    await extend("2026-07-05");
    expect((await laid()).map(({ day }) => day)).toEqual(["2026-07-01"]);
  });
});

describe("the preview", () => {
  test("shows each visit with what is in its way, also another one of the same preview", async () => {
    await importFile(
      world,
      staff(),
      visitsFile(weekly("701", "6/3/2026", { ...PAUL, "Start time": "11:00 AM" })),
    );
    await pool.query(
      "insert into crew_time_off (crew_id, first_day, last_day, reason) select id, '2026-07-01', '2026-07-01', 'Ill' from crews where name = 'Birch crew'",
    );
    const page = await readLayPage(
      staff(),
      await readAskedIds(staff(), new URLSearchParams("all=yes")),
      "2026-07-05",
    );
    expect(page).toMatchObject({ count: 6, error: null, kinds: ["busy", "off"], without: [] });
    const [ruth, paul] = ["Ruth Merrill", "Paul Hale"].map((name) =>
      page.series.find(({ customer }) => customer === name)?.visits.map(({ clash }) => clash?.words ?? null),
    );
    expect(ruth).toEqual([null, "Birch crew is off on Jul 01, 2026."]);
    expect(paul).toEqual([
      expect.stringMatching(/^Its crew has Regular Cleaning #\d+ then\.$/),
      expect.stringMatching(/^Its crew has Regular Cleaning #\d+ then\.$/),
      "Its crew has another visit of this preview then.",
      "Birch crew is off on Jul 01, 2026.",
    ]);
  });

  test("says which day can be typed, and which series gets no visits", async () => {
    expect(await readLayPage(staff(), [await seriesId()], "soon")).toMatchObject({
      error: "Until must be a day from 2026-06-02 to 2027-06-02.",
    });
    expect(await readLayPage(staff(), [await seriesId()], "2026-06-20")).toMatchObject({
      count: 0,
      without: ["Ruth Merrill: scheduled until Jun 17, 2026."],
    });
  });
});

test("many series are laid by a job each, and a job that runs twice adds nothing", async () => {
  const id = await seriesId();
  const ids = [id, ...Array.from({ length: 10 }, () => crypto.randomUUID())];
  const { title } = await layVisits(staff(), { ids, until: "2026-06-30", answers });
  expect(title).toBe("The visits of 11 series are being added");
  expect(await laid()).toEqual([]);
  await queues.run("extend-series");
  await layInJob(ctx(), { id, until: "2026-06-30", answers });
  expect(await laid()).toHaveLength(1);
});

describe("ending a series", () => {
  test("cancels nothing by itself, and can be taken back", async () => {
    const id = await seriesId();
    expect(await endSeries(staff(), { id, cancel: [] })).toEqual({ ok: true, cancelled: 0, left: 2 });
    expect(await readSeriesView(staff(), id)).toMatchObject({ state: "ended", visits: [{}, {}] });
    expect(await endSeries(staff(), { id, cancel: [] })).toMatchObject({ ok: false });
    expect(await reopenSeries(staff(), { id })).toEqual({ ok: true });
    expect(await readSeriesView(staff(), id)).toMatchObject({
      state: "soon",
      state_words: "Ends Jun 17, 2026",
    });
  });

  test("cancels the visits that are chosen, and refuses all when one of them can't be", async () => {
    const id = await seriesId();
    const [first, second] = await rowsOf("select id from bookings where series_id = $1 order by starts_at", [
      id,
    ]);
    const gone = crypto.randomUUID();
    expect(await endSeries(staff(), { id, cancel: [first.id, gone] })).toMatchObject({ ok: false });
    expect(await rowsOf("select from bookings where status = 'cancelled'")).toEqual([]);
    expect(await endSeries(staff(), { id, cancel: [first.id] })).toEqual({ ok: true, cancelled: 1, left: 1 });
    expect(await rowsOf("select id from bookings where status <> 'cancelled'")).toEqual([{ id: second.id }]);
    expect(await rowsOf("select status from orders where booking_id = $1", [first.id])).toEqual([
      { status: "failed" },
    ]);
  });
});

test("the list finds series by name, street, state and rhythm, the first to run out on top", async () => {
  const far = weekly("801", "8/5/2026", { ...PAUL, Frequency: "Every 2 weeks" });
  await importFile(world, staff(), visitsFile(far));
  const found = async (query: string) => {
    const { rows, total } = await seriesList.read(staff(), seriesList.parse(new URLSearchParams(query)));
    expect(total).toBe(rows.length);
    return rows.map(({ customer }) => customer);
  };
  expect(await found("")).toEqual(["Ruth Merrill", "Paul Hale"]);
  expect(await found("sort=-until")).toEqual(["Paul Hale", "Ruth Merrill"]);
  expect(await found("q=barnstead")).toEqual(["Ruth Merrill"]);
  expect(await found("q=hale")).toEqual(["Paul Hale"]);
  expect(await found("state=soon")).toEqual(["Ruth Merrill"]);
  expect(await found("state=on&frequency=biweekly")).toEqual(["Paul Hale"]);
  expect(await found("state=ended")).toEqual([]);
  expect(await found("state=sold")).toEqual([]);
  const { rows } = await seriesList.read(staff(), seriesList.parse(new URLSearchParams()));
  expect(rows[0]).toMatchObject({
    ...{
      address: "14 Barnstead Rd, Pittsfield",
      service: "Regular Cleaning",
      when: "Every Wednesday at 10:00 AM",
    },
    ...{ crew: "Birch crew", price: "$150.00", next: "Jun 10, 2026, 10:00 AM", until: "Jun 17, 2026" },
  });
});
