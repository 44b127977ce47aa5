import { eq } from "drizzle-orm";
import { orders, refunds } from "~/db/schema/payments";
import { readStandsInstead } from "~/features/booking/queries.server";
import { isPaidTwice } from "~/features/payments/orders/rules";
import { formatCents } from "~/lib/money";
import { calendarsOf, type MailCtx, readForMail, receiptOf, send } from "./compose.server";
import { PlanReceiptMail, PlanRefundMail } from "./payment-emails";

type Charge = { plan_id: string; order_id: string };

/**
 * 'Your receipt', for a month that was charged, with the visits to come for the calendar: more were laid out since the last
 * one, or came back after a pause. The first receipt stands in the mail that the plan has started.
 */
export async function mailPlanReceipt(ctx: MailCtx, { plan_id, order_id }: Charge): Promise<void> {
  const found = await readForMail(ctx, plan_id);
  const receipt = found && (await receiptOf(ctx, found, order_id));
  if (!receipt) return;
  const { plan, company, content } = found;
  await send(ctx, found, {
    occasion: `receipt:${order_id}`,
    subject: `Your receipt: ${receipt.total} for ${plan.service}`,
    mail: <PlanReceiptMail {...content} receipt={receipt} />,
    attachments: await calendarsOf(ctx, company, plan),
  });
}

/** 'We have sent $X back' of a charge, once a try; nothing when it has failed since: staff see to that. */
export async function mailPlanRefund(ctx: MailCtx, refundId: string): Promise<void> {
  const [row] = await ctx.db
    .select({ refund: refunds, order: orders })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(eq(refunds.id, refundId));
  if (!row?.order.plan_id) return;
  const { refund, order } = row;
  if (refund.status !== "pending" && refund.status !== "completed") return;
  const found = await readForMail(ctx, row.order.plan_id);
  if (!found) return;
  const amount = formatCents(refund.amount, order.currency);
  const receipt = await receiptOf(ctx, found, order.id);
  const instead = isPaidTwice(refund) ? await readStandsInstead(ctx, order) : null;
  await send(ctx, found, {
    occasion: `refund-sent:${refund.idempotency_key}`,
    subject: `We've refunded ${amount}`,
    mail: <PlanRefundMail {...found.content} {...{ amount, receipt, instead }} />,
  });
}
