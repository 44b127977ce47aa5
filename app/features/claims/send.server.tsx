import { eq } from "drizzle-orm";
import { z } from "zod";
import { claim_pictures, claims } from "~/db/schema/claims";
import { calendarAttachment } from "~/features/booking/emails/calendar.server";
import { keyOf, readForEmail, toCustomer } from "~/features/booking/emails/queries.server";
import { readBooking } from "~/features/booking/queries.server";
import { defineEmail, type EmailCtx } from "~/features/notifications/email/define.server";
import { isRowStillThere } from "~/features/notifications/email/lock.server";
import { formatMoment } from "~/lib/dates";
import { answerSentence, claimPath } from "./rules";

const templates = () => import("./emails");
const aboutClaim = z.object({ claim_id: z.guid() });

/** 'We have your claim', to the customer; nothing once it is answered. */
export const sendClaimReceived = defineEmail({
  queue: "claim-received-mail",
  input: aboutClaim,
  templates,
  async compose(ctx, { claim_id }) {
    const found = await readClaim(ctx, claim_id);
    if (found?.claim.status !== "open") return;
    return {
      ...toCustomer(found.visit),
      occasion: `claim-received:${claim_id}`,
      subject: `We have your claim about your ${found.content.service}`,
      template: ({ ClaimReceivedEmail }) => <ClaimReceivedEmail {...found.content} />,
    };
  },
});

/** What the office decided, to the customer; of a re-clean with a calendar file. */
export const sendClaimAnswered = defineEmail({
  queue: "claim-answered-mail",
  input: aboutClaim,
  templates,
  async compose(ctx, { claim_id }) {
    const found = await readClaim(ctx, claim_id);
    if (!found) return;
    const { claim, visit, content } = found;
    const { status } = claim;
    if (status === "open") return;
    const { credit, currency, answer } = claim;
    const next = claim.re_clean_id ? await readForEmail(ctx, claim.re_clean_id) : undefined;
    const again = next && next.booking.status !== "cancelled" ? next : undefined;
    const decision = answerSentence({ status, credit, currency, when: again?.content.when ?? null });
    const url = again?.content.url ?? content.url;
    return {
      ...toCustomer(visit),
      occasion: `claim-answered:${claim_id}`,
      subject: `Our answer to your claim about your ${content.service}`,
      secrets: [keyOf(url)],
      template: ({ ClaimAnsweredEmail }) => (
        <ClaimAnsweredEmail {...content} {...{ decision, answer, url }} again={again !== undefined} />
      ),
      attachments: again ? [calendarAttachment(again.booking, ctx.company, "PUBLISH")] : [],
    };
  },
});

/** Tells the office of a new claim. */
export const sendClaimNotice = defineEmail({
  queue: "claim-notice-mail",
  input: aboutClaim,
  templates,
  async compose(ctx, { claim_id }) {
    const [claim] = await ctx.db.select().from(claims).where(eq(claims.id, claim_id));
    const booking = claim && (await readBooking(ctx, claim.booking_id));
    if (claim?.status !== "open" || !booking) return;
    const { number, service, customer_name, date_in_words: day } = booking;
    const content = {
      ...{ sender: ctx.company, number, service, day, room: claim.room, words: claim.words },
      customer: customer_name ?? "A customer",
      pictures: await ctx.db.$count(claim_pictures, eq(claim_pictures.claim_id, claim_id)),
      due: formatMoment(claim.due_at, ctx.company.timezone),
      url: ctx.origin + claimPath(claim_id),
    };
    return {
      occasion: `claim-notice:${claim_id}`,
      booking_id: booking.id,
      isWanted: (tx) => isRowStillThere(tx, claims, claim_id),
      subject: `New claim about visit ${number}`,
      template: ({ ClaimNoticeEmail }) => <ClaimNoticeEmail {...content} />,
    };
  },
});

/** A claim with what its emails say; nothing without an address. */
async function readClaim(ctx: EmailCtx, id: string) {
  const [claim] = await ctx.db.select().from(claims).where(eq(claims.id, id));
  const visit = claim && (await readForEmail(ctx, claim.booking_id));
  if (!claim || !visit) return;
  const { number, service, customer_name, url } = visit.content;
  const content = {
    ...{ sender: ctx.company, number, service, customer_name, url },
    day: visit.booking.date_in_words,
    due: formatMoment(claim.due_at, ctx.company.timezone),
  };
  return { claim, visit, content };
}
