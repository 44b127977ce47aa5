// Rooms: the cases are bookings (booking) in company time (operations), with the phone of their customer (customers).
import { and, asc, eq, gt, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { customerName, customerPhone } from "~/db/customer";
import { bookings } from "~/db/schema/bookings";
import { orders, refunds } from "~/db/schema/payments";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { visitsToComplete } from "~/features/booking/office/queries.server";
import { setBookingStatus } from "~/features/booking/office/status.server";
import { formatPhone } from "~/features/customers/records/contact";
import { readCompany } from "~/features/operations/settings/queries.server";
import { companyToday, formatDate, formatTime } from "~/lib/dates";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { AttentionCase } from "./attention";
import { countOf, defineAttention, GONE, type Part, refused, totalOf } from "./define.server";

/** Holds that expire within this time are worth a call. */
const EXPIRING_MINUTES = 10;

export const holds = defineAttention({
  kind: "holds",
  one: "hold is about to expire",
  many: "holds are about to expire",
  read: async ({ db, now }, part) => {
    const soon = now.add({ minutes: EXPIRING_MINUTES });
    const where = and(
      eq(bookings.status, "pending"),
      gt(bookings.hold_expires_at, now),
      lte(bookings.hold_expires_at, soon),
      sql`coalesce(${bookings.plan_visit}, 1) = 1`, // a plan's hold counts once
    );
    const rows = await readVisits(db, where, part);
    const cases = rows.map((row) => caseOf(row, row.phone ? [call(row.phone)] : []));
    return { count: totalOf(rows), cases };
  },
});

function call(phone: string) {
  const digits = phone.replace(/[^\d+]/g, "");
  return { label: `Call ${formatPhone(phone)}`, href: `tel:${digits}` };
}

export const flagged = defineAttention({
  kind: "flagged",
  one: "booking needs a decision",
  many: "bookings need a decision",
  read: async ({ db }, part) => {
    const rows = await readVisits(db, and(isNotNull(bookings.needs_attention), notByRefund), part);
    const cases = rows.map((row) => caseOf(row, [{ label: "Decide", href: pathOf(row) }], row.reason));
    return { count: totalOf(rows), cases };
  },
});

/**
 * A failed refund flags its booking (payments/refund.server.ts) and is listed under the refunds. Other reasons are listed
 * here.
 */
const notByRefund = sql`not (${bookings.needs_attention} like 'The refund of %' and exists (
  select 1 from ${orders} o join ${refunds} r on r.order_id = o.id and r.status in ('failed', 'cancelled')
  where o.booking_id = bookings.id))`;

export const done = defineAttention({
  kind: "done",
  one: "visit to mark as completed",
  many: "visits to mark as completed",
  read: async (ctx, part) => {
    const { timezone } = await readCompany(ctx);
    const rows = await readVisits(ctx.db, visitsToComplete(ctx.now, companyToday(ctx.now, timezone)), part);
    const cases = rows.map((row) =>
      caseOf(row, [
        { label: "Mark as completed", intent: "complete", pending: "Saving...", fields: { id: row.id } },
      ]),
    );
    return { count: totalOf(rows), cases };
  },
  handlers: {
    /** Emails the customer, unless it is undone. */
    complete: async (ctx, { id = "" }, back) => {
      const outcome = await setBookingStatus(ctx, { id, status: "completed", seen: { status: "confirmed" } });
      if (!outcome.ok) return outcome.reason === "not found" ? GONE : refused(outcome);
      const title = "Booking status updated successfully";
      if (!outcome.changed || outcome.undo === null) return { ok: true, toast: { title } };
      const fields = { intent: "undo", id, sequence: String(outcome.undo), to: back };
      return { ok: true, toast: { title, undo: { action: "/admin/bookings", fields } } };
    },
  },
});

/** Visits, the soonest first. */
export function readVisits(db: Database, where: SQL | undefined, part: Part) {
  return db
    .select({
      id: bookings.id,
      date: bookings.scheduled_date,
      time: bookings.scheduled_time,
      customer: customerName,
      phone: customerPhone,
      reason: bookings.needs_attention,
      crew_id: bookings.crew_id,
      sequence: bookings.calendar_sequence,
      start: bookings.starts_at,
      end: bookings.ends_at,
      town: bookings.city,
      zip: bookings.zip_code,
      found: countOf(db, bookings, where),
    })
    .from(bookings)
    .where(where)
    .orderBy(asc(bookings.scheduled_date), asc(bookings.scheduled_time), asc(bookings.id))
    .limit(part.limit)
    .offset(part.offset);
}

export type VisitRow = Awaited<ReturnType<typeof readVisits>>[number];

export function pathOf({ id }: { id: string }): string {
  return `/admin/bookings/${id}`;
}

type Named = Pick<VisitRow, "id" | "date" | "time" | "customer">;

export function caseOf(
  row: Named,
  actions: AttentionCase["actions"],
  why: string | null = null,
  href = pathOf(row),
): AttentionCase {
  const what = [row.customer || UNKNOWN.customer, why].filter(Boolean).join(": ");
  return { id: row.id, href, what, when: `${formatDate(row.date)}, ${formatTime(row.time)}`, actions };
}

/** The company's day now. */
export async function todayOf(ctx: StaffCtx): Promise<string> {
  return companyToday(ctx.now, (await readCompany(ctx)).timezone);
}
