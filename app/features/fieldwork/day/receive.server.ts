import { and, eq, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { checklist_items, refused_events, visit_events, visit_reports } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { ERASED_STREET } from "~/features/booking/booking";
import { HELD_SECONDS } from "~/features/booking/office/rules";
import { completeByCrew } from "~/features/booking/office/status.server";
import { reopenByCrew } from "~/features/booking/office/undo.server";
import { lockVisit as lockBooking, OFFICE_ACTOR } from "~/features/booking/visit.server";
import { homeOf } from "~/features/customers/codes/home.server";
import { recordAudit } from "~/platform/audit.server";
import type { CrewCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { decideEvent, type EventVisit, happenedAt } from "./event";
import { eventSchema, type PhoneEvent, type Refusal } from "./forms";
import { isUndone, progressOf, type VisitEvent } from "./progress";
import { readEventsOf } from "./queries.server";

type Batch = { phone_now: Temporal.Instant; events: readonly { id: string }[] };

export type Received = { applied: string[]; refused: { id: string; reason: Refusal }[] };

/**
 * Takes what a phone sends, the oldest first, each event in a transaction of its own. One that was taken before counts as
 * taken. What is refused is kept with its reason, and the rest goes on.
 */
export async function receiveEvents(ctx: CrewCtx, { phone_now, events }: Batch): Promise<Received> {
  const received: Received = { applied: [], refused: [] };
  for (const sent of events) {
    const reason = await receiveOne(ctx, sent, phone_now);
    if (reason) received.refused.push({ id: sent.id, reason });
    else received.applied.push(sent.id);
  }
  return received;
}

async function receiveOne(
  ctx: CrewCtx,
  sent: { id: string },
  phone_now: Temporal.Instant,
): Promise<Refusal | null> {
  const read = eventSchema.safeParse(sent);
  if (!read.success) {
    ctx.log.warn({ member: ctx.actor.member_id, event: sent.id }, "an event of a phone can't be read");
    return "invalid";
  }
  const event = read.data;
  const phone_at = Temporal.Instant.from(event.phone_at);
  const times = { at: happenedAt(phone_at, { phone_now, now: ctx.now }), phone_at };
  return ctx.db.transaction(async (tx) => {
    if (event.kind === "finished" || event.kind === "undone")
      await lockBooking(tx, OFFICE_ACTOR, event.booking_id);
    const visit = await lockVisit(tx, ctx, event);
    const decision = decideEvent(event, visit, { crew_id: ctx.actor.crew_id, at: times.at, now: ctx.now });
    const reason = decision.ok ? await whyNoUndo(tx, ctx, event, times) : decision.reason;
    if (!reason) {
      await store(tx, ctx, event, times);
      return null;
    }
    if (await isStored(tx, event)) return null;
    await keepRefused(tx, ctx, event, { reason, phone_at, known: visit !== undefined });
    return reason;
  });
}

/** The visit of an event, locked, so that events of one visit come one after the other. */
async function lockVisit(
  tx: Database,
  { actor }: CrewCtx,
  { booking_id, ...event }: PhoneEvent,
): Promise<EventVisit | undefined> {
  const [booking] = await tx
    .select({
      status: bookings.status,
      crew_id: bookings.crew_id,
      cancelled_at: bookings.cancelled_at,
      items_waived: bookings.items_waived,
      street: bookings.address_line1,
    })
    .from(bookings)
    .where(eq(bookings.id, booking_id))
    .for("update");
  if (!booking) return undefined;
  const { id, kind, undoes, happened_at } = visit_events;
  const rows = await tx
    .select({ id, kind, undoes, happened_at, crew_id: crew_members.crew_id })
    .from(visit_events)
    .innerJoin(crew_members, eq(crew_members.id, visit_events.member_id))
    .where(eq(visit_events.booking_id, booking_id));
  const taps = rows.map(({ happened_at, ...tap }) => ({ ...tap, at: happened_at.epochMilliseconds }));
  const begun = taps.filter((tap) => tap.kind !== "undone" && !isUndone(tap, taps));
  const hasBegun = (crew_id: string | null) => begun.some((tap) => tap.crew_id === crew_id);
  const taken_over = booking.crew_id !== actor.crew_id && hasBegun(booking.crew_id);
  const open_items = await countOpenItems(tx, booking_id);
  const has_item =
    !("item_id" in event) || (await tx.$count(checklist_items, eq(checklist_items.id, event.item_id))) > 0;
  const erased = booking.street === ERASED_STREET;
  return { ...booking, erased, begun: hasBegun(actor.crew_id), taken_over, open_items, has_item };
}

async function countOpenItems(tx: Database, booking_id: string) {
  const { checked } = progressOf(await eventsOf(tx, booking_id));
  return tx.$count(
    checklist_items,
    and(
      ofVisit(booking_id),
      isNull(checklist_items.archived_at),
      eq(checklist_items.need, "required"),
      checked.length > 0 ? notInArray(checklist_items.id, checked) : undefined,
    ),
  );
}

/** The items of a visit: those of its service and those of its home. */
export function ofVisit(booking_id: string) {
  return or(
    sql`${checklist_items.service_id} = (select b.service_id from ${bookings} b where b.id = ${booking_id})`,
    sql`${checklist_items.property_id} = (select ${homeOf(bookings)} from ${bookings} where ${bookings.id} = ${booking_id})`,
  );
}

type Times = { at: Temporal.Instant; phone_at: Temporal.Instant };

/** Opens a visit again whose last finish an event takes back. Says why it can't be; null if it is open, or stays as it is. */
async function whyNoUndo(
  tx: Database,
  ctx: CrewCtx,
  event: PhoneEvent,
  { at }: Times,
): Promise<"too late" | null> {
  if (event.kind !== "undone") return null;
  const { id, kind, booking_id, undoes } = event;
  const events = await eventsOf(tx, booking_id);
  const undo = { id, kind, undoes, members: [], item_id: null, at: at.epochMilliseconds };
  const isDone = (all: VisitEvent[]) => progressOf(all).finished_at !== null;
  if (!isDone(events) || isDone([...events, undo])) return null;
  return (await reopenByCrew(tx, ctx, booking_id)) ? null : "too late";
}

async function eventsOf(tx: Database, booking_id: string): Promise<VisitEvent[]> {
  return (await readEventsOf({ db: tx }, [booking_id])).get(booking_id) ?? [];
}

async function store(tx: Database, ctx: CrewCtx, event: PhoneEvent, { at, phone_at }: Times): Promise<void> {
  const { id, booking_id } = event;
  const { member_id, phone_id } = ctx.actor;
  if (event.kind === "reported") return storeReport(tx, ctx, event, at);
  const stored = await tx
    .insert(visit_events)
    .values({
      ...{ id, booking_id, member_id, phone_id, phone_at, happened_at: at, received_at: ctx.now },
      kind: event.kind,
      members: "members" in event ? await membersOf(tx, ctx, event.members) : [],
      item_id: "item_id" in event ? event.item_id : null,
      undoes: "undoes" in event ? event.undoes : null,
    })
    .onConflictDoNothing()
    .returning({ id: visit_events.id });
  if (stored.length === 0) return;
  const wasUndone = async () => isUndone({ id, at: at.epochMilliseconds }, await eventsOf(tx, booking_id));
  if (event.kind === "on_my_way") {
    await ctx.jobs.enqueue(tx, "crew-on-the-way-mail", { event_id: id }, { afterSeconds: HELD_SECONDS });
  }
  if (event.kind === "finished" && !(await wasUndone())) await completeByCrew(tx, ctx, booking_id);
}

async function storeReport(
  tx: Database,
  ctx: CrewCtx,
  { id, booking_id, report_kind, words }: Extract<PhoneEvent, { kind: "reported" }>,
  happened_at: Temporal.Instant,
): Promise<void> {
  const stored = await tx
    .insert(visit_reports)
    .values({
      ...{ id, booking_id, member_id: ctx.actor.member_id, kind: report_kind, words, happened_at },
      ...{ created_at: ctx.now, updated_at: ctx.now },
    })
    .onConflictDoNothing()
    .returning({ id: visit_reports.id });
  if (stored.length === 0) return;
  await recordAudit(tx, ctx, {
    action: "booking.reported",
    entity: "booking",
    entity_id: booking_id,
    details: { kind: report_kind },
  });
  await ctx.jobs.enqueue(tx, "crew-report-mail", { report_id: id });
}

/** Only members of the crew count, each once and in the order of the phone; without any, the one who tapped. */
async function membersOf(tx: Database, { actor }: CrewCtx, wanted: readonly string[]): Promise<string[]> {
  const found = await tx
    .select({ id: crew_members.id })
    .from(crew_members)
    .where(and(inArray(crew_members.id, [...wanted]), eq(crew_members.crew_id, actor.crew_id)));
  const counted = new Set(wanted).intersection(new Set(found.map(({ id }) => id)));
  return counted.size > 0 ? wanted.filter((id) => counted.delete(id)) : [actor.member_id];
}

async function isStored(tx: Database, { id, kind }: PhoneEvent): Promise<boolean> {
  const count =
    kind === "reported"
      ? await tx.$count(visit_reports, eq(visit_reports.id, id))
      : await tx.$count(visit_events, eq(visit_events.id, id));
  return count > 0;
}

type Kept = { reason: Refusal; phone_at: Temporal.Instant; known: boolean };

async function keepRefused(tx: Database, ctx: CrewCtx, event: PhoneEvent, { reason, phone_at, known }: Kept) {
  const { member_id, phone_id } = ctx.actor;
  ctx.log.warn(
    { member: member_id, visit: event.booking_id, kind: event.kind, reason },
    "an event was refused",
  );
  await tx
    .insert(refused_events)
    .values({
      ...{ id: event.id, kind: event.kind, member_id, phone_id, reason, phone_at, received_at: ctx.now },
      booking_id: known ? event.booking_id : null,
    })
    .onConflictDoNothing();
}
