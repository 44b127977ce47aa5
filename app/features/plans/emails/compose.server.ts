import { ne } from "drizzle-orm";
import type { ReactElement } from "react";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { OFFICE_ACTOR } from "~/features/booking/ownership.server";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { isRowStillThere } from "~/features/notifications/email/still-there.server";
import { type Company, readCompany } from "~/features/operations/settings/queries.server";
import { readPlanReceipt } from "~/features/plans/change/queries.server";
import type { PlanView } from "~/features/plans/change/views";
import { planUrl } from "~/features/plans/ownership.server";
import { readPlan } from "~/features/plans/queries.server";
import { comingOf, planCalendar, readReleased } from "~/features/plans/schedule/calendar.server";
import { mailPlace } from "~/lib/mail-words";
import { TEST_NOTICE } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";
import type { Mailer } from "~/platform/mail.server";
import type { PlanMail } from "./emails";

export type MailCtx = Ctx & { mailer: Mailer };

export type Found = { plan: PlanView; company: Company; content: PlanMail; to: string };

/** What a mail about a plan says and to whom; null for a plan without an e-mail address. */
export async function readForMail(ctx: MailCtx, planId: string): Promise<Found | null> {
  const [plan, company] = await Promise.all([
    readPlan({ ...ctx, ...OFFICE_ACTOR }, planId),
    readCompany(ctx),
  ]);
  if (!plan?.customer_email) return null;
  const content: PlanMail = {
    sender: company,
    customer_name: plan.customer_name,
    service: plan.service,
    when: `${plan.rhythm} at ${plan.time}`,
    where: mailPlace(plan.address),
    price: plan.price,
    url: planUrl(ctx, planId),
  };
  return { plan, company, content, to: plan.customer_email };
}

/** The receipt of one charge, as a mail says it; null when there is none. */
export async function receiptOf(ctx: MailCtx, { plan, content }: Found, orderId: string | undefined) {
  const receipt = orderId ? await readPlanReceipt(ctx, plan, orderId) : null;
  if (!receipt) return null;
  const { number, paidOn, lines, total, refunds, balance } = receipt;
  const url = new URL(content.url);
  url.pathname += `/receipt/${orderId}`;
  return { number, paid_on: paidOn, how: null, lines, total, url: url.href, refunds, balance };
}

/** One file with all these visits. */
export async function calendarOf(
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

/** Sends a letter about a plan, once an occasion, and not when the plan has been erased meanwhile. */
export async function send(ctx: MailCtx, { plan, company, to, content }: Found, letter: Letter) {
  const { mail, attachments = [], secrets = [], ...rest } = letter;
  await sendMailOnce(ctx, {
    ...rest,
    attachments,
    isWanted: (tx) => isRowStillThere(tx, plans, plan.id, ne(plans.address_line1, ERASED_STREET)),
    user_id: plan.user_id,
    from: senderOf(company),
    to,
    ...renderMail(mail, { notice: plan.is_test ? TEST_NOTICE : null }),
    secrets: [new URL(content.url).searchParams.get("key") ?? "", ...secrets],
  });
}
