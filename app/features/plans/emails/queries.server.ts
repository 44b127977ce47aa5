import { ne } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { OFFICE_ACTOR } from "~/features/booking/visit.server";
import type { EmailCtx } from "~/features/notifications/email/define.server";
import { isRowStillThere } from "~/features/notifications/email/lock.server";
import { readPlanReceipt } from "~/features/plans/change/queries.server";
import type { PlanView } from "~/features/plans/change/view";
import { planUrl } from "~/features/plans/ownership.server";
import { readPlan } from "~/features/plans/queries.server";
import { comingOf, planCalendar, readReleased } from "~/features/plans/schedule/calendar.server";
import { emailPlace } from "~/lib/email-words";
import { TEST_NOTICE } from "~/lib/test-payment";
import type { Database } from "~/platform/database/database.server";
import type { PlanEmail } from "./emails";

export type Found = { plan: PlanView; content: PlanEmail; to: string };

/** Reads a plan's email content and address; nothing without an address. */
export async function readForEmail(ctx: EmailCtx, planId: string): Promise<Found | undefined> {
  const plan = await readPlan({ ...ctx, ...OFFICE_ACTOR }, planId);
  if (!plan?.customer_email) return;
  const content: PlanEmail = {
    sender: ctx.company,
    number: plan.number,
    customer_name: plan.customer_name,
    service: plan.service,
    when: `${plan.rhythm} at ${plan.time}`,
    where: emailPlace(plan.address),
    price: plan.price,
    url: planUrl(ctx, plan),
  };
  return { plan, content, to: plan.customer_email };
}

/** The receipt of one charge, as an email says it; null when there is none. */
export async function receiptOf(ctx: EmailCtx, { plan, content }: Found, orderId: string | undefined) {
  const receipt = orderId ? await readPlanReceipt(ctx, plan, orderId) : null;
  if (!receipt) return null;
  const { number, paidOn, lines, total, refunds, balance } = receipt;
  const url = new URL(content.url);
  url.pathname += `/receipt/${orderId}`;
  return { number, paid_on: paidOn, how: null, lines, total, url: url.href, refunds, balance };
}

/** One file with all these visits. */
export async function calendarOf(
  ctx: EmailCtx,
  visits: { id: string }[],
  method: "PUBLISH" | "CANCEL" = "PUBLISH",
) {
  return {
    filename: method === "CANCEL" ? "cancelled-cleanings.ics" : "cleanings.ics",
    content: await planCalendar(ctx, ctx.company, visits, method),
    contentType: `text/calendar; method=${method}`,
  };
}

/**
 * What brings a calendar to where the plan is, whatever it has missed: a file of the visits to come, also of those that came
 * back or were laid out since, and one that takes out those that were given back. None of what there is none of.
 */
export async function calendarsOf(ctx: EmailCtx, plan: PlanView) {
  const coming = plan.status === "ended" ? [] : comingOf(plan);
  const released = await readReleased(ctx, plan.id);
  return [
    ...(coming.length > 0 ? [await calendarOf(ctx, coming)] : []),
    ...(released.length > 0 ? [await calendarOf(ctx, released, "CANCEL")] : []),
  ];
}

/** How an email goes to a plan's customer, and not when the plan has been erased meanwhile. */
export function toCustomer({ plan, content, to }: Found) {
  return {
    isWanted: (tx: Database) => isRowStillThere(tx, plans, plan.id, ne(plans.address_line1, ERASED_STREET)),
    user_id: plan.user_id,
    to,
    notice: plan.is_test ? TEST_NOTICE : null,
    secrets: [new URL(content.url).searchParams.get("key") ?? ""],
  };
}
