// Rooms: what could not be sent are emails (notifications) and webhook events (integrations); when, in company time
// (operations).
import { and, desc, eq, gte, ne, sql } from "drizzle-orm";
import { webhook_deliveries, webhooks } from "~/db/schema/background";
import { mails } from "~/db/schema/mail";
import { sendDeliveryAgain } from "~/features/integrations/webhooks/resend.server";
import {
  DELIVERIES_PAGE,
  formatEvent,
  hostOf,
  PAUSED,
  TEST_EVENT,
} from "~/features/integrations/webhooks/webhook";
import { whyNotAgain } from "~/features/notifications/email/office/list";
import { sendEmailAgain } from "~/features/notifications/email/office/resend.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { countOf, defineAttention, GONE, refused, seenIn, totalOf } from "./define.server";

const DAYS = 30; // older ones no longer matter

export const failedEmails = defineAttention({
  kind: "mails",
  one: "email could not be sent",
  many: "emails could not be sent",
  read: async (ctx, part) => {
    const { db, now } = ctx;
    const { timezone } = await readCompany(ctx);
    const failed = and(
      sql`${mails.status} = 'failed'`,
      gte(mails.created_at, now.subtract({ hours: DAYS * 24 })),
      sql`${mails.occasion} not like 'test-mail:%'`, // its sender has seen the error
    );
    const rows = await db
      .select({
        id: mails.id,
        subject: mails.subject,
        at: mails.created_at,
        attempts: mails.attempts,
        status: mails.status,
        envelope: mails.envelope,
        html: sql<string>`left(${mails.html}, 1)`,
        found: countOf(db, mails, failed),
      })
      .from(mails)
      .where(failed)
      .orderBy(desc(mails.created_at), desc(mails.id))
      .limit(part.limit)
      .offset(part.offset);
    const cases = rows.map(({ id, subject, at, attempts, ...state }) => {
      const href = `/admin/mail/${id}`;
      const again = againWith(id, attempts);
      const actions = [whyNotAgain(state) === null ? again : { label: "Open email", href }];
      return { id, href, what: subject, when: formatMoment(at, timezone), actions };
    });
    return { count: totalOf(rows), cases };
  },
  handlers: {
    again: async (ctx, { id = "", attempts }) => {
      const outcome = await sendEmailAgain(ctx, { id, attempts: seenIn(attempts) ?? -1 });
      if (outcome.ok) return sent("Email queued");
      return outcome.reason === "not found" ? GONE : refused(outcome);
    },
  },
});

/** Failed webhook deliveries, except those that staff stopped. */
export const failedDeliveries = defineAttention({
  kind: "webhooks",
  one: "webhook delivery failed",
  many: "webhook deliveries failed",
  read: async (ctx, part) => {
    const { db, now } = ctx;
    const { timezone } = await readCompany(ctx);
    const failed = and(
      sql`${webhook_deliveries.status} = 'failed'`,
      gte(webhook_deliveries.created_at, now.subtract({ hours: DAYS * 24 })),
      sql`${webhook_deliveries.error} is distinct from ${PAUSED}`,
      ne(webhook_deliveries.event, TEST_EVENT),
    );
    const rows = await db
      .select({
        id: webhook_deliveries.id,
        event: webhook_deliveries.event,
        at: webhook_deliveries.created_at,
        attempts: webhook_deliveries.attempts,
        url: webhooks.url,
        found: countOf(db, webhook_deliveries, failed),
      })
      .from(webhook_deliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id))
      .where(failed)
      .orderBy(desc(webhook_deliveries.created_at), desc(webhook_deliveries.id))
      .limit(part.limit)
      .offset(part.offset);
    const cases = rows.map(({ id, event, url, at, attempts }) => ({
      id,
      href: `${DELIVERIES_PAGE}/${id}`,
      what: `${formatEvent(event)}: ${hostOf(url)}`,
      when: formatMoment(at, timezone),
      actions: [againWith(id, attempts)],
    }));
    return { count: totalOf(rows), cases };
  },
  handlers: {
    again: async (ctx, { id = "", attempts }) => {
      const outcome = await sendDeliveryAgain(ctx, { id, attempts: seenIn(attempts) ?? -1 });
      if (outcome.ok) return sent("Event queued");
      return outcome.reason === "not found" ? GONE : refused(outcome);
    },
  },
});

function againWith(id: string, attempts: number) {
  const fields = { id, attempts: String(attempts) };
  return { label: "Send again", intent: "again", pending: "Sending...", fields };
}

function sent(title: string) {
  return { ok: true as const, toast: { title, description: "It will go out in a moment." } };
}
