import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { rescheduleBooking } from "~/features/booking/manage/reschedule.server";
import { bookByPhone } from "~/features/booking/office/book.server";
import { moveByStaff } from "~/features/booking/office/move.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { createPayment } from "~/features/payments/checkout/create-payment.server";
import { closeTime } from "~/features/scheduling/board/close.server";
import { milesBetween } from "~/features/scheduling/roads/distance";
import { centroidOf } from "~/features/scheduling/roads/zips.server";
import { answerByPhone, readStormQuestion } from "~/features/scheduling/storm/answer.server";
import { callStorm } from "~/features/scheduling/storm/call.server";
import { planStorm } from "~/features/scheduling/storm/plan.server";
import { addDays, companyToday, formatTime } from "~/lib/dates";
import { aRequest, setCrews, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aPlanRequest } from "../../../../tests/support/plans";
import { staffCtx } from "../../../../tests/support/staff";
import { linkTo } from "../../../../tests/support/visits";
import { readVisit } from "../../booking/manage/queries.server";
import { type HoursRules, hoursValues } from "./forms";
import { readHolidays } from "./holidays.server";
import { readRules } from "./queries.server";
import { saveHours } from "./save.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let known: Awaited<ReturnType<typeof readHolidays>>;

beforeAll(async () => {
  known = await readHolidays(2026, 2026);
});

const TOWNS = {
  Pittsfield: "03263",
  Concord: "03301",
  Manchester: "03103",
  Portsmouth: "03801",
  Laconia: "03246",
};
const SUMMER = ["Juneteenth", "Father's Day", "Independence Day", "Labor Day"];
const clockText = (quarter: number) =>
  `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${["00", "15", "30", "45"][quarter % 4]}`;

const openDay = fc
  .record({ from: fc.integer({ min: 24, max: 44 }), long: fc.integer({ min: 16, max: 60 }) })
  .map(({ from, long }) => ({ opens: clockText(from), last_finish: clockText(Math.min(from + long, 95)) }));
const week = fc.option(fc.tuple(...Array.from({ length: 7 }, () => fc.option(openDay, { freq: 4 }))), {
  freq: 4,
});
const startTimes = fc.option(
  fc.uniqueArray(fc.integer({ min: 24, max: 72 }).map(clockText), { minLength: 1, maxLength: 5 }),
);
const rules = fc.record({
  week,
  lead_hours: fc.constantFrom(0, 0, 1, 6, 24, 72),
  days_ahead: fc.integer({ min: 4, max: 40 }),
  holidays: fc.subarray(SUMMER),
  starts: startTimes,
});
type Rules = typeof rules extends fc.Arbitrary<infer One> ? One : never;

/** Mostly days that can be booked. */
const days = fc.oneof(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 34 }));
const quarter = fc.integer({ min: 0, max: 95 });
const place = { days, pick: fc.nat({ max: 5 }), quarter, town: fc.constantFrom(...Object.keys(TOWNS)) };
const visit = { ...place, hours: fc.constantFrom(1, 1, 2, 3, 4, 8) };
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("books online" as const), ...visit }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("books by phone" as const), ...visit }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("starts a plan" as const), ...place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("staff move" as const), ...place, nth: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("customer moves" as const), ...place, nth: fc.nat() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("back from cancelled" as const), nth: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("day closes" as const), days, asks: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("hours change" as const), rules }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("time passes" as const), hours: fc.integer({ min: 1, max: 90 }) }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

const company = fc.record({
  zone: fc.constantFrom("America/New_York", "America/Chicago", "Pacific/Honolulu"),
  crews: fc.integer({ min: 1, max: 3 }),
  buffer: fc.constantFrom(0, 30, 60),
  mph: fc.option(fc.integer({ min: 10, max: 45 })),
  /** The ZIP codes of the service area; empty: anywhere. */
  area: fc.oneof(fc.constant<string[]>([]), fc.subarray(Object.values(TOWNS))),
});
type Company = typeof company extends fc.Arbitrary<infer One> ? One : never;

type Row = {
  id: string;
  plan_id: string | null;
  status: string;
  day: string;
  time: string;
  crew_id: string | null;
  zip: string;
  from: number;
  to: number;
};

