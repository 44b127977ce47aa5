// Rooms: a longer visit (booking) asks the crew's calendar again (scheduling), with the company's travel buffer (operations).
import { and, eq } from "drizzle-orm";
import { visit_reports } from "~/db/schema/fieldwork";
import { minutesOf } from "~/features/booking/manage/reschedule";
import { lockVisit, OFFICE_ACTOR, placeVisit } from "~/features/booking/visit.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { blockedRange, localEnd } from "~/features/scheduling/availability/slots";
import { pickCrew, whyNotCrew } from "~/features/scheduling/crews/pick.server";
import { formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";
import { storeAnswer } from "./answer.server";
import { LONGER } from "./forms";

export type LengthenOutcome =
  | { ok: true; ends: string }
  | { ok: false; reason: "not found" | "invalid" | "answered" | "over" | "conflict"; message: string };

type Input = { id: string; report: string; minutes: number };

const NOT_FREE = "The crew isn’t free for longer.";

/**
 * Gives the crew that needs more time some minutes more, if nothing else is in its calendar then, and answers its report so.
 * The price stays.
 */
export async function lengthenVisit(ctx: StaffCtx, input: Input): Promise<LengthenOutcome> {
  try {
    return await ctx.db.transaction((tx) => lengthen(tx, ctx, input));
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
    return { ok: false, reason: "conflict", message: NOT_FREE };
  }
}

/** Takes back what the transaction has done. */
class Refused extends Error {
  readonly outcome: LengthenOutcome;

  constructor(outcome: Extract<LengthenOutcome, { ok: false }>) {
    super(outcome.message);
    this.outcome = outcome;
  }
}

async function lengthen(
  tx: Database,
  ctx: StaffCtx,
  { id, report, minutes }: Input,
): Promise<LengthenOutcome> {
  const found = LONGER.some((one) => one === minutes) && (await lockVisit(tx, OFFICE_ACTOR, id));
  if (!found || !(await isReportOf(tx, { id, report })))
    return { ok: false, reason: "not found", message: "This report is no longer there." };
  const { booking } = found;
  const { crew_id, scheduled_date: date, scheduled_time: time } = booking;
  if (booking.status !== "confirmed" || !crew_id)
    return { ok: false, reason: "over", message: "Only a confirmed visit with a crew can take longer." };
  const settings = await readSettings({ db: tx });
  const zone = settings["general.timezone"];
  const range = { start: booking.starts_at, end: booking.ends_at.add({ minutes }) };
  const blocked = blockedRange(range, settings["booking.travel_buffer_minutes"]);
  const ends = localEnd(range, zone);
  const visit = {
    ...{ date, ends, blocked, town: booking.city, zip: booking.zip_code, moved: booking },
    time: Temporal.PlainTime.from(time),
  };
  if (!(await pickCrew(tx, visit, { only: crew_id, closed_too: true }))) {
    const message = (await whyNotCrew(tx, crew_id, visit)) ?? NOT_FREE;
    return { ok: false, reason: "conflict", message };
  }
  const length = minutesOf(booking) + minutes;
  const clock = formatTime(ends.slice(11));
  await placeVisit(
    tx,
    ctx,
    booking,
    { date, time, range, blocked, crew_id },
    { duration_hours: length / 60 },
  );
  const answer = `Take ${minutes} more minutes, until ${clock}.`;
  const answered = await storeAnswer(tx, ctx, { id: report, answer });
  if (!answered.ok) throw new Refused(answered);
  await recordAudit(tx, ctx, {
    action: "booking.lengthened",
    entity: "booking",
    entity_id: id,
    details: { minutes },
  });
  return { ok: true, ends: clock };
}

async function isReportOf(tx: Database, { id, report }: Pick<Input, "id" | "report">): Promise<boolean> {
  if (!isUuid(report)) return false;
  const needs = and(
    eq(visit_reports.id, report),
    eq(visit_reports.booking_id, id),
    eq(visit_reports.kind, "more time"),
  );
  return (await tx.$count(visit_reports, needs)) > 0;
}
