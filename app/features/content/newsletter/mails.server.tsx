import { and, eq } from "drizzle-orm";
import type { ReactElement } from "react";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { renderMail, senderOf } from "~/features/notifications/email/render.server";
import { sendMailOnce } from "~/features/notifications/email/send.server";
import { type Company, readCompany } from "~/features/operations/settings/queries.server";
import type { Database } from "~/platform/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { NewsletterAlreadyMail, NewsletterConfirmMail, NewsletterWelcomeMail } from "./emails";
import { confirmLink, unsubscribeUrl } from "./links.server";

/** 'Confirm your subscription'; nothing once that is answered. */
export async function mailConfirm(ctx: JobCtx, subscriberId: string, requestId: string): Promise<void> {
  const subscriber = await readSubscriber(ctx, subscriberId);
  if (subscriber?.status !== "pending") return;
  const { url, key } = confirmLink(ctx, subscriber);
  await send(ctx, subscriber, {
    occasion: `newsletter-confirm:${subscriberId}:${requestId}`,
    subject: ({ company_name }) => `Please confirm your ${company_name} newsletter subscription`,
    mail: (sender) => <NewsletterConfirmMail sender={sender} url={url} />,
    secrets: [key],
  });
}

/** 'Welcome', once for each time that somebody confirmed. */
export async function mailWelcome(ctx: JobCtx, subscriberId: string, requestId: string): Promise<void> {
  await mailSubscriber(ctx, subscriberId, {
    occasion: `newsletter-welcome:${subscriberId}:${requestId}`,
    subject: ({ company_name }) => `Welcome to the ${company_name} newsletter`,
    Mail: NewsletterWelcomeMail,
  });
}

/** 'You're already subscribed', at most once a day (UTC), however often somebody asks. */
export async function mailAlready(ctx: JobCtx, subscriberId: string): Promise<void> {
  await mailSubscriber(ctx, subscriberId, {
    occasion: `newsletter-already:${subscriberId}:${ctx.now.toString().slice(0, 10)}`,
    subject: ({ company_name }) => `You're already subscribed to the ${company_name} newsletter`,
    Mail: NewsletterAlreadyMail,
  });
}

type Subscriber = typeof newsletter_subscribers.$inferSelect;

async function readSubscriber({ db }: JobCtx, id: string): Promise<Subscriber | undefined> {
  const [row] = await db.select().from(newsletter_subscribers).where(eq(newsletter_subscribers.id, id));
  return row;
}

type ToSubscriber = {
  occasion: string;
  subject: (company: Company) => string;
  Mail: (props: { sender: Company; url: string; unsubscribe: string }) => ReactElement;
};

/** Mail programs show a button of their own for these headers (RFC 8058). */
async function mailSubscriber(ctx: JobCtx, id: string, { occasion, subject, Mail }: ToSubscriber) {
  const subscriber = await readSubscriber(ctx, id);
  if (subscriber?.status !== "subscribed") return;
  const unsubscribe = unsubscribeUrl(ctx, id);
  await send(ctx, subscriber, {
    occasion,
    subject,
    mail: (sender) => <Mail sender={sender} url={`${ctx.origin}/blog`} unsubscribe={unsubscribe} />,
    secrets: [],
    headers: {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
}

type Content = {
  occasion: string;
  subject: (company: Company) => string;
  mail: (sender: Company) => ReactElement;
  secrets: string[];
  headers?: Record<string, string>;
};

async function send(ctx: JobCtx, subscriber: Subscriber, { subject, mail, ...rest }: Content) {
  const company = await readCompany(ctx);
  await sendMailOnce(ctx, {
    ...rest,
    isWanted: (tx) => isStill(tx, subscriber),
    ...renderMail(mail(company)),
    from: senderOf(company),
    to: subscriber.email,
    subject: subject(company),
    attachments: [],
  });
}

/** Locked until the mail is stored: who leaves meanwhile is found to have left, or takes the mail along. */
async function isStill(tx: Database, { id, status }: Subscriber): Promise<boolean> {
  const found = await tx
    .select({ id: newsletter_subscribers.id })
    .from(newsletter_subscribers)
    .where(and(eq(newsletter_subscribers.id, id), eq(newsletter_subscribers.status, status)))
    .for("share");
  return found.length > 0;
}