async function readRows(): Promise<Row[]> {
  const { rows } = await pool.query(
    `select id, plan_id, status, scheduled_date::text as day, scheduled_time::text as time, crew_id, zip_code as zip,
       extract(epoch from starts_at)::float8 * 1000 as from, extract(epoch from ends_at)::float8 * 1000 as to
     from bookings where status <> 'cancelled' and crew_id is not null
       and (status <> 'pending' or hold_expires_at is null or hold_expires_at > $1) order by created_at, id`,
    [clock.now.toString()],
  );
  return rows;
}

/** What is wrong with a visit that has just come to its place, by the rules of now; told apart from the code that keeps them. */
function wrongs(
  row: Row,
  others: Row[],
  { rules: now, closed }: { rules: HoursRules; closed: string[] },
  { zone, buffer, mph, area }: Company,
) {
  const wrong: string[] = [];
  if (area.length > 0 && !area.includes(row.zip)) wrong.push(`in ${row.zip}, outside the area`);
  const local = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
  const [start, end] = [local(row.from), local(row.to)];
  const text = (at: Temporal.PlainDateTime) => at.toPlainTime().toString({ smallestUnit: "minute" });
  if (now.week) {
    const hours = now.week[start.dayOfWeek % 7];
    if (!hours) wrong.push("on a day without hours");
    else if (text(start) < hours.opens) wrong.push(`before ${hours.opens}`);
    else if (end.toPlainDate().toString() !== row.day || text(end) > hours.last_finish)
      wrong.push(`ends after ${hours.last_finish}`);
  }
  const moment = clock.now.epochMilliseconds;
  if (row.from < moment + now.lead_hours * 3_600_000) wrong.push(`less than ${now.lead_hours} hours ahead`);
  const today = companyToday(clock.now, zone);
  if (!row.plan_id && row.day > addDays(today, now.days_ahead))
    wrong.push(`more than ${now.days_ahead} days ahead`);
  const feast = known.find(({ name, dates }) => now.holidays.includes(name) && dates.includes(row.day));
  if (feast) wrong.push(`on ${feast.name}`);
  if (closed.includes(row.day)) wrong.push("on a closed day");
  for (const other of others) {
    if (other.id === row.id || other.crew_id !== row.crew_id) continue;
    const [first, second] = other.from < row.from ? [other, row] : [row, other];
    const gap = (second.from - first.to) / 60_000;
    const [a, b] = [centroidOf(first.zip), centroidOf(second.zip)];
    const drive = mph && a && b ? Math.ceil((milesBetween(a, b) / mph) * 60) : 0;
    if (gap < Math.max(buffer, drive))
      wrong.push(`${gap} minutes from a visit in ${other.zip}, a drive of ${drive}`);
  }
  return wrong;
}

