import { eq, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { import_visits } from "~/db/schema/imports";
import { orders } from "~/db/schema/payments";
import type { Done, Run } from "~/features/moving/run.server";
import { addLines } from "~/features/payments/orders/lines.server";
import { localEnd } from "~/features/scheduling/availability/slots";
import { pickCrew } from "~/features/scheduling/crews/pick.server";
import { recordAudit } from "~/platform/audit.server";
import { type Database, EXCLUSION_VIOLATION, postgresCode } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import type { Booking, Compared } from "./compare.server";
import type { Company } from "./queries.server";
import { factsOf, linesOf, owedOf, programOf, type Said, type SaidField, saidBy } from "./rules";

/** What an import made of a visit, so that it can be undone. */
export type VisitMade =
  | { booking_id: string; added: true }
  | {
      booking_id: string;
      added: false;
      link: Pick<typeof import_visits.$inferSelect, "id" | "said" | "facts" | "frequency">;
      /** The visit as it was, as the database writes it; null: only what the file said is new. */
      before: Record<string, unknown> | null;
      order: { id: string; status: string; line_ids: string[] } | null;
    };

/** The columns that a change may set. */
const COLUMNS = [
  ...["crew_id", "scheduled_date", "scheduled_time", "duration_hours", "starts_at", "ends_at", "blocked"],
  ...["status", "cancelled_at", "total_amount", "tax_amount", "price_lines", "calendar_sequence"],
  ...["override_reason", "history_of", "needs_attention", "updated_at"],
];

/** Said of a visit that was laid here and took place in the other program. */
export const TOOK_PLACE = "It took place there: it becomes history, and nothing is owed for it here.";

/** Another crew that is at work and free at the visit's time. */
export function otherCrew(
  tx: Database,
  { at, crew, whose, known }: Compared,
  { zone }: Company,
): Promise<string | null> {
  const { date, time, range, blocked } = at;
  const { city: town, zip_code: zip } = whose.address;
  const visit = {
    date,
    time: Temporal.PlainTime.from(time),
    ends: localEnd(range, zone),
    town,
    zip,
    blocked,
  };
  return pickCrew(tx, visit, { avoid: known?.booking.crew_id ?? crew.id ?? undefined, closed_too: true });
}

/** Makes a visit that was imported before what its newer file says, where the office agrees, and remembers what it said. */
export async function changeVisit(
  tx: Database,
  ctx: JobCtx,
  run: Run,
  company: Company,
  one: Compared,
): Promise<Done> {
  const { known, answer, line, kept, whose } = one;
  if (!known) throw new Error(`Line ${line} is about no visit`);
  const done = { line, customer_id: whose.customer.id, verdict: one.verdict, reason: kept };
  const taken = answer === "theirs" ? one.conflicts.map(({ field, theirs }) => [field, theirs]) : [];
  const set: Compared["set"] = { ...one.set, ...Object.fromEntries(taken) };
  // What it said of a visit that stays laid here is no news again; history takes place.
  const stays = one.took_place && set.state !== "done";
  const said: Said = { ...saidBy(one.row), ...(stays && { state: "done" }) };
  const isOld = Object.entries(said).every(([field, value]) => known.link.said[field] === value);
  if (kept || (isOld && one.verdict === "same")) return { ...done, made: null };
  const { booking, link, order_id } = known;
  const changes = Object.keys(set) as SaidField[];
  const before = changes.length > 0 ? await readBefore(tx, booking.id) : null;
  const other = before && answer === "crew" ? await otherCrew(tx, one, company) : undefined;
  const isTaken = before !== null && (await applyChange(tx, ctx, run, one, set, other));
  const order = before && order_id ? await changeOrder(tx, ctx, run, one, set, order_id) : null;
  const { From = "" } = link.facts;
  const facts = {
    From,
    ...factsOf(one.row, { title: one.title, crew: one.crew.name, currency: company.currency }),
  };
  await tx
    .update(import_visits)
    .set({ said, facts, frequency: one.row.frequency, updated_at: ctx.now })
    .where(eq(import_visits.id, link.id));
  if (before)
    await recordAudit(tx, ctx, {
      ...{ action: "booking.import_changed", entity: "booking", entity_id: booking.id },
      details: { import: run.id, fields: changes },
    });
  const made: VisitMade = {
    ...{ booking_id: booking.id, added: false, before, order },
    link: { id: link.id, said: link.said, facts: link.facts, frequency: link.frequency },
  };
  if (isTaken) return { ...done, reason: "Its crew is not free at the new time: it has no crew now.", made };
  return { ...done, reason: set.state === "done" ? TOOK_PLACE : null, made };
}

/** The visit as JSON of the database. */
async function readBefore(tx: Database, id: string): Promise<Record<string, unknown>> {
  const { rows } = await tx.execute<{ before: Record<string, unknown> }>(
    sql`select to_jsonb(${bookings}) as before from ${bookings} where ${bookings.id} = ${id}`,
  );
  const before = rows[0]?.before ?? {};
  return Object.fromEntries(COLUMNS.map((column) => [column, before[column] ?? null]));
}

/** Whether its crew could not come with it. */
async function applyChange(
  tx: Database,
  { now }: JobCtx,
  run: Run,
  { known, at, row, title, answer, clash }: Compared,
  set: Compared["set"],
  other: string | null | undefined,
): Promise<boolean> {
  const { booking } = known as { booking: Booking };
  const isCancelled = set.state === "cancelled";
  const becomesHistory = set.state === "done";
  const isHistory = becomesHistory || booking.history_of !== null;
  const values = {
    ...(set.when && {
      ...{ scheduled_date: at.date, scheduled_time: `${at.time}:00`, duration_hours: at.minutes / 60 },
      ...{ starts_at: at.range.start, ends_at: at.range.end, blocked: at.blocked },
      ...(answer === "nobody" ? { crew_id: null } : other !== undefined && { crew_id: other }),
    }),
    ...(set.when &&
      answer === "anyway" &&
      clash && { override_reason: `Imported from ${programOf(run)}: ${clash.words}` }),
    ...((set.total || set.prepaid || becomesHistory) && {
      ...(isHistory ? { total_amount: row.amount, tax_amount: row.tax } : owedOf(row)),
      price_lines: linesOf(row, title, isHistory ? null : programOf(run)),
    }),
    ...(isCancelled && { status: "cancelled" as const, cancelled_at: now, needs_attention: null }),
    ...(set.state && !isCancelled && { status: "completed" as const, cancelled_at: null }),
    ...(becomesHistory && { history_of: run.vendor, crew_id: null, needs_attention: null }),
    ...((set.when || set.state) && { calendar_sequence: booking.calendar_sequence + 1 }),
    updated_at: now,
  };
  const store = (more: { crew_id?: null }) =>
    tx.transaction((part) =>
      part
        .update(bookings)
        .set({ ...values, ...more })
        .where(eq(bookings.id, booking.id)),
    );
  try {
    await store({});
    return false;
  } catch (error) {
    if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
    await store({ crew_id: null });
    return true;
  }
}

/** Corrects what is owed for a visit ahead, or gives it up: with the visit, or because the other program collects it. */
async function changeOrder(
  tx: Database,
  ctx: JobCtx,
  run: Run,
  { known, row }: Compared,
  set: Compared["set"],
  id: string,
): Promise<Exclude<VisitMade, { added: true }>["order"]> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for("update");
  if (!order || !known) return null;
  const { status } = order;
  const { total_amount, tax_amount } = owedOf(row);
  const { booking } = known;
  const news = total_amount + tax_amount - booking.total_amount - booking.tax_amount;
  // What staff added or took off here stays.
  const isGivenUp = set.state === "done";
  const change = set.total || set.prepaid ? Math.max(news, -order.amount) : 0;
  const difference = status === "failed" ? 0 : isGivenUp ? -order.amount : change;
  const line_ids =
    difference === 0
      ? []
      : await addLines(tx, ctx, id, [
          {
            ...{ kind: "correction", amount: difference },
            label: isGivenUp ? `Billed in ${programOf(run)}` : "New price",
            reason: "Changed in the file of the other program",
          },
        ]);
  const isNothingLeft = difference < 0 && order.amount + difference === 0;
  if (status === "pending" && (set.state === "cancelled" || isNothingLeft))
    await tx
      .update(orders)
      .set({
        ...(set.state === "cancelled"
          ? { status: "failed" as const }
          : { status: "completed" as const, completed_at: ctx.now }),
        updated_at: ctx.now,
      })
      .where(eq(orders.id, id));
  return { id, status, line_ids };
}
