import { and, asc, desc, eq, ne, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { customerName } from "~/db/customer";
import { users } from "~/db/schema/accounts";
import { approvals } from "~/db/schema/approvals";
import { bookings } from "~/db/schema/bookings";
import { orders } from "~/db/schema/payments";
import { readSettings } from "~/features/operations/settings/queries.server";
import { visitOfOrder } from "~/features/payments/orders/queries.server";
import { formatMoment } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { may } from "~/platform/auth/roles";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { NEEDED, sumGiven } from "./ask.server";
import {
  APPROVAL_KINDS,
  type ApprovalStatus,
  type ApprovalView,
  decideRefusal,
  leftOfLimit,
  limitOf,
} from "./rules";

/** Which approvals wait. Written exactly as in the index `approvals_open`. */
export const isOpen = eq(approvals.status, "open");

/** The approvals of an order that were asked for, the newest first. */
export async function readApprovals(ctx: StaffCtx, order_id: string): Promise<ApprovalView[]> {
  const asked = and(eq(approvals.order_id, order_id), ne(approvals.status, "not needed"));
  const rows = await select(ctx.db, asked).orderBy(desc(approvals.asked_at), desc(approvals.id));
  return viewsOf(ctx, rows);
}

/** Open approvals, the oldest first. */
export async function readOpenApprovals(
  ctx: StaffCtx,
  { limit, offset }: { limit: number; offset: number },
): Promise<ApprovalView[]> {
  const rows = await select(ctx.db, isOpen)
    .orderBy(asc(approvals.asked_at), asc(approvals.id))
    .limit(limit)
    .offset(offset);
  return viewsOf(ctx, rows);
}

/** What the viewer may still give back of an order alone, in cents; null: there is no limit. */
export async function readLeftOfLimit(ctx: StaffCtx, order_id: string): Promise<Cents | null> {
  const limit = limitOf(ctx.actor.role, await readSettings(ctx));
  return limit === null ? null : leftOfLimit(limit, await sumGiven(ctx.db, ctx, order_id));
}

const asker = alias(users, "asker");
const decider = alias(users, "decider");

function select(db: Database, where: SQL | undefined) {
  const people = { asker: asker.name, decider: decider.name };
  const ofOrder = { currency: orders.currency, number: orders.number };
  return db
    .select({ approval: approvals, customer: customerName, ...people, ...ofOrder })
    .from(approvals)
    .innerJoin(orders, eq(orders.id, approvals.order_id))
    .innerJoin(bookings, visitOfOrder)
    .leftJoin(asker, eq(asker.id, approvals.asked_by))
    .leftJoin(decider, eq(decider.id, approvals.decided_by))
    .where(where);
}

type Row = Awaited<ReturnType<typeof select>>[number];

export const kindOf = ({ kind }: { kind: string }) => APPROVAL_KINDS.find((one) => one === kind) ?? "refund";

const NOBODY = "Someone who left";

async function viewsOf(ctx: StaffCtx, rows: Row[]): Promise<ApprovalView[]> {
  const settings = await readSettings(ctx);
  const limit = limitOf(ctx.actor.role, settings);
  const orderIds = [...new Set(rows.map(({ approval }) => approval.order_id))];
  const sums = await Promise.all(
    orderIds.map(async (id) => [id, limit === null ? 0 : await sumGiven(ctx.db, ctx, id)] as const),
  );
  const givenOf = new Map(sums);
  const at = (moment: Temporal.Instant) => formatMoment(moment, settings["general.timezone"]);
  return rows.map(({ approval, currency, number, customer, ...names }) => {
    const { id, order_id, amount, reason, payload, asked_by, asked_at, decided_at } = approval;
    const viewer = { id: ctx.actor.id, may: may(ctx.actor.role, NEEDED[kindOf(approval)]) };
    const decision = decideRefusal(approval, { ...viewer, limit, given: givenOf.get(order_id) ?? 0 });
    const isWaiting = approval.status === "open";
    const isOwn = asked_by === viewer.id;
    return {
      kind: kindOf(approval),
      ...{ id, order_id, reason, customer, left: Number(payload.left) },
      order_number: formatNumber(number),
      amount: formatCents(amount, currency),
      status: approval.status as ApprovalStatus,
      asked: `${names.asker ?? NOBODY}, ${at(asked_at)}`,
      decided: decided_at && `${names.decider ?? NOBODY}, ${at(decided_at)}`,
      may_decide: decision.ok,
      may_withdraw: isWaiting && isOwn,
      why_not: isWaiting && !isOwn && !decision.ok ? decision.message : null,
    };
  });
}
