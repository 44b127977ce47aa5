import { and, asc, desc, eq, inArray, isNull, or } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { checklist_items, refused_events, visit_events, visit_reports } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { byPlan, type Progress, progressOf, tapsFrom } from "~/features/fieldwork/day/progress";
import { ofVisit } from "~/features/fieldwork/day/receive.server";
import { formatMinutes } from "~/features/fieldwork/live/live";
import { readPhotos } from "~/features/fieldwork/photos/queries.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday, formatMoment, formatTime } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import { refusalSentence, tapOf, type VisitDay } from "./visit-day";

/** What the crew tapped and told at a visit, and its checklist; null before there is any of it. */
export async function readVisitDay(ctx: StaffCtx, id: string): Promise<VisitDay | null> {
  const [booking] = await ctx.db.select().from(bookings).where(eq(bookings.id, id));
  if (!booking) return null;
  const [settings, events] = await Promise.all([readSettings(ctx), readTaps(ctx, id)]);
  const taps = events.map((event) => ({ ...event, at: event.happened_at.epochMilliseconds }));
  const progress = progressOf(byPlan(taps, tapsFrom(booking)).now);
  const [items, reports, refused, photos] = await Promise.all([
    readChecklist(ctx, id, progress.checked),
    readReports(ctx, id),
    readRefused(ctx, id),
    readPhotos(ctx, id),
  ]);
  if (events.length + items.length + reports.length + refused.length + photos.length === 0) return null;
  const clock = clockOf(settings["general.timezone"], booking.scheduled_date);
  const doneBy = new Map(events.flatMap(({ item_id, ...tap }) => (item_id ? [[item_id, tap] as const] : [])));
  const isOpen = booking.status === "confirmed";
  const views = items.map(({ id: item, text, need }) => {
    const tap = progress.checked.includes(item) ? doneBy.get(item) : undefined;
    return {
      id: item,
      text,
      required: need === "required",
      done: tap ? `${tap.who}, ${clock(tap.happened_at)}` : null,
    };
  });
  const missing = views.some(({ required, done }) => required && !done);
  return {
    state: progress.state,
    planned: spanOf(booking.starts_at, booking.ends_at, clock),
    actual: actualOf(progress, clock),
    taps: events.flatMap(({ id: tap, kind, item_id, who, happened_at }) =>
      item_id ? [] : [{ id: tap, what: tapOf(kind), who, at: clock(happened_at) }],
    ),
    items: views,
    photos: photos.filter(({ kind }) => kind !== "report"),
    waived: booking.items_waived ? booking.items_waived_why : null,
    can_waive: isOpen && missing && !booking.items_waived && progress.state !== "done",
    reports: reports.map(({ report, who, by }) => ({
      ...{ id: report.id, kind: report.kind, words: report.words, who },
      photos: photos.filter(({ report_id }) => report_id === report.id),
      at: clock(report.happened_at),
      answer:
        report.answered_at && report.answer !== null
          ? { text: report.answer, who: by ?? "The office", at: clock(report.answered_at) }
          : null,
      can_lengthen: report.kind === "more time" && isOpen && booking.crew_id !== null,
    })),
    refused: refused.map(({ event, who }) => ({
      id: event.id,
      at: clock(event.received_at),
      sentence: refusalSentence({ ...event, who, time: clock(event.phone_at) }),
    })),
  };
}

function readTaps({ db }: StaffCtx, id: string) {
  const { id: event, kind, members, item_id, undoes, happened_at } = visit_events;
  return db
    .select({ id: event, kind, members, item_id, undoes, happened_at, who: crew_members.name })
    .from(visit_events)
    .innerJoin(crew_members, eq(crew_members.id, visit_events.member_id))
    .where(eq(visit_events.booking_id, id))
    .orderBy(asc(happened_at), asc(visit_events.position));
}

/** The items of the visit: those of now, and the archived ones that were done. */
function readChecklist({ db }: StaffCtx, id: string, checked: string[]) {
  const current = isNull(checklist_items.archived_at);
  return db
    .select({ id: checklist_items.id, text: checklist_items.text, need: checklist_items.need })
    .from(checklist_items)
    .where(and(ofVisit(id), checked.length > 0 ? or(current, inArray(checklist_items.id, checked)) : current))
    .orderBy(
      desc(isNull(checklist_items.property_id)),
      asc(checklist_items.sort_order),
      asc(checklist_items.created_at),
    );
}

function readReports({ db }: StaffCtx, id: string) {
  return db
    .select({ report: visit_reports, who: crew_members.name, by: users.name })
    .from(visit_reports)
    .innerJoin(crew_members, eq(crew_members.id, visit_reports.member_id))
    .leftJoin(users, eq(users.id, visit_reports.answered_by))
    .where(eq(visit_reports.booking_id, id))
    .orderBy(asc(visit_reports.happened_at), asc(visit_reports.id));
}

function readRefused({ db }: StaffCtx, id: string) {
  return db
    .select({ event: refused_events, who: crew_members.name })
    .from(refused_events)
    .innerJoin(crew_members, eq(crew_members.id, refused_events.member_id))
    .where(eq(refused_events.booking_id, id))
    .orderBy(asc(refused_events.received_at), asc(refused_events.id));
}

type Clock = (at: Temporal.Instant) => string;

/** "8:04 AM" on the day of the visit, else with the day; company time. */
function clockOf(zone: string, date: string): Clock {
  return (at) =>
    companyToday(at, zone) === date
      ? formatTime(at.toZonedDateTimeISO(zone).toPlainTime().toString())
      : formatMoment(at, zone);
}

function actualOf({ started_at, finished_at }: Progress, clock: Clock): string | null {
  if (started_at === null) return null;
  const start = Temporal.Instant.fromEpochMilliseconds(started_at);
  if (finished_at === null) return `since ${clock(start)}`;
  return spanOf(start, Temporal.Instant.fromEpochMilliseconds(finished_at), clock);
}

function spanOf(start: Temporal.Instant, end: Temporal.Instant, clock: Clock): string {
  const minutes = Math.round((end.epochMilliseconds - start.epochMilliseconds) / 60_000);
  return `${clock(start)} to ${clock(end)}, ${formatMinutes(minutes)}`;
}
