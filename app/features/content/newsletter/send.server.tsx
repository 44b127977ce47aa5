import { eq } from "drizzle-orm";
import { z } from "zod";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { defineEmail, unsubscribeHeaders } from "~/features/notifications/email/define.server";
import { isRowStillThere } from "~/features/notifications/email/lock.server";
import type { Database } from "~/platform/database/database.server";
import { confirmLink, unsubscribeUrl } from "./links.server";

/**
 * 'Confirm your subscription', once a request and until that is answered; 'Welcome', once for each time that somebody
 * confirmed; 'You're already subscribed', at most once a day (UTC), however often somebody asks.
 */
export const sendNewsletterEmail = defineEmail({
  queue: "newsletter-mail",
  input: z.object({
    mail: z.enum(["confirm", "welcome", "already"]),
    subscriber_id: z.guid(),
    request_id: z.string().optional(),
  }),
  templates: () => import("./emails"),
  async compose({ company, ...ctx }, { mail, subscriber_id: id, request_id }) {
    const [subscriber] = await ctx.db
      .select()
      .from(newsletter_subscribers)
      .where(eq(newsletter_subscribers.id, id));
    if (subscriber?.status !== (mail === "confirm" ? "pending" : "subscribed")) return;
    const { status, email } = subscriber;
    const is = eq(newsletter_subscribers.status, status);
    /** Who leaves meanwhile is found to have left, or takes the email along. */
    const isWanted = (tx: Database) => isRowStillThere(tx, newsletter_subscribers, id, is);
    const name = company.company_name;
    if (mail === "confirm") {
      const { url, key } = confirmLink(ctx, subscriber);
      return {
        to: email,
        isWanted,
        occasion: `newsletter-confirm:${id}:${request_id}`,
        subject: `Please confirm your ${name} newsletter subscription`,
        template: ({ NewsletterConfirmEmail }) => <NewsletterConfirmEmail sender={company} url={url} />,
        secrets: [key],
      };
    }
    const isWelcome = mail === "welcome";
    const unsubscribe = unsubscribeUrl(ctx, id);
    const content = { sender: company, url: `${ctx.origin}/blog`, unsubscribe };
    return {
      to: email,
      isWanted,
      occasion: `newsletter-${mail}:${id}:${isWelcome ? request_id : ctx.now.toString().slice(0, 10)}`,
      subject: isWelcome
        ? `Welcome to the ${name} newsletter`
        : `You're already subscribed to the ${name} newsletter`,
      template: ({ NewsletterWelcomeEmail, NewsletterAlreadyEmail }) =>
        isWelcome ? <NewsletterWelcomeEmail {...content} /> : <NewsletterAlreadyEmail {...content} />,
      headers: unsubscribeHeaders(unsubscribe),
    };
  },
});
