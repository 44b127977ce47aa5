import { and, eq, isNotNull } from "drizzle-orm";
import { pay_lines, pay_weeks } from "~/db/schema/pay";
import { checkReason } from "~/features/fieldwork/hours/forms";
import { lockWeeks } from "~/features/fieldwork/hours/lock.server";
import { lastDayOf } from "~/features/fieldwork/hours/week";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday } from "~/lib/dates";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { grossOf, isWorked, keyOfLines, sumOf } from "./pay";
import { computeWeek } from "./week.server";

export type ApproveOutcome =
  | { ok: true }
  /** "changed": the figures are not those that staff saw. "flagged": something must be corrected first. */
  | { ok: false; reason: "not over" | "approved" | "flagged" | "changed" };

/** Approves a week that is over: its figures are kept as they are, and its hours can't be edited. `seen`: the key of its lines. */
export async function approveWeek(
  ctx: StaffCtx,
  { monday, seen }: { monday: string; seen: string },
): Promise<ApproveOutcome> {
  const settings = await readSettings(ctx);
  const zone = settings["general.timezone"];
  if (companyToday(ctx.now, zone) <= lastDayOf(monday)) return { ok: false, reason: "not over" };
  return ctx.db.transaction(async (tx): Promise<ApproveOutcome> => {
    const locked = await lockWeeks(tx, [monday]);
    if (locked.length > 0) return { ok: false, reason: "approved" };
    const { lines, flagged } = await computeWeek(tx, { monday, zone, now: ctx.now });
    if (flagged.length > 0) return { ok: false, reason: "flagged" };
    if (keyOfLines(lines) !== seen) return { ok: false, reason: "changed" };
    const approved = { approved_at: ctx.now, approved_by: ctx.actor.id };
    await tx
      .insert(pay_weeks)
      .values({ monday, ...approved })
      .onConflictDoUpdate({ target: pay_weeks.monday, set: approved });
    const worked = lines.filter(isWorked);
    if (worked.length > 0) await tx.insert(pay_lines).values(worked.map((line) => ({ monday, ...line })));
    await recordAudit(tx, ctx, {
      action: "payroll.approved",
      entity: "payroll",
      entity_id: monday,
      details: {
        members: worked.length,
        amount: grossOf(sumOf(worked)),
        currency: settings["payments.default_currency"],
      },
    });
    return { ok: true };
  });
}

export type ReopenOutcome =
  | { ok: true }
  | { ok: false; reason: "open" }
  | { ok: false; reason: "invalid"; message: string };

/** Opens an approved week again, with a reason. Its figures are computed anew when it is approved the next time. */
export async function reopenWeek(
  ctx: StaffCtx,
  { monday, why }: { monday: string; why: string },
): Promise<ReopenOutcome> {
  const checked = checkReason(why);
  if (!checked.ok) return { ok: false, reason: "invalid", message: checked.message };
  return ctx.db.transaction(async (tx): Promise<ReopenOutcome> => {
    await lockWeeks(tx, [monday]);
    const [opened] = await tx
      .update(pay_weeks)
      .set({
        ...{ approved_at: null, approved_by: null },
        ...{ reopened_at: ctx.now, reopened_by: ctx.actor.id, reopened_why: checked.reason },
      })
      .where(and(eq(pay_weeks.monday, monday), isNotNull(pay_weeks.approved_at)))
      .returning({ monday: pay_weeks.monday });
    if (!opened) return { ok: false, reason: "open" };
    await tx.delete(pay_lines).where(eq(pay_lines.monday, monday));
    await recordAudit(tx, ctx, { action: "payroll.reopened", entity: "payroll", entity_id: monday });
    return { ok: true };
  });
}
