import { randomUUID } from "node:crypto";
import { pay_adjustments, pay_lines, pay_rates, pay_weeks } from "../../app/db/schema/pay";
import type { VisitEvent } from "../../app/features/fieldwork/day/progress";
import {
  addMinutes,
  minutesByDay,
  NO_MINUTES,
  presentAt,
  spansOf,
} from "../../app/features/fieldwork/hours/hours";
import { lastDayOf, mondayOf } from "../../app/features/fieldwork/hours/week";
import { isWorked, type PayLine, payOfWeek, type Rate } from "../../app/features/fieldwork/pay/pay";
import { addDays, companyToday } from "../../app/lib/dates";
import type { Database } from "../../app/platform/database/database.server";
import { insertAll } from "./year/bulk";

const ZONE = "America/New_York";

/** What the members earn, by their place; others like those before them. */
const RATES = [
  { kind: "hour", cents: 2250, pays_drive: true, pays_break: false },
  { kind: "hour", cents: 1950, pays_drive: false, pays_break: false },
  { kind: "flat", cents: 6500 },
  { kind: "hour", cents: 2100, pays_drive: true, pays_break: false },
] as const;
/** Who earns more since three weeks ago. */
const RAISED = { place: 1, cents: 2050 };
/** Who is paid back what they bought in the newest approved week. */
const PAID_BACK = { place: 0, cents: 1850, reason: "Paid for vacuum bags" };

/** `rates`: from the first day on. */
export type Worker = { id: string; name: string; rates: Rate[] };
/** `tip`: cents. */
export type Worked = { id: string; date: string; tip: number; taps_from: number; events: VisitEvent[] };

/** Stores what members earn. */
export async function seedRates(
  tx: Database,
  now: Temporal.Instant,
  members: readonly { id: string; name: string }[],
): Promise<Worker[]> {
  const today = companyToday(now, ZONE);
  const workers = members.map((member, place): Worker => {
    const rate = RATES[place % RATES.length];
    const first = rate && { ...rate, from_day: addDays(today, -365) };
    const raised = { cents: RAISED.cents, from_day: addDays(mondayOf(today), -21) };
    const rates = first ? [first, ...(place === RAISED.place ? [{ ...first, ...raised }] : [])] : [];
    return { ...member, rates };
  });
  const rows = workers.flatMap(({ id, rates }) =>
    rates.map((rate) => ({ ...rate, member_id: id, created_at: now })),
  );
  if (rows.length > 0) await tx.insert(pay_rates).values(rows);
  return workers;
}

/** Approves all weeks before the last one, each on the Monday after it. */
export async function approveWeeks(
  tx: Database,
  now: Temporal.Instant,
  workers: readonly Worker[],
  visits: readonly Worked[],
): Promise<void> {
  const last = addDays(mondayOf(companyToday(now, ZONE)), -7);
  const since = mondayOf(visits[0]?.date ?? last);
  const weeks: (typeof pay_weeks.$inferInsert)[] = [];
  const paid: (typeof pay_lines.$inferInsert)[] = [];
  for (let monday = since; monday < last; monday = addDays(monday, 7)) {
    const isNewest = addDays(monday, 7) === last;
    const approved_at = Temporal.PlainDate.from(addDays(monday, 7))
      .toZonedDateTime({ timeZone: ZONE, plainTime: "09:30" })
      .toInstant();
    const lines = linesOf(monday, workers, visits).map((line, place) =>
      isNewest && place === PAID_BACK.place ? { ...line, adjustments: PAID_BACK.cents } : line,
    );
    const bought = isNewest ? lines[PAID_BACK.place] : undefined;
    if (bought)
      await tx.insert(pay_adjustments).values({
        ...{ id: randomUUID(), monday, member_id: bought.member_id, created_at: approved_at },
        ...{ cents: PAID_BACK.cents, reason: PAID_BACK.reason },
      });
    weeks.push({ monday, approved_at });
    paid.push(...lines.filter(isWorked).map((line) => ({ monday, ...line })));
  }
  await insertAll(tx, pay_weeks, weeks);
  await insertAll(tx, pay_lines, paid);
}

/** The figures of a week by what was tapped. Nobody earns a percentage, so no visit's price counts. */
function linesOf(monday: string, workers: readonly Worker[], visits: readonly Worked[]): PayLine[] {
  const isInWeek = (day: string) => monday <= day && day <= lastDayOf(monday);
  const ofWeek = visits
    .filter(({ date }) => isInWeek(date))
    .map(({ id, date, tip, taps_from, events }) => ({
      ...{ date, tip },
      spans: spansOf({ booking_id: id, taps_from, events, edits: [] }),
    }));
  const spans = ofWeek.flatMap((visit) => visit.spans);
  const members = workers.map((worker) => {
    const own = spans.filter(({ member_id }) => member_id === worker.id);
    return { ...worker, days: minutesByDay(own, ZONE) };
  });
  const paid = ofWeek.map((visit) => {
    return { day: visit.date, price: 0, tip: visit.tip, present: presentAt(visit.spans), crew: [] };
  });
  const earned = payOfWeek(members, paid);
  return members.map(({ id, name, days }) => {
    const sum = [...days.values()].reduce(addMinutes, NO_MINUTES);
    const { job_pay = 0, tips = 0 } = earned.get(id) ?? {};
    return {
      ...{ member_id: id, name, job_minutes: sum.job, drive_minutes: sum.drive, break_minutes: sum.break },
      ...{ job_pay, tips, adjustments: 0 },
    };
  });
}