test("no visit ever comes to a place outside hours, notice, holidays, closed days, drives or the area, however it is booked or moved", async () => {
  const seen = { placed: 0, refused: 0 };
  const plan = fc.tuple(company, rules, fc.array(action, { minLength: 20, maxLength: 30 }));
  await fc.assert(
    fc.asyncProperty(plan, async ([of, first, actions]) => {
      await clear();
      clock.set("2026-06-01T12:00:00Z");
      const staff = await staffCtx(world);
      await setCrews(pool, of.crews);
      await setSetting(pool, "general.timezone", of.zone);
      await setSetting(pool, "booking.travel_buffer_minutes", String(of.buffer));
      await setSetting(pool, "roads.drive_times", String(of.mph !== null));
      await setSetting(pool, "roads.miles_per_hour", String(of.mph ?? 30));
      await setSetting(pool, "area.mode", of.area.length > 0 ? "zips" : "anywhere");
      await setSetting(pool, "area.zips", of.area.join(" "));
      await apply({ do: "hours change", rules: first });
      for (const one of actions) {
        const before = new Map((await readRows()).map((row) => [row.id, row]));
        const stored = await readState();
        await apply(one);
        const rows = await readRows();
        const changed = rows.filter((row) => {
          const was = before.get(row.id);
          return !was || was.day !== row.day || was.time !== row.time || was.crew_id !== row.crew_id;
        });
        // A day that closes has its closure before its visits move.
        const state = one.do === "day closes" ? await readState() : stored;
        for (const row of changed) {
          seen.placed++;
          expect(wrongs(row, rows, state, of), `${one.do}: ${row.day} ${row.time}`).toEqual([]);
        }
        if (changed.length === 0) seen.refused++;
      }

      async function readState() {
        const { rows } = await pool.query("select date::text from closures where time is null");
        return { ...(await readRules(staff(), known)), closed: rows.map(({ date }) => date) };
      }

      /** A day, and a time of the service or a random one. */
      async function startOf({
        days: after,
        pick,
        quarter: random,
      }: {
        days: number;
        pick: number;
        quarter: number;
      }) {
        const times = (await readState()).rules.start_times["regular-cleaning"];
        const offered = times ?? ["08:00", "10:00", "12:00", "14:00", "16:00"];
        const date = addDays(companyToday(clock.now, of.zone), after);
        return {
          date,
          time: formatTime(pick < 5 ? (offered[pick % offered.length] ?? "") : clockText(random)),
        };
      }

      async function nthOf(nth: number, where: (row: Row) => boolean) {
        const rows = (await readRows()).filter(where);
        return rows[nth % Math.max(1, rows.length)];
      }

      async function change(next: Rules) {
        const { rules: was, topics } = await readRules(staff(), known);
        const { starts, ...others } = next;
        const start_times = { ...was.start_times, "regular-cleaning": starts };
        const values = hoursValues({ ...was, ...others, start_times }, topics);
        await saveHours(staff(), values, null); // unreachable rules are refused, and the earlier ones stay
      }

      async function apply(one: Action): Promise<unknown> {
        const ours = ctx();
        switch (one.do) {
          case "hours change":
            return change(one.rules);
          case "time passes":
            return clock.set(clock.now.add({ hours: one.hours }).toString());
          case "books online":
            return createPayment(ours, {
              request: aRequest({ ...(await startOf(one)), hours: one.hours, address: addressIn(one.town) }),
              draft_id: null,
            });
          case "starts a plan":
            return createPayment(ours, {
              request: aPlanRequest({ ...(await startOf(one)), address: addressIn(one.town) }),
              draft_id: null,
            });
          case "books by phone":
            return bookByPhone(staff(), {
              token: crypto.randomUUID(),
              request: aRequest({ ...(await startOf(one)), hours: one.hours, address: addressIn(one.town) }),
              customer: CALLER,
            });
          case "staff move": {
            const row = await nthOf(one.nth, ({ status }) => status === "confirmed");
            return row && moveByStaff(staff(), { id: row.id, ...(await startOf(one)), crew_id: null });
          }
          case "customer moves": {
            const row = await nthOf(one.nth, ({ status }) => status === "confirmed");
            const from = row && { date: row.day, time: formatTime(row.time) };
            const link = row && ctx({ actor: linkTo(row.id) });
            return (
              row && link && from && rescheduleBooking(link, { id: row.id, ...(await startOf(one)), from })
            );
          }
          case "back from cancelled": {
            const row = await nthOf(one.nth, ({ status }) => status === "confirmed");
            if (!row) return;
            await setBookingStatus(staff(), { id: row.id, status: "cancelled" });
            return setBookingStatus(staff(), { id: row.id, status: "confirmed" });
          }
          case "day closes": {
            const date = addDays(companyToday(clock.now, of.zone), one.days);
            if (!one.asks) return closeTime(staff(), { date, time: null, reason: "" });
            const { seen: shown, visits } = await planStorm(staff(), { date, towns: [] });
            await callStorm(staff(), { date, towns: [], seen: shown, kind: "closing" });
            for (const { id } of visits) await takeOffer(id);
          }
        }
      }

      async function takeOffer(id: string) {
        const asking = ctx({ actor: linkTo(id) });
        const found = await readVisit(asking, id);
        const question = found && (await readStormQuestion(asking, found));
        const offered = question?.open ? (question.proposal ?? question.others[0]) : undefined;
        if (found && offered) await answerByPhone(staff(), { id, ...offered, from: found.slot });
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect(seen.placed).toBeGreaterThan(10);
  expect(seen.refused).toBeGreaterThan(20);
});

const CALLER = {
  customer_name: "Ruth Merrill",
  customer_email: "ruth@mail.example",
  customer_phone: "",
  user_id: undefined,
  crew_id: undefined,
  apartment: "",
  pay: "day" as const,
  override_reason: "",
};

function addressIn(town: string) {
  return { street: "9 Main Street", city: town, state: "NH", zip: TOWNS[town as keyof typeof TOWNS] };
}
