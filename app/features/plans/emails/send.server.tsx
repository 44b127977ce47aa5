// Rooms: emails of plans (notifications) name visits (booking), their dates (scheduling) and what was paid twice
// (payments).

import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { bookings } from "~/db/schema/bookings";
import { keyOf, readStandsInstead } from "~/features/booking/emails/queries.server";
import { manageUrl } from "~/features/booking/manage/link.server";
import { type Draft, defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { readRefundToEmail } from "~/features/payments/orders/queries.server";
import { isPaidTwice } from "~/features/payments/orders/rules";
import { type PlanView, type PlanVisit, priceFrom } from "~/features/plans/change/view";
import { comingOf } from "~/features/plans/schedule/calendar.server";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import { addDays, formatDate, formatDay, formatLongDate, shortDay } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import type { PlanNews } from "./emails";
import { calendarOf, calendarsOf, type Found, readForEmail, receiptOf, toCustomer } from "./queries.server";
import { formatEnded, PLAN_END_REASONS } from "./words";

const templates = async () => ({ ...(await import("./emails")), ...(await import("./payment-emails")) });
const plan = z.object({ plan_id: z.guid() });

/** 'Your payment is processing', once; nothing if it has arrived or failed. */
export const sendPlanPaymentProcessing = planEmail(
  "plan-payment-processing-mail",
  plan,
  async ({ plan, content }) => {
    if (plan.status !== "pending") return;
    return {
      occasion: `plan-payment-processing:${plan.id}`,
      subject: `Your payment for ${plan.service} is processing`,
      template: ({ PlanPaymentProcessingEmail }) => <PlanPaymentProcessingEmail {...content} />,
    };
  },
);

/** 'Your plan has started', with one calendar file of every visit. */
export const sendPlanStarted = planEmail("plan-started-mail", plan, async (found, _, ctx) => {
  const { plan, content } = found;
  if (plan.status === "ended") return;
  const coming = comingOf(plan);
  const paid = plan.charges.findLast(({ status }) => status === "completed");
  const props = {
    ...content,
    receipt: await receiptOf(ctx, found, paid?.id),
    visits: coming.map(formatVisit),
    next_charge: plan.next_charge && formatDate(plan.next_charge),
    open: plan.upcoming.filter((visit) => visit.needs_attention).length,
  };
  return {
    occasion: `plan-started:${plan.id}`,
    subject: `Your plan: ${plan.service}, ${content.when.charAt(0).toLowerCase()}${content.when.slice(1)}`,
    template: ({ PlanStartedEmail }) => <PlanStartedEmail {...props} />,
    attachments: [await calendarOf(ctx, coming)],
  };
});

/** What will be charged in three days, and how to skip it; nothing when it won't be charged any more. */
export const sendPlanCharge = planEmail(
  "plan-charge-mail",
  plan.extend({ period_end: z.string() }),
  async ({ plan, content }, { period_end }) => {
    if (!plan.next_charge) return;
    const date = formatLongDate(plan.next_charge);
    const price = priceFrom(plan, plan.next_charge);
    const skip = new URL(content.url);
    skip.pathname += "/skip-month";
    const skip_url = plan.changes.skip_month.ok ? skip.href : null;
    return {
      occasion: `plan-charge:${plan.id}:${period_end}`,
      subject: `${price} on ${formatDate(plan.next_charge)} for your plan`,
      template: ({ PlanChargeEmail }) => (
        <PlanChargeEmail {...content} price={price} date={date} skip_url={skip_url} />
      ),
    };
  },
);

/** Where to pay a charge that failed, once a try (`failure`); nothing once it is paid. */
export const sendPlanPaymentFailed = planEmail(
  "plan-payment-failed-mail",
  plan.extend({ failure: z.string() }),
  async ({ plan, content }, { failure }) => {
    if (plan.status !== "past_due" || !plan.grace_ends_on) return;
    const props = { ...content, pay_url: plan.invoice_url, pay_by: formatLongDate(plan.grace_ends_on) };
    return {
      occasion: `plan-payment-failed:${plan.id}:${failure}`,
      subject: `Your payment for ${plan.service} didn't go through`,
      template: ({ PlanPaymentFailedEmail }) => <PlanPaymentFailedEmail {...props} />,
    };
  },
);

/**
 * 'Your receipt', for a month that was charged, with the visits to come for the calendar: more were laid out since the last
 * one, or came back after a pause. The first receipt stands in the email that the plan has started.
 */
export const sendPlanReceipt = planEmail(
  "plan-receipt-mail",
  plan.extend({ order_id: z.guid() }),
  async (found, { order_id }, ctx) => {
    const { plan, content } = found;
    const receipt = await receiptOf(ctx, found, order_id);
    if (!receipt) return;
    return {
      occasion: `receipt:${order_id}`,
      subject: `Your receipt: ${receipt.total} for ${plan.service}`,
      template: ({ PlanReceiptEmail }) => <PlanReceiptEmail {...content} receipt={receipt} />,
      attachments: await calendarsOf(ctx, plan),
    };
  },
);

/** 'We have sent $X back' of a charge, once a try; nothing when it has failed since: staff see to that. */
export const sendPlanRefund = defineEmail({
  queue: "plan-refund-mail",
  input: z.object({ refund_id: z.guid() }),
  templates,
  async compose(ctx, { refund_id }) {
    const row = await readRefundToEmail(ctx, refund_id);
    if (!row?.order.plan_id) return;
    const { refund, order } = row;
    const found = await readForEmail(ctx, row.order.plan_id);
    if (!found) return;
    const amount = formatCents(refund.amount, order.currency);
    const receipt = await receiptOf(ctx, found, order.id);
    const instead = isPaidTwice(refund) ? await readStandsInstead(ctx, order) : null;
    const { to_credit } = refund;
    const props = { ...found.content, amount, to_credit, receipt, instead };
    return {
      ...toCustomer(found),
      occasion: `refund-sent:${refund.idempotency_key}`,
      subject: to_credit ? `We've added ${amount} to your credit` : `We've refunded ${amount}`,
      template: ({ PlanRefundEmail }) => <PlanRefundEmail {...props} />,
    };
  },
});

/** 'Your plan has ended', or has not begun. */
export const sendPlanEnded = planEmail(
  "plan-ended-mail",
  plan.extend({ why: z.enum(PLAN_END_REASONS) }),
  async ({ plan, content }, { why }, ctx) => {
    if (plan.status !== "ended") return;
    const again_url = `${ctx.origin}/book?service=${encodeURIComponent(plan.service_id)}`;
    const props = { ...content, why, again_url, days: comingOf(plan).map(formatVisit) };
    return {
      occasion: `plan-ended:${plan.id}`,
      subject:
        why === "payment failed"
          ? `Your payment for ${plan.service} didn't go through`
          : `${formatEnded(why)}: ${plan.service}`,
      template: ({ PlanEndedEmail }) => <PlanEndedEmail {...props} />,
      attachments: await calendarsOf(ctx, plan),
    };
  },
);

const CHANGES = ["paused", "month skipped", "resumed", "ending", "changed", "visit changed"] as const;
type PlanChange = (typeof CHANGES)[number];

/** Changes whose email lists the next visits. */
const SHOW_DAYS = new Set<PlanChange>(["resumed", "changed", "visit changed"]);

/** What its customer, or staff, made of a plan; nothing when it has become something else since. */
export const sendPlanChanged = planEmail(
  "plan-changed-mail",
  plan.extend({ what: z.enum(CHANGES), at: z.number() }),
  async ({ plan, content }, { what, at }, ctx) => {
    const news = newsOf(plan, what);
    if (!news) return;
    const props = { ...content, news, days: SHOW_DAYS.has(what) ? comingOf(plan).map(formatVisit) : [] };
    return {
      occasion: `plan-changed:${plan.id}:${what}:${at}`,
      subject: `${news.heading}: ${plan.service}`,
      template: ({ PlanChangedEmail }) => <PlanChangedEmail {...props} />,
      attachments: await calendarsOf(ctx, plan),
    };
  },
);

/** Formats the plan's state after a change; null if that has changed again. */
function newsOf(plan: PlanView, what: PlanChange): PlanNews | null {
  const { paused_from, resumes_on, ends_on, next_charge, next_price } = plan;
  const charge = next_charge
    ? [{ label: "Next charge", value: `${priceFrom(plan, next_charge)} on ${formatDate(next_charge)}` }]
    : [];
  if (what === "resumed") {
    if (plan.status === "ended" || ends_on) return null;
    return {
      heading: "Your plan is active again",
      text: "Your plan is active again. Here are your next visits.",
      facts: charge,
    };
  }
  if (what === "changed" || what === "visit changed") {
    if (plan.status === "ended") return null;
    return {
      heading: what === "changed" ? "Your plan has changed" : "A visit has changed",
      text: "Here are your next visits. The attached calendar file has all of them.",
      facts: [
        ...charge,
        ...(next_price
          ? [{ label: `From ${formatDate(next_price.from)}`, value: `${next_price.price} a month` }]
          : []),
      ],
    };
  }
  if (what === "ending") {
    if (!ends_on || plan.status === "ended") return null;
    return {
      heading: "Your plan ends soon",
      text: `Your plan ends on ${formatDate(ends_on)}. Visits until then go ahead as planned, and ${next_charge ? "you'll be charged monthly until then" : "you won't be charged again"}.`,
      facts: [{ label: "Last day", value: formatDate(ends_on) }, ...charge],
    };
  }
  if (!paused_from) return null;
  const until = resumes_on ? `through ${formatDate(addDays(resumes_on, -1))}` : "until you resume it";
  if (what === "month skipped") {
    return {
      heading: "Next month skipped",
      text: "You skipped the next month of your plan: no visits and no charge.",
      facts: [{ label: "No visits", value: `${formatDate(paused_from)} ${until}` }, ...charge],
    };
  }
  return {
    heading: "Your plan is paused",
    text: `Your plan is paused from ${formatDate(paused_from)} ${until}. You won't have visits or charges during that time.`,
    facts: charge,
  };
}

/** A visit that we had to put elsewhere, with a link to choose another time. */
export const sendPlanVisitMoved = defineEmail({
  queue: "plan-visit-moved-mail",
  input: z.object({ booking_id: z.guid() }),
  templates,
  async compose(ctx, { booking_id }) {
    const [visit] = await ctx.db
      .select({ plan_id: bookings.plan_id, sequence: bookings.calendar_sequence })
      .from(bookings)
      .where(and(eq(bookings.id, booking_id), eq(bookings.status, "confirmed")));
    const found = visit?.plan_id ? await readForEmail(ctx, visit.plan_id) : undefined;
    const moved = found?.plan.upcoming.find(({ id }) => id === booking_id);
    if (!visit || !found || !moved) return;
    const { plan, content } = found;
    const own = visitDate(plan, moved.visit);
    const usual = own === moved.date && plan.time === moved.time ? null : `${shortDay(own)}, ${plan.time}`;
    const now = `${moved.date_in_words}, ${moved.time}`;
    const props = { ...content, own: usual, now, move_url: manageUrl(ctx, moved, "reschedule") };
    const { secrets, ...customer } = toCustomer(found);
    return {
      ...customer,
      occasion: `plan-visit-moved:${booking_id}:${visit.sequence}`,
      subject: `New time: ${plan.service} on ${moved.date_in_words}`,
      template: ({ PlanVisitMovedEmail }) => <PlanVisitMovedEmail {...props} />,
      attachments: [await calendarOf(ctx, [moved])],
      secrets: [...secrets, keyOf(props.move_url)],
    };
  },
});

function formatVisit({ date, time }: PlanVisit): string {
  return `${formatDay(date)}, ${time}`;
}

type Said = Omit<Draft<Awaited<ReturnType<typeof templates>>>, keyof ReturnType<typeof toCustomer>>;

/** An email to the customer of the plan that its job names. */
function planEmail<Input extends { plan_id: string }>(
  queue: string,
  input: z.ZodType<Input>,
  compose: (found: Found, input: Input, ctx: EmailCtx) => Promise<Said | undefined>,
) {
  return defineEmail({
    queue,
    input,
    templates,
    async compose(ctx, about) {
      const found = await readForEmail(ctx, about.plan_id);
      const said = found && (await compose(found, about, ctx));
      return said && { ...toCustomer(found), ...said };
    },
  });
}
