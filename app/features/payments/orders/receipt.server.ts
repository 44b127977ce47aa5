import { and, asc, eq, isNotNull, or, sql } from "drizzle-orm";
import { charges, orders, refunds } from "~/db/schema/payments";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday, formatDate } from "~/lib/dates";
import { type Cents, formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";
import { readLines } from "./lines.server";
import { receiptAt, receiptMoments, receiptNumber } from "./receipt";

/**
 * Reads a receipt of an order as formatted text, company time: the one of this number (from 1), or the newest. Null if nothing
 * was paid, or there is none of this number. `due` is null when nothing is; `others` are the order's other receipts. Check
 * first that the actor may see the order.
 */
export async function readReceipt(ctx: Pick<Ctx, "db">, orderId: string, asked: number | null = null) {
  const { db } = ctx;
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return null;
  const [lines, taken, given, settings] = await Promise.all([
    readLines(ctx, orderId),
    db
      .select()
      .from(charges)
      .where(and(eq(charges.order_id, orderId), eq(charges.status, "completed")))
      .orderBy(asc(charges.completed_at), asc(charges.id)),
    db
      .select()
      .from(refunds)
      .where(
        and(
          eq(refunds.order_id, orderId),
          or(
            eq(refunds.status, "pending"),
            and(eq(refunds.status, "completed"), isNotNull(refunds.completed_at)),
          ),
        ),
      )
      .orderBy(sql`${refunds.completed_at} nulls last`, asc(refunds.created_at)),
    readSettings(ctx),
  ]);
  const moved = {
    lines: lines.map(({ label, amount, created_at }) => ({ label, amount, at: created_at })),
    charges: taken.map(({ amount, completed_at, created_at }) => ({
      amount,
      at: completed_at ?? created_at,
    })),
    refunds: given.flatMap(({ amount, completed_at }) =>
      completed_at ? [{ amount, at: completed_at }] : [],
    ),
    completed_at: order.completed_at,
  };
  const moments = receiptMoments(moved);
  const no = asked ?? moments.length;
  const moment = moments[no - 1];
  if (!moment) return null;
  const said = receiptAt(moved, moment);
  const format = (cents: Cents) => formatCents(cents, order.currency);
  const dayOf = (at: Temporal.Instant) => formatDate(companyToday(at, settings["general.timezone"]));
  const isNewest = no === moments.length;
  const pending = isNewest ? given.filter(({ status }) => status === "pending") : [];
  const kept = said.paid - said.back - pending.reduce((sum, { amount }) => sum + amount, 0);
  return {
    isTest: isTestPayment(order.provider),
    number: receiptNumber(formatNumber(order.number), no),
    paidOn: dayOf(said.charges.at(-1)?.at ?? moment),
    issuedOn: dayOf(moment),
    lines: said.lines.map(({ label, amount }) => ({ label, amount: format(amount) })),
    total: format(said.total),
    paid: format(said.paid),
    due: isNewest && order.due > 0 ? format(order.due) : null,
    refunds: [
      ...said.refunds.map(({ amount, at }) => ({
        ...{ amount: format(amount), status: "completed" as const, date: dayOf(at) },
      })),
      ...pending.map(({ amount, status, created_at }) => ({
        amount: format(amount),
        status,
        date: dayOf(created_at),
      })),
    ],
    balance: format(Math.max(0, kept)),
    others: moments.flatMap((at, index) =>
      index + 1 === no
        ? []
        : [{ no: index + 1, number: receiptNumber(formatNumber(order.number), index + 1), on: dayOf(at) }],
    ),
  };
}

/** The number of a receipt in an address; null for the newest. */
export function askedReceipt(request: Request): number | null {
  const no = new URL(request.url).searchParams.get("no");
  return no === null ? null : /^[1-9]\d{0,3}$/.test(no) ? Number(no) : -1;
}
