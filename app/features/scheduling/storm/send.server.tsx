import { and, eq, getTableColumns } from "drizzle-orm";
import { z } from "zod";
import { storm_days, storm_offers } from "~/db/schema/office";
import { keyOf, noticeOf } from "~/features/booking/emails/queries.server";
import { manageUrl } from "~/features/booking/manage/link.server";
import { readVisit } from "~/features/booking/manage/queries.server";
import type { VisitPage } from "~/features/booking/manage/visit";
import { isStillThere } from "~/features/booking/queries.server";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { formatLongDate, formatTime } from "~/lib/dates";
import { emailPlace } from "~/lib/email-words";

const templates = () => import("./emails");
const input = z.object({ offer_id: z.guid(), at: z.union([z.number(), z.string()]) });

/** The offer for a visit of a storm day, unless answered. `at` distinguishes repeated emails. */
export const sendStormOffer = defineEmail({
  queue: "storm-offer-mail",
  atOnce: 10,
  input,
  templates,
  async compose(ctx, { offer_id, at }) {
    const found = await readForEmail(ctx, offer_id, "open");
    if (!found) return;
    const { content, ...rest } = found;
    return {
      ...rest,
      occasion: `storm-offer:${offer_id}:${at}`,
      subject: `${content.kind === "storm" ? "Storm" : "We’re closed"} on ${content.day}: choose a new time for your ${content.service}`,
      template: ({ StormOfferEmail }) => <StormOfferEmail {...content} />,
    };
  },
});

/** The storm stays away, so the visit takes place; nothing when it was changed meanwhile. */
export const sendStormOver = defineEmail({
  queue: "storm-over-mail",
  input,
  templates,
  async compose(ctx, { offer_id, at }) {
    const found = await readForEmail(ctx, offer_id, "settled");
    if (!found) return;
    const { content, ...rest } = found;
    return {
      ...rest,
      occasion: `storm-over:${offer_id}:${at}`,
      subject: `${content.kind === "storm" ? "Storm called off" : "We’re open"}: ${content.service} on ${content.day} is on`,
      template: ({ StormOverEmail }) => <StormOverEmail {...content} />,
    };
  },
});

async function readForEmail(ctx: EmailCtx, offerId: string, status: "open" | "settled") {
  const [offer] = await ctx.db
    .select({ ...getTableColumns(storm_offers), kind: storm_days.kind })
    .from(storm_offers)
    .innerJoin(storm_days, eq(storm_days.id, storm_offers.storm_day_id))
    .where(and(eq(storm_offers.id, offerId), eq(storm_offers.status, status)));
  const visit = offer && (await readVisit({ ...ctx, actor: { kind: "system" } }, offer.booking_id));
  if (!offer || !visit?.customer_email || visit.status !== "confirmed") return;
  const urlOf = (page?: VisitPage) => manageUrl(ctx, visit, page);
  const { proposed_date: date, proposed_time: time } = offer;
  return {
    content: {
      sender: ctx.company,
      customer_name: visit.customer_name,
      kind: offer.kind,
      service: visit.service,
      number: visit.number,
      day: visit.date_in_words,
      time: visit.time,
      where: emailPlace(visit.address),
      proposal: date && time ? `${formatLongDate(date)}, ${formatTime(time)}` : null,
      refund: visit.refund.amount > 0 ? visit.refund.text : null,
      urls: {
        answer: urlOf("storm"),
        choose: urlOf("reschedule"),
        skip: urlOf("cancel"),
        visit: urlOf(),
      },
    },
    booking_id: visit.id,
    isWanted: (tx: EmailCtx["db"]) => isStillThere(tx, visit.id),
    user_id: visit.user_id,
    to: visit.customer_email,
    notice: noticeOf(visit),
    secrets: [keyOf(urlOf())],
  };
}
