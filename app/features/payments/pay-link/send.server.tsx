import { eq } from "drizzle-orm";
import { z } from "zod";
import { charges } from "~/db/schema/payments";
import { keyOf } from "~/features/booking/emails/queries.server";
import { isStillThere } from "~/features/booking/queries.server";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { payUrl } from "~/features/payments/orders/pay-link.server";
import { companyToday, formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { isTestPayment, TEST_NOTICE } from "~/lib/test-payment";
import { readPayPage, readToPay } from "./queries.server";

const templates = () => import("./emails");

/** '$53.00 is due', as staff ask for it; nothing when nothing is due any more. `at`: epoch milliseconds. */
export const sendPayLink = defineEmail({
  queue: "pay-link-mail",
  input: z.object({ order_id: z.guid(), at: z.int() }),
  templates,
  async compose(ctx, { order_id, at }) {
    const found = await readToEmail(ctx, order_id);
    if (!found) return;
    const { content, page, charge_at: _, ...to } = found;
    const { due } = page;
    if (!due) return; // paid since
    return {
      ...to,
      occasion: `pay-link:${order_id}:${at}`,
      subject: `${due} is due for ${content.of}`,
      template: ({ PayLinkEmail }) => <PayLinkEmail {...content} due={due} />,
    };
  },
});

/** 'Thank you for your payment', once a payment. */
export const sendChargeReceipt = defineEmail({
  queue: "charge-receipt-mail",
  input: z.object({ charge_id: z.guid() }),
  templates,
  async compose(ctx, { charge_id }) {
    const [charge] = await ctx.db.select().from(charges).where(eq(charges.id, charge_id));
    if (charge?.status !== "completed" || !charge.completed_at) return;
    const found = await readToEmail(ctx, charge.order_id);
    if (!found) return;
    const { page, content, charge_at: _, ...to } = found;
    const amount = formatCents(charge.amount, charge.currency);
    const received = {
      ...content,
      amount,
      tip: charge.tip > 0 ? formatCents(charge.tip, charge.currency) : null,
      due: page.due,
      on: formatDate(companyToday(charge.completed_at, ctx.company.timezone)),
    };
    return {
      ...to,
      notice: isTestPayment(charge.provider) ? TEST_NOTICE : null,
      occasion: `charge-receipt:${charge_id}`,
      subject: `Your receipt: ${amount} for ${content.of}`,
      template: ({ PaymentReceivedEmail }) => <PaymentReceivedEmail {...received} />,
    };
  },
});

/** An order's email content, and whom it goes to; nothing without an address. */
export async function readToEmail(ctx: EmailCtx, order_id: string) {
  const found = await readToPay(ctx, order_id);
  if (!found?.email) return;
  const page = await readPayPage(ctx, found);
  const url = payUrl(ctx, order_id);
  return {
    page,
    charge_at: found.order.charge_at,
    content: {
      sender: ctx.company,
      customer_name: found.name,
      ...{ of: page.of, number: page.number, url },
      lines: [...page.lines, ...(page.paid ? [{ label: "Paid", amount: `−${page.paid}` }] : [])],
    },
    booking_id: found.booking_id,
    isWanted: (tx: Parameters<typeof isStillThere>[0]) => isStillThere(tx, found.booking_id),
    user_id: found.user_id,
    to: found.email,
    secrets: [keyOf(url)],
  };
}
