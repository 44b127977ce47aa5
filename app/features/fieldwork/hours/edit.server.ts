import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { crew_members } from "~/db/schema/office";
import { hour_edits } from "~/db/schema/pay";
import { readSettings } from "~/features/operations/settings/queries.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { checkReason, checkSpan, type SpanErrors, type SpanValues } from "./forms";
import { dayOf, type HourSpan, splitAtMidnight } from "./hours";
import { lockWeeks } from "./lock.server";
import { readHours } from "./queries.server";
import { mondayOf } from "./week";

type Edit = {
  /** The form's: sent twice, it makes one edit. */
  id: string;
  booking_id: string;
  member_id: string;
  /** The span that it takes the place of; null: it adds one. */
  ref: string | null;
  /** `remove`: only `reason` counts. */
  values: SpanValues & { remove: boolean };
};

export type EditOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "invalid"; errors: SpanErrors }
  /** `monday`: the week that is locked. */
  | { ok: false; reason: "locked"; monday: string }
  /** Somebody else has corrected the span meanwhile. */
  | { ok: false; reason: "changed" };

/** Adds, replaces or removes a span of a member at a visit, with a reason. Refused where it would change a locked week. */
export async function editHours(ctx: StaffCtx, edit: Edit): Promise<EditOutcome> {
  const { id, booking_id, member_id, ref, values } = edit;
  if (![id, booking_id, member_id].every(isUuid)) return { ok: false, reason: "not found" };
  const zone = (await readSettings(ctx))["general.timezone"];
  return ctx.db.transaction(async (tx): Promise<EditOutcome> => {
    const found = await readSpan(tx, edit);
    if (!found) return { ok: false, reason: "not found" };
    if (await isStored(tx, id)) return { ok: true };
    const { visit, before } = found;
    if (ref !== null && !before) return { ok: false, reason: "changed" };
    const checked = values.remove
      ? checkRemoval(values)
      : checkSpan(values, { zone, now: ctx.now.epochMilliseconds, before });
    if (!checked.ok) return { ok: false, reason: "invalid", errors: checked.errors };
    const { span, reason } = checked;
    const days = [before, span].flatMap((one) => (one ? daysOfSpan(one, zone) : []));
    const [monday] = await lockWeeks(tx, [visit.date, ...days].map(mondayOf));
    if (monday) return { ok: false, reason: "locked", monday };
    const stored = await tx
      .insert(hour_edits)
      .values({
        ...{ id, booking_id, member_id, replaces: ref, reason, author_id: ctx.actor.id, created_at: ctx.now },
        ...(span && { kind: span.kind, starts_at: instantOf(span.from), ends_at: instantOf(span.to) }),
      })
      .onConflictDoNothing()
      .returning({ id: hour_edits.id });
    if (stored.length === 0)
      return (await isStored(tx, id)) ? { ok: true } : { ok: false, reason: "changed" };
    await recordAudit(tx, ctx, {
      action: "booking.hours_edited",
      entity: "booking",
      entity_id: booking_id,
      details: { member: member_id, before: before ? told(before) : null, after: span && told(span) },
    });
    return { ok: true };
  });
}

const instantOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at);

function told({ kind, from, to }: Pick<HourSpan, "kind" | "from" | "to">) {
  return { kind, from: instantOf(from).toString(), to: to === null ? null : instantOf(to).toString() };
}

function checkRemoval({ reason }: SpanValues) {
  const checked = checkReason(reason);
  if (checked.ok) return { ok: true as const, span: null, reason: checked.reason };
  return { ok: false as const, errors: { reason: checked.message } };
}

/** The days that a span counts for; one without an end for none but its first. */
function daysOfSpan(span: Pick<HourSpan, "kind" | "from" | "to">, zone: string): string[] {
  return [dayOf(span.from, zone), ...splitAtMidnight(span, zone).map(({ day }) => day)];
}

async function readSpan(tx: Database, { booking_id, member_id, ref }: Edit) {
  const [member] = await tx
    .select({ id: crew_members.id })
    .from(crew_members)
    .where(eq(crew_members.id, member_id));
  const [visit] = await readHours(tx, eq(bookings.id, booking_id));
  if (!member || !visit) return null;
  const before = visit.spans.find((span) => span.member_id === member_id && span.ref === ref);
  return { visit, before };
}

async function isStored(tx: Database, id: string): Promise<boolean> {
  return (await tx.$count(hour_edits, eq(hour_edits.id, id))) > 0;
}
