import { eq } from "drizzle-orm";
import { disputes, orders } from "~/db/schema/payments";
import { companyToday } from "~/features/booking/slots";
import { type DisputeState, stateOfDispute } from "~/features/payments/dispute-states";
import { dateInWords } from "~/lib/dates";
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
      ...(due && dispute.status === "open" ? [{ label: "Answer by", value: dateInWords(due) }] : []),
      { label: "Order", value: order.id },
    ],
    action: { label: "Open the order", url: `${ctx.origin}/admin/orders/${order.id}` },
  });
}

const WORDS: Record<DisputeState, { heading: string; text: string }> = {
  inquiry: {
    heading: "The bank asks about a payment",
    text: "Nothing was withdrawn yet. Refund it if the customer is right: that usually settles it. Otherwise answer in the office of your payment provider, so that it doesn't become a dispute.",
  },
  "inquiry closed": {
    heading: "An inquiry was closed",
    text: "The bank asks no more about this payment: nothing was withdrawn.",
  },
  open: {
    heading: "A payment is disputed",
    text: "The customer has asked the bank for the money back. Answer in the office of your payment provider; without an answer the money is lost.",
  },
  won: { heading: "A dispute was won", text: "The bank has decided for you: the money stays with you." },
  lost: {
    heading: "A dispute was lost",
    text: "The bank has given the money back to the customer. It stands among the refunds of the order.",
  },
};
