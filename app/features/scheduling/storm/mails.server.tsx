import { and, eq } from "drizzle-orm";
import type { ReactElement } from "react";
import { storm_offers } from "~/db/schema/office";
import { noticeOf } from "~/features/booking/emails/mails.server";
import { manageUrl } from "~/features/booking/manage/manage-link.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import { isStillThere } from "~/features/booking/queries.server";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatLongDate, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { mailPlace } from "~/lib/mail-words";
import type { Ctx } from "~/platform/context.server";
import type { Mailer } from "~/platform/mail.server";
import { type StormMail, StormOfferMail, StormOverMail } from "./emails";

type MailCtx = Ctx & { mailer: Mailer };
type Letter = {
  occasion: string;
  subject: (mail: StormMail) => string;
  body: (mail: StormMail) => ReactElement;
};

/** What to do instead of a visit of a storm day; nothing once that is answered. `at` tells one sending from the next. */
export function mailStormOffer(ctx: MailCtx, offerId: string, at: string): Promise<void> {
  return send(ctx, offerId, "open", {
    occasion: `storm-offer:${offerId}:${at}`,
    subject: ({ service, day }) => `Storm on ${day}: choose a new time for your ${service}`,
    body: (mail) => <StormOfferMail {...mail} />,
  });
}

/** The storm stays away, so the visit takes place; nothing when it was changed meanwhile. */
export function mailStormOver(ctx: MailCtx, offerId: string, at: number): Promise<void> {
  return send(ctx, offerId, "settled", {
    occasion: `storm-over:${offerId}:${at}`,
    subject: ({ service, day }) => `Storm called off: ${service} on ${day} is on`,
    body: (mail) => <StormOverMail {...mail} />,
  });
}

async function send(ctx: MailCtx, offerId: string, status: "open" | "settled", letter: Letter) {
  const [offer] = isUuid(offerId)
    ? await ctx.db
        .select()
        .from(storm_offers)
        .where(and(eq(storm_offers.id, offerId), eq(storm_offers.status, status)))
    : [];
  const visit = offer && (await readVisit({ ...ctx, actor: { kind: "system" } }, offer.booking_id));
  if (!offer || !visit?.customer_email || visit.status !== "confirmed") return;
  const company = await readCompany(ctx);
  const url = new URL(manageUrl(ctx, visit.id));
  const page = (name: string) => `${url.origin}${url.pathname}/${name}${url.search}`;
  const { proposed_date: date, proposed_time: time } = offer;
  const mail: StormMail = {
    sender: company,
    customer_name: visit.customer_name,
    service: visit.service,
    day: visit.date_in_words,
    time: visit.time,
    where: mailPlace(visit.address),
    proposal: date && time ? `${formatLongDate(date)}, ${formatTime(time)}` : null,
    refund: visit.refund.amount > 0 ? visit.refund.text : null,
    urls: { answer: page("storm"), choose: page("reschedule"), skip: page("cancel"), visit: url.href },
  };
  await sendMailOnce(ctx, {
    occasion: letter.occasion,
    subject: letter.subject(mail),
    booking_id: visit.id,
    isWanted: (tx) => isStillThere(tx, visit.id),
    user_id: visit.user_id,
    from: senderOf(company),
    to: visit.customer_email,
    ...renderMail(letter.body(mail), { notice: noticeOf(visit) }),
    attachments: [],
    secrets: [url.searchParams.get("key") ?? ""],
  });
}
