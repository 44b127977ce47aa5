import { and, eq, ne } from "drizzle-orm";
import type { ReactElement } from "react";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { ANYBODYS } from "~/features/booking/anybodys";
import { ERASED_STREET } from "~/features/booking/erased";
import { manageUrl } from "~/features/booking/manage-link.server";
import { renderMail, senderOf } from "~/features/mail/render.server";
import { sendMailOnce } from "~/features/mail/send.server";
import { isRowStillThere } from "~/features/mail/still-there.server";
import { type Company, readCompany } from "~/features/settings/reads.server";
import { addDays, dateInWords, dayInWords, formatDate, shortDay } from "~/lib/dates";
import type { Ctx } from "~/platform/context.server";
import type { Mailer } from "~/platform/mail.server";
import { comingOf, planCalendar, readReleased } from "./calendar.server";
import { visitDate } from "./dates";
import {
  endedInWords,
  PlanChangedMail,
  PlanChargeMail,
  PlanEndedMail,
  type PlanEndReason,
  type PlanMail,
  type PlanNews,
  PlanPaymentFailedMail,
  PlanPaymentProcessingMail,
  PlanStartedMail,
  PlanVisitMovedMail,
} from "./emails";
import { planUrl } from "./manage-link.server";
import { type PlanCharge, type PlanView, type PlanVisit, readPlan } from "./reads.server";
import { readPlanReceipt } from "./receipt.server";

export type MailCtx = Ctx & { mailer: Mailer };

/** 'Your payment is on its way', once; nothing when it has come by now, or has not. */
export async function mailPlanPaymentProcessing(ctx: MailCtx, planId: string): Promise<void> {
  const found = await readForMail(ctx, planId);
  if (found?.plan.status !== "pending") return;
  await send(ctx, found, {
    occasion: `plan-payment-processing:${planId}`,
    subject: `Your payment for ${found.plan.service} is on its way`,
    mail: <PlanPaymentProcessingMail {...found.content} />,
  });
}

/** 'Your plan has started', with one calendar file of every visit. */
export async function mailPlanStarted(ctx: MailCtx, planId: string): Promise<void> {
  const found = await readForMail(ctx, planId);
  if (!found || found.plan.status === "ended") return;
  const { plan, company, content } = found;
  const coming = comingOf(plan);
  const open = plan.upcoming.filter((visit) => visit.needs_attention).length;
  await send(ctx, found, {
    occasion: `plan-started:${planId}`,
    subject: `Your plan: ${plan.service}, ${lower(content.when)}`,
    mail: (
      <PlanStartedMail
        {...content}
        receipt={await receiptOf(ctx, found, plan.charges.findLast(isPaid)?.id)}
        visits={coming.map(visitInWords)}
        next_charge={plan.next_charge && formatDate(plan.next_charge)}
        open={open}
      />
    ),
    attachments: [await calendarOf(ctx, company, coming)],
  });
}

const isPaid = ({ status }: PlanCharge) => status === "completed";

/** The receipt of one charge, as a mail says it; null when there is none. */
export async function receiptOf(ctx: MailCtx, { plan, content }: Found, orderId: string | undefined) {
  const receipt = orderId ? await readPlanReceipt(ctx, plan, orderId) : null;
  if (!receipt) return null;
  const { number, paidOn, lines, total, refunds, balance } = receipt;
  const url = new URL(content.url);
  url.pathname += `/receipt/${orderId}`;
  return { number, paid_on: paidOn, how: null, lines, total, url: url.href, refunds, balance };
}

/** What will be charged in three days, and how to skip it; nothing when it won't be charged any more. */
export async function mailPlanCharge(
  ctx: MailCtx,
  { plan_id, period_end }: { plan_id: string; period_end: string },
): Promise<void> {
  const found = await readForMail(ctx, plan_id);
  if (!found?.plan.next_charge) return;
  const { plan, content } = found;
  const date = dateInWords(plan.next_charge ?? "");
  const skip = new URL(content.url);
  skip.pathname += "/skip-month";
  const skip_url = plan.changes.skip_month.ok ? skip.href : null;
  await send(ctx, found, {
    occasion: `plan-charge:${plan_id}:${period_end}`,
    subject: `${plan.price} on ${formatDate(plan.next_charge ?? "")} for your plan`,
    mail: <PlanChargeMail {...content} date={date} skip_url={skip_url} />,
  });
}

