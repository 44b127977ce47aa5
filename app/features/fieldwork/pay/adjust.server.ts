import { and, eq, gt, isNotNull, max, sql } from "drizzle-orm";
import { crew_members } from "~/db/schema/office";
import { pay_adjustments, pay_weeks } from "~/db/schema/pay";
import { lockWeeks } from "~/features/fieldwork/hours/lock.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { addDays } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type AdjustmentErrors, checkAdjustment } from "./forms";
import { keyOfLate, type Late, lateOf } from "./pay";
import { computeWeek, readLocked } from "./week.server";

type Adjustment = {
  /** The form's: sent twice, it makes one adjustment. */
  id: string;
  /** The week that it is for. With `late`, what came after this week was locked is put into the next open one. */
  monday: string;
  member_id: string;
  late: boolean;
  /** With `late`, the key of the difference that staff saw. */
  seen?: string;
  amount: string;
  reason: string;
};

export type AdjustOutcome =
  /** `monday`: the week in which it is paid. */
  | { ok: true; monday: string }
  | { ok: false; reason: "not found" | "locked" | "nothing late" }
  /** Something else has come late by now than what staff saw. */
  | { ok: false; reason: "changed" }
  | { ok: false; reason: "invalid"; errors: AdjustmentErrors };

/** Adds to a member's pay of an open week, or takes off it. Cents and a reason; tips and hours stay as they are. */
export async function adjustPay(ctx: StaffCtx, input: Adjustment): Promise<AdjustOutcome> {
  const { id, member_id, late } = input;
  if (!isUuid(id) || !isUuid(member_id)) return { ok: false, reason: "not found" };
  const checked = checkAdjustment(input, { late });
  if (!checked.ok) return { ok: false, reason: "invalid", errors: checked.errors };
  const settings = await readSettings(ctx);
  return ctx.db.transaction(async (tx): Promise<AdjustOutcome> => {
    const monday = late ? await nextOpen(tx, input.monday) : input.monday;
    const locked = await lockWeeks(tx, late ? [input.monday, monday] : [monday]);
    if (await isStored(tx, id)) return { ok: true, monday };
    if (locked.includes(monday)) return { ok: false, reason: "locked" };
    const [member] = await tx
      .select({ crew_id: crew_members.crew_id })
      .from(crew_members)
      .where(eq(crew_members.id, member_id));
    if (!member) return { ok: false, reason: "not found" };
    const came = late ? await readLate(tx, ctx.now, settings["general.timezone"], input) : null;
    if (late && !came) return { ok: false, reason: "nothing late" };
    if (came && keyOfLate(came) !== input.seen) return { ok: false, reason: "changed" };
    await tx.insert(pay_adjustments).values({
      ...{ id, monday, member_id, cents: checked.cents, reason: checked.reason },
      ...(came && { late_for: input.monday, late_minutes: came.minutes, late_cents: came.cents }),
      ...{ author_id: ctx.actor.id, created_at: ctx.now },
    });
    await recordAudit(tx, ctx, {
      action: "payroll.adjusted",
      entity: "payroll",
      entity_id: monday,
      details: { member: member_id, amount: checked.cents, currency: settings["payments.default_currency"] },
    });
    return { ok: true, monday };
  });
}

async function isStored(tx: Database, id: string): Promise<boolean> {
  return (await tx.$count(pay_adjustments, eq(pay_adjustments.id, id))) > 0;
}

/** The week after the newest one that is locked: one that was never approved before it is in nobody's file any more. */
async function nextOpen(tx: Database, monday: string): Promise<string> {
  const [newest] = await tx
    .select({ monday: max(pay_weeks.monday) })
    .from(pay_weeks)
    .where(and(gt(pay_weeks.monday, monday), isNotNull(pay_weeks.approved_at)));
  return addDays(newest?.monday ?? monday, 7);
}

async function readLate(
  tx: Database,
  now: Temporal.Instant,
  zone: string,
  { monday, member_id }: Adjustment,
): Promise<Late | null> {
  const locked = await readLocked(tx, monday);
  if ((await tx.$count(pay_weeks, and(eq(pay_weeks.monday, monday), isNotNull(pay_weeks.approved_at)))) === 0)
    return null;
  const { lines } = await computeWeek(tx, { monday, zone, now });
  const isTheirs = (line: { member_id: string }) => line.member_id === member_id;
  const settled = (await readSettled(tx, monday)).get(member_id) ?? { minutes: 0, cents: 0 };
  return lateOf(lines.find(isTheirs), locked.find(isTheirs), settled);
}

/** What adjustments made up for of what came after a week was locked, by member. */
export async function readSettled(db: Database, monday: string): Promise<Map<string, Late>> {
  const rows = await db
    .select({
      id: pay_adjustments.member_id,
      minutes: sql<number>`sum(${pay_adjustments.late_minutes})::int`,
      cents: sql<number>`sum(${pay_adjustments.late_cents})::int`,
    })
    .from(pay_adjustments)
    .where(eq(pay_adjustments.late_for, monday))
    .groupBy(pay_adjustments.member_id);
  return new Map(rows.map(({ id, minutes, cents }) => [id, { minutes, cents }]));
}
