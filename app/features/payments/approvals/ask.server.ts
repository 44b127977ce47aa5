import { and, eq, gt, or, sql } from "drizzle-orm";
import { approvals } from "~/db/schema/approvals";
import { readSettings } from "~/features/operations/settings/queries.server";
import type { Cents } from "~/lib/money";
import { recordAudit } from "~/platform/audit.server";
import { readStaffRoles } from "~/platform/auth/actor.server";
import { may, type Permission } from "~/platform/auth/roles";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type ApprovalKind, isCovered, LIMIT_HOURS, limitOf } from "./rules";

/** What a role needs to do a kind, and so to ask for it and to decide it. */
export const NEEDED: Record<ApprovalKind, Permission> = {
  refund: "orders.refund",
  discount: "orders.refund",
};

type Ask = {
  kind: ApprovalKind;
  order_id: string;
  amount: Cents;
  reason: string;
  /** The key of the form that asks. Sent twice, it is one approval. */
  key: string;
  /** What the kind needs to do it later. `left`: what can be given back of the order, in cents. */
  payload: Record<string, unknown> & { left: Cents };
};

/** `alone`: do it now. Not alone: it waits for a second person, and must not be done. */
export type Asked = { ok: true; alone: boolean } | { ok: false; message: string };

/**
 * Asks whether the actor may give so much of an order alone. If so, notes that it counts toward their limit; else opens an approval
 * and emails those who can approve. Lock the order first, and check everything else: what is asked for must be possible now.
 */
export async function askForApproval(tx: Database, ctx: StaffCtx, ask: Ask): Promise<Asked> {
  const { kind, order_id, amount, reason, key, payload } = ask;
  const settings = await readSettings({ db: tx });
  const limit = limitOf(ctx.actor.role, settings);
  const given = await sumGiven(tx, ctx, order_id);
  const row = { kind, order_id, amount, idempotency_key: key, asked_by: ctx.actor.id, asked_at: ctx.now };
  if (isCovered(amount, { limit, given })) {
    const note = { ...row, reason: "", status: "not needed" as const, decided_at: ctx.now };
    await tx.insert(approvals).values(note);
    return { ok: true, alone: true };
  }
  const [opened] = await tx
    .insert(approvals)
    .values({ ...row, reason, payload, status: "open" })
    .onConflictDoNothing()
    .returning({ id: approvals.id });
  if (!opened) return { ok: false, message: `A ${kind} of this order is already waiting for approval.` };
  await recordAudit(tx, ctx, {
    action: "approval.asked",
    entity: "order",
    entity_id: order_id,
    details: { approval: opened.id, kind, amount },
  });
  for (const [user_id, role] of await readStaffRoles(tx)) {
    const canApprove =
      may(role, NEEDED[kind]) && isCovered(amount, { limit: limitOf(role, settings), given: 0 });
    if (canApprove && user_id !== ctx.actor.id)
      await ctx.jobs.enqueue(tx, "approval-asked-mail", { approval_id: opened.id, user_id });
  }
  return { ok: true, alone: false };
}

/** What the actor gave of an order within the last 24 hours, alone or by approving, in cents. */
export async function sumGiven(
  db: Database,
  { actor, now }: Pick<StaffCtx, "actor" | "now">,
  order_id: string,
): Promise<Cents> {
  const own = or(
    and(eq(approvals.status, "not needed"), eq(approvals.asked_by, actor.id)),
    and(eq(approvals.status, "approved"), eq(approvals.decided_by, actor.id)),
  );
  const recent = gt(approvals.decided_at, now.subtract({ hours: LIMIT_HOURS }));
  const [sum] = await db
    .select({ cents: sql<number>`coalesce(sum(${approvals.amount}), 0)::int` })
    .from(approvals)
    .where(and(eq(approvals.order_id, order_id), own, recent));
  return sum?.cents ?? 0;
}

/** The approval that a form opened before; undefined if there is none. */
export async function readAsked({ db }: Pick<Ctx, "db">, key: string) {
  const [found] = await db.select().from(approvals).where(eq(approvals.idempotency_key, key));
  return found?.status === "not needed" ? undefined : found;
}