/** Where to pay a charge that failed, once a try (`failure`); nothing once it is paid. */
export async function mailPlanPaymentFailed(
  ctx: MailCtx,
  { plan_id, failure }: { plan_id: string; failure: string },
): Promise<void> {
  const found = await readForMail(ctx, plan_id);
  if (found?.plan.status !== "past_due" || !found.plan.grace_ends_on) return;
  const { plan, content } = found;
  await send(ctx, found, {
    occasion: `plan-payment-failed:${plan_id}:${failure}`,
    subject: `Your payment for ${plan.service} did not go through`,
    mail: (
      <PlanPaymentFailedMail
        {...content}
        pay_url={plan.invoice_url}
        pay_by={dateInWords(plan.grace_ends_on ?? "")}
      />
    ),
  });
}

/** 'Your plan has ended', or has not begun. */
export async function mailPlanEnded(
  ctx: MailCtx,
  { plan_id, why }: { plan_id: string; why: PlanEndReason },
): Promise<void> {
  const found = await readForMail(ctx, plan_id);
  if (found?.plan.status !== "ended") return;
  const { plan, company, content } = found;
  const again = `${ctx.origin}/book?service=${encodeURIComponent(plan.service_id)}`;
  await send(ctx, found, {
    occasion: `plan-ended:${plan_id}`,
    subject:
      why === "payment failed"
        ? `Your payment for ${plan.service} did not arrive`
        : `${endedInWords(why)}: ${plan.service}`,
    mail: <PlanEndedMail {...content} why={why} again_url={again} />,
    attachments: await calendarsOf(ctx, company, plan),
  });
}

export type PlanChange = "paused" | "month skipped" | "resumed" | "ending";

/** What its customer, or staff, made of a plan; nothing when it has become something else since. */
export async function mailPlanChanged(
  ctx: MailCtx,
  { plan_id, what, at }: { plan_id: string; what: PlanChange; at: number },
): Promise<void> {
  const found = await readForMail(ctx, plan_id);
  const news = found && newsOf(found.plan, what);
  if (!news) return;
  const { plan, company, content } = found;
  const coming = comingOf(plan);
  const isBack = what === "resumed";
  await send(ctx, found, {
    occasion: `plan-changed:${plan_id}:${what}:${at}`,
    subject: `${news.heading}: ${plan.service}`,
    mail: <PlanChangedMail {...content} news={news} days={isBack ? coming.map(visitInWords) : []} />,
    attachments: await calendarsOf(ctx, company, plan),
  });
}

/** What a change has made of a plan, in words; null when that is over. */
function newsOf(plan: PlanView, what: PlanChange): PlanNews | null {
  const { paused_from, resumes_on, ends_on, next_charge, price } = plan;
  const charge = next_charge
    ? [{ label: "Next charge", value: `${price} on ${formatDate(next_charge)}` }]
    : [];
  if (what === "resumed") {
    if (plan.status === "ended" || ends_on) return null;
    return {
      heading: "Your plan goes on",
      text: "your plan goes on. These are your next visits.",
      facts: charge,
    };
  }
  if (what === "ending") {
    if (!ends_on || plan.status === "ended") return null;
    return {
      heading: "Your plan ends soon",
      text: `your plan ends on ${formatDate(ends_on)}. Visits until then take place, and ${next_charge ? "months are charged until then" : "nothing is charged any more"}.`,
      facts: [{ label: "Last day", value: formatDate(ends_on) }, ...charge],
    };
  }
  if (!paused_from) return null;
  const until = resumes_on ? formatDate(addDays(resumes_on, -1)) : "you resume it";
  if (what === "month skipped") {
    return {
      heading: "Next month is skipped",
      text: "you skip the coming month of your plan: no visits, and no charge.",
      facts: [{ label: "Without visits", value: `${formatDate(paused_from)} until ${until}` }, ...charge],
    };
  }
  return {
    heading: "Your plan is paused",
    text: `your plan is paused from ${formatDate(paused_from)} until ${until}. There are no visits and no charges meanwhile.`,
    facts: charge,
  };
}

