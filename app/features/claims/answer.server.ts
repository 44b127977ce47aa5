import { eq } from "drizzle-orm";
import { claims } from "~/db/schema/claims";
import { lockVisit, OFFICE_ACTOR } from "~/features/booking/visit.server";
import { giveCredit } from "~/features/payments/office/give-credit.server";
import { isUuid } from "~/lib/ids";
import { formatNumber } from "~/lib/number";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CreditForm, RefusalForm } from "./forms";
import { CLAIM_LABELS, type ClaimStatus } from "./rules";

export type AnswerRefusal =
  | { ok: false; reason: "not found" }
  /** A colleague was first. */
  | { ok: false; reason: "answered"; message: string };

export type AnswerOutcome =
  | { ok: true }
  | AnswerRefusal
  | { ok: false; reason: "invalid"; field: "amount" | "answer"; message: string };

/** Refuses a claim, with words that the customer reads. Repeating it has no further effect. */
export function refuseClaim(
  ctx: StaffCtx,
  { id, answer }: RefusalForm & { id: string },
): Promise<AnswerOutcome> {
  return ctx.db.transaction(async (tx): Promise<AnswerOutcome> => {
    const found = await lockClaim(tx, ctx, id, "refused");
    if (!("claim" in found)) return found;
    await storeAnswer(tx, ctx, found.claim, { status: "refused", answer });
    return { ok: true };
  });
}

/** Answers a claim with credit, within what the person may give (decision 066). Repeating it has no further effect. */
export function creditClaim(
  ctx: StaffCtx,
  { id, amount, answer }: CreditForm & { id: string },
): Promise<AnswerOutcome> {
  return ctx.db.transaction(async (tx): Promise<AnswerOutcome> => {
    const found = await lockClaim(tx, ctx, id, "credit");
    if (!("claim" in found)) return found;
    const { claim, booking } = found;
    const invalid = (message: string) =>
      ({ ok: false, reason: "invalid", field: "amount", message }) as const;
    if (!booking.customer_id) return invalid("This visit has no customer who could get credit.");
    const reason = `For your claim about visit ${formatNumber(booking.number)}`;
    const given = await giveCredit(
      { ...ctx, db: tx },
      { customer_id: booking.customer_id, token: `claim:${id}`, amount, reason },
    );
    if (!given.ok)
      return invalid(given.reason === "invalid" ? given.message : "This customer no longer exists.");
    await storeAnswer(tx, ctx, claim, {
      ...{ status: "credit", answer, credit: given.amount, currency: given.currency },
    });
    return { ok: true };
  });
}

type Claim = typeof claims.$inferSelect;
type Locked = { claim: Claim; booking: NonNullable<Awaited<ReturnType<typeof lockVisit>>>["booking"] };

/**
 * Locks an open claim after its visit. `days`: where the answer needs a crew. An answer that the same person gives twice is
 * done already; a colleague's is told.
 */
export async function lockClaim(
  tx: Database,
  ctx: StaffCtx,
  id: string,
  status: Exclude<ClaimStatus, "open">,
  days: string[] = [],
): Promise<Locked | AnswerRefusal | { ok: true }> {
  if (!isUuid(id)) return { ok: false, reason: "not found" };
  const [seen] = await tx.select({ booking_id: claims.booking_id }).from(claims).where(eq(claims.id, id));
  const found = seen && (await lockVisit(tx, OFFICE_ACTOR, seen.booking_id, days));
  const [claim] = await tx.select().from(claims).where(eq(claims.id, id)).for("update");
  if (!found || !claim) return { ok: false, reason: "not found" };
  if (claim.status === "open") return { claim, booking: found.booking };
  if (claim.status === status && claim.answered_by === ctx.actor.id) return { ok: true };
  const message = `A colleague answered this claim first: ${CLAIM_LABELS[claim.status]}. Nothing was changed.`;
  return { ok: false, reason: "answered", message };
}

type Answer = { status: Exclude<ClaimStatus, "open"> } & Partial<
  Pick<Claim, "answer" | "re_clean_id" | "credit" | "currency">
>;

/** Answers a locked claim; the customer gets an email. */
export async function storeAnswer(tx: Database, ctx: StaffCtx, claim: Claim, answer: Answer): Promise<void> {
  await tx
    .update(claims)
    .set({ ...answer, answered_at: ctx.now, answered_by: ctx.actor.id })
    .where(eq(claims.id, claim.id));
  await recordAudit(tx, ctx, {
    action: "booking.claim_answered",
    entity: "booking",
    entity_id: claim.booking_id,
    details: { claim: claim.id, answer: answer.status, ...(answer.credit && { amount: answer.credit }) },
  });
  await ctx.jobs.enqueue(tx, "claim-answered-mail", { claim_id: claim.id });
}
