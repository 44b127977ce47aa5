import { and, eq, isNull } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { visit_reports } from "~/db/schema/fieldwork";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { readAnswer } from "./forms";

export type AnswerOutcome =
  | { ok: true; booking_id: string }
  | { ok: false; reason: "invalid"; field: "answer"; message: string }
  | { ok: false; reason: "not found" | "answered"; message: string };

/** Answers what a crew reported; its phones show it at once. Of two answers the first counts. */
export async function answerReport(
  ctx: StaffCtx,
  { id, answer }: { id: string; answer: string },
): Promise<AnswerOutcome> {
  const read = readAnswer(answer);
  if (!read.ok) return { ok: false, reason: "invalid", field: "answer", message: read.message };
  return ctx.db.transaction((tx) => storeAnswer(tx, ctx, { id, answer: read.text }));
}

/** Answers within another change. */
export async function storeAnswer(
  tx: Database,
  ctx: StaffCtx,
  { id, answer }: { id: string; answer: string },
): Promise<Exclude<AnswerOutcome, { reason: "invalid" }>> {
  const gone = { ok: false, reason: "not found", message: "This report is no longer there." } as const;
  if (!isUuid(id)) return gone;
  const [answered] = await tx
    .update(visit_reports)
    .set({ answer, answered_by: ctx.actor.id, answered_at: ctx.now, updated_at: ctx.now })
    .where(and(eq(visit_reports.id, id), isNull(visit_reports.answered_at)))
    .returning({ booking_id: visit_reports.booking_id, kind: visit_reports.kind });
  if (!answered) {
    const [theirs] = await tx
      .select({ answer: visit_reports.answer, by: users.name })
      .from(visit_reports)
      .leftJoin(users, eq(users.id, visit_reports.answered_by))
      .where(eq(visit_reports.id, id));
    if (!theirs) return gone;
    const message = `${theirs.by ?? "Someone else"} has already answered: ${theirs.answer}`;
    return { ok: false, reason: "answered", message };
  }
  await recordAudit(tx, ctx, {
    action: "booking.report_answered",
    entity: "booking",
    entity_id: answered.booking_id,
    details: { report: id, kind: answered.kind },
  });
  return { ok: true, booking_id: answered.booking_id };
}
