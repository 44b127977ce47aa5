import { eq } from "drizzle-orm";
import { disputes, orders } from "~/db/schema/payments";
import { type DisputeState, stateOfDispute } from "~/features/payments/refunds/rules";
import { companyToday } from "~/features/scheduling/availability/slots";
import { formatLongDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import type { JobCtx } from "~/platform/runtime.server";
import { contactOf, readFor, send, visitOf } from "./mails.server";

/** Tells the office that a payment is disputed, and how that ended, if it wants to be told of payments. */
export async function mailDisputeNotice(ctx: JobCtx, told: { id: string; state: string }): Promise<void> {
  const [row] = await ctx.db
    .select({ dispute: disputes, order: orders })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.order_id))
    .where(eq(disputes.id, told.id));
  if (!row) return;
  const { dispute, order } = row;
  const state = stateOfDispute(dispute);
  if (state !== told.state) return;
  const found = await readFor(ctx, await visitOf(ctx, order));
  if (!found?.settings["notifications.payment_notifications"]) return;
  const amount = formatCents(dispute.amount, dispute.currency);
  const due =
    dispute.evidence_due_at && companyToday(dispute.evidence_due_at, found.settings["general.timezone"]);
  const { heading, text } = WORDS[state];
  await send(ctx, found, {
    occasion: `dispute-notice:${dispute.id}:${state}`,
    subject: `${heading}: ${amount}`,
    heading,
    text,
    facts: [
      ...contactOf(found.booking),
      { label: "Amount", value: amount },
      { label: "Reason", value: dispute.reason.replaceAll("_", " ") },
      ...(due && dispute.status === "open" ? [{ label: "Respond by", value: formatLongDate(due) }] : []),
      { label: "Order", value: order.id },
    ],
    action: { label: "View order", url: `${ctx.origin}/admin/orders/${order.id}` },
  });
}

const WORDS: Record<DisputeState, { heading: string; text: string }> = {
  inquiry: {
    heading: "Bank inquiry about a payment",
    text: "No money has been withdrawn yet. If the customer is right, refund it: that usually settles the matter. Otherwise, respond in your payment provider's dashboard so that it doesn't become a dispute.",
  },
  "inquiry closed": {
    heading: "Bank inquiry closed",
    text: "The bank closed its inquiry about this payment. No money was withdrawn.",
  },
  open: {
    heading: "Payment disputed",
    text: "The customer disputed this payment with their bank. Respond in your payment provider’s dashboard; without a response you lose the money.",
  },
  won: { heading: "You won a dispute", text: "The bank decided in your favor. You keep the money." },
  lost: {
    heading: "You lost a dispute",
    text: "The bank returned the money to the customer. You’ll find it with the order’s refunds.",
  },
};