/** A visit that we had to put elsewhere, with a link to choose another time. */
export async function mailPlanVisitMoved(ctx: MailCtx, bookingId: string): Promise<void> {
  const [visit] = await ctx.db
    .select({ plan_id: bookings.plan_id, number: bookings.plan_visit, sequence: bookings.calendar_sequence })
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.status, "confirmed")));
  const found = visit?.plan_id ? await readForMail(ctx, visit.plan_id) : null;
  const moved = found?.plan.upcoming.find(({ id }) => id === bookingId);
  if (!found || !moved) return;
  const { plan, company, content } = found;
  const move = new URL(manageUrl(ctx, bookingId));
  move.pathname += "/reschedule";
  const own = visitDate(plan, moved.visit);
  const usual = own === moved.date && plan.time === moved.time ? null : `${shortDay(own)}, ${plan.time}`;
  await send(ctx, found, {
    occasion: `plan-visit-moved:${bookingId}:${visit?.sequence ?? 0}`,
    subject: `Another time: ${plan.service} on ${moved.date_in_words}`,
    mail: (
      <PlanVisitMovedMail
        {...content}
        own={usual}
        now={`${moved.date_in_words}, ${moved.time}`}
        move_url={move.href}
      />
    ),
    attachments: [await calendarOf(ctx, company, [moved])],
    secrets: [move.searchParams.get("key") ?? ""],
  });
}

type Found = { plan: PlanView; company: Company; content: PlanMail; to: string };

/** Null for a plan without an e-mail address: there is nobody to write to. */
export async function readForMail(ctx: MailCtx, planId: string): Promise<Found | null> {
  const [plan, company] = await Promise.all([readPlan({ ...ctx, ...ANYBODYS }, planId), readCompany(ctx)]);
  if (!plan?.customer_email) return null;
  const content: PlanMail = {
    sender: company,
    customer_name: plan.customer_name,
    service: plan.service,
    when: `${plan.rhythm} at ${plan.time}`,
    where: plan.address,
    price: plan.price,
    url: planUrl(ctx, planId),
  };
  return { plan, company, content, to: plan.customer_email };
}

function visitInWords({ date, time }: PlanVisit): string {
  return `${dayInWords(date)}, ${time}`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** One file with all these visits. */
async function calendarOf(
  ctx: MailCtx,
  company: Company,
  visits: { id: string }[],
  method: "PUBLISH" | "CANCEL" = "PUBLISH",
) {
  return {
    filename: method === "CANCEL" ? "cancelled-cleanings.ics" : "cleanings.ics",
    content: await planCalendar(ctx, company, visits, method),
    contentType: `text/calendar; method=${method}`,
  };
}

/**
 * What brings a calendar to where the plan is, whatever it has missed: a file of the visits to come, also of those that came
 * back or were laid out since, and one that takes out those that were given back. None of what there is none of.
 */
export async function calendarsOf(ctx: MailCtx, company: Company, plan: PlanView) {
  const coming = plan.status === "ended" ? [] : comingOf(plan);
  const released = await readReleased(ctx, plan.id);
  return [
    ...(coming.length > 0 ? [await calendarOf(ctx, company, coming)] : []),
    ...(released.length > 0 ? [await calendarOf(ctx, company, released, "CANCEL")] : []),
  ];
}

type Letter = {
  occasion: string;
  subject: string;
  mail: ReactElement;
  attachments?: { filename: string; content: string; contentType: string }[];
  secrets?: string[];
};

export async function send(ctx: MailCtx, { plan, company, to, content }: Found, letter: Letter) {
  const { mail, attachments = [], secrets = [], ...rest } = letter;
  await sendMailOnce(ctx, {
    ...rest,
    attachments,
    isWanted: (tx) => isRowStillThere(tx, plans, plan.id, ne(plans.address_line1, ERASED_STREET)),
    user_id: plan.user_id,
    from: senderOf(company),
    to,
    ...renderMail(mail),
    secrets: [new URL(content.url).searchParams.get("key") ?? "", ...secrets],
  });
}
