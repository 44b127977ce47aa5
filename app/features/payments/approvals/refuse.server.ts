import { eq } from "drizzle-orm";
import { approvals } from "~/db/schema/approvals";
import { readSettings } from "~/features/operations/settings/queries.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import { readStaffRoles } from "~/platform/auth/actor.server";
import { may } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { NEEDED, sumGiven } from "./ask.server";
import {
  APPROVAL_KINDS,
  type ApprovalDecision,
  type ApprovalKind,
  decideApproval,
  decideRefusal,
  decideWithdrawal,
  limitOf,
} from "./rules";

export type CloseOutcome =
  | { ok: true }
  | { ok: false; reason: "not found" }
  | { ok: false; reason: "refused"; message: string };

export type Approval = Omit<typeof approvals.$inferSelect, "kind"> & { kind: ApprovalKind };

type Deciding = { approval: Approval; decision: ApprovalDecision };

/** Locks an approval and says whether the actor may approve it now. Lock its order first. Undefined if there is none. */
export async function lockToApprove(tx: Database, ctx: StaffCtx, id: string): Promise<Deciding | undefined> {
  const approval = await lockApproval(tx, id);
  if (!approval) return;
  const role = approval.asked_by && (await readStaffRoles(tx)).get(approval.asked_by);
  const asker_may = Boolean(role && may(role, NEEDED[approval.kind]));
  const decision = decideApproval({ ...approval, asker_may }, await deciderOf(tx, ctx, approval));
  return { approval, decision };
}

/** Refuses what somebody else asked for. */
export function refuseApproval(ctx: StaffCtx, { id }: { id: string }): Promise<CloseOutcome> {
  return close(ctx, id, "refused", async (tx, approval) =>
    decideRefusal(approval, await deciderOf(tx, ctx, approval)),
  );
}

/** Takes back what the actor asked for. */
export function withdrawApproval(ctx: StaffCtx, { id }: { id: string }): Promise<CloseOutcome> {
  return close(ctx, id, "withdrawn", async (_tx, approval) => decideWithdrawal(approval, ctx.actor.id));
}

type Closed = "approved" | "refused" | "withdrawn";
type Decide = (tx: Database, approval: Approval) => Promise<ApprovalDecision>;

function close(ctx: StaffCtx, id: string, status: Closed, decide: Decide): Promise<CloseOutcome> {
  return ctx.db.transaction(async (tx): Promise<CloseOutcome> => {
    const approval = await lockApproval(tx, id);
    if (!approval) return { ok: false, reason: "not found" };
    const decision = await decide(tx, approval);
    if (!decision.ok) return { ...decision, reason: "refused" };
    await closeApproval(tx, ctx, approval, status);
    return { ok: true };
  });
}

/** Writes how a locked approval ended. Whoever asked gets an email, unless they withdrew it. */
export async function closeApproval(
  tx: Database,
  ctx: StaffCtx,
  { id, kind, order_id, amount, asked_by }: Approval,
  status: Closed,
): Promise<void> {
  await tx
    .update(approvals)
    .set({ status, decided_by: ctx.actor.id, decided_at: ctx.now })
    .where(eq(approvals.id, id));
  await recordAudit(tx, ctx, {
    action: `approval.${status}`,
    entity: "order",
    entity_id: order_id,
    details: { approval: id, kind, amount, ...(status !== "withdrawn" && { asked_by }) },
  });
  if (status !== "withdrawn") await ctx.jobs.enqueue(tx, "approval-decided-mail", { approval_id: id });
}

async function lockApproval(tx: Database, id: string): Promise<Approval | undefined> {
  if (!isUuid(id)) return;
  const [found] = await tx.select().from(approvals).where(eq(approvals.id, id)).for("update");
  const kind = APPROVAL_KINDS.find((one) => one === found?.kind);
  return found && kind && found.status !== "not needed" ? { ...found, kind } : undefined;
}

async function deciderOf(tx: Database, ctx: StaffCtx, { kind, order_id }: Approval) {
  const { id, role } = ctx.actor;
  return {
    id,
    may: may(role, NEEDED[kind]),
    limit: limitOf(role, await readSettings({ db: tx })),
    given: await sumGiven(tx, ctx, order_id),
  };
}
