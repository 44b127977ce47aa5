import { and, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { manageUrl } from "~/features/booking/manage/manage-link.server";
import type { PlanCharge, PlanView, PlanVisit } from "~/features/plans/change/views";
import { comingOf } from "~/features/plans/schedule/calendar.server";
import { visitDate } from "~/features/scheduling/availability/rhythm";
import { addDays, formatDate, formatDay, formatLongDate, shortDay } from "~/lib/dates";
import { calendarOf, calendarsOf, type MailCtx, readForMail, receiptOf, send } from "./compose.server";
import {
  formatEnded,
  PlanChangedMail,
  PlanChargeMail,
  PlanEndedMail,
  type PlanEndReason,
  type PlanNews,
  PlanPaymentFailedMail,
  PlanPaymentProcessingMail,
  PlanStartedMail,
  PlanVisitMovedMail,
} from "./emails";

/** 'Your payment is processing', once; nothing when it has come by now, or has not. */
export async function mailPlanPaymentProcessing(ctx: MailCtx, planId: string): Promise<void> {
  const found = await readForMail(ctx, planId);
  if (found?.plan.status !== "pending") return;
  await send(ctx, found, {
    occasion: `plan-payment-processing:${planId}`,
    subject: `Your payment for ${found.plan.service} is processing`,
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
        visits={coming.map(formatVisit)}
        next_charge={plan.next_charge && formatDate(plan.next_charge)}
        open={open}
      />
    ),
    attachments: [await calendarOf(ctx, company, coming)],
  });
}

const isPaid = ({ status }: PlanCharge) => status === "completed";

/** What will be charged in three days, and how to skip it; nothing when it won't be charged any more. */
export async function mailPlanCharge(
  ctx: MailCtx,
  { plan_id, period_end }: { plan_id: string; period_end: string },
): Promise<void> {
  const found = await readForMail(ctx, plan_id);
  if (!found?.plan.next_charge) return;
  const { plan, content } = found;
  const date = formatLongDate(plan.next_charge ?? "");
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
    subject: `Your payment for ${plan.service} didn't go through`,
    mail: (
      <PlanPaymentFailedMail
        {...content}
        pay_url={plan.invoice_url}
        pay_by={formatLongDate(plan.grace_ends_on ?? "")}
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
        ? `Your payment for ${plan.service} didn't go through`
        : `${formatEnded(why)}: ${plan.service}`,
    mail: <PlanEndedMail {...content} why={why} again_url={again} days={comingOf(plan).map(formatVisit)} />,
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
    mail: <PlanChangedMail {...content} news={news} days={isBack ? coming.map(formatVisit) : []} />,
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
      heading: "Your plan is active again",
      text: "Your plan is active again. Here are your next visits.",
      facts: charge,
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
    subject: `New time: ${plan.service} on ${moved.date_in_words}`,
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

function formatVisit({ date, time }: PlanVisit): string {
  return `${formatDay(date)}, ${time}`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
