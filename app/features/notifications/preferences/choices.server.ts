import { eq, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { mail_choices } from "~/db/schema/background";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { unsubscribeUrl } from "~/features/content/newsletter/links.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { MailChoices } from "./choices";

/** What the customer has chosen. */
export function readMailChoices({ db, actor }: UserCtx): Promise<MailChoices> {
  return readChoices(db, actor.id);
}

/** Where the customer's verified address can leave the newsletter; null when it isn't on its list. */
export async function readNewsletterExit(ctx: UserCtx): Promise<string | null> {
  const { email, email_verified } = ctx.actor;
  if (!email_verified) return null;
  const [found] = await ctx.db
    .select({ id: newsletter_subscribers.id, status: newsletter_subscribers.status })
    .from(newsletter_subscribers)
    .where(eq(sql`lower(${newsletter_subscribers.email})`, email.toLowerCase()));
  if (found?.status !== "subscribed") return null;
  const url = new URL(unsubscribeUrl(ctx, found.id));
  return url.pathname + url.search;
}

/** Keeps what the customer has chosen. A second time is as good as the first. */
export async function saveMailChoices(ctx: UserCtx, after: MailChoices): Promise<void> {
  await ctx.db.transaction((tx) => store(tx, ctx, ctx.actor.id, after));
}

/** Changes what somebody has chosen, in the transaction of whoever may. */
async function changeChoices(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  userId: string,
  change: Partial<MailChoices>,
): Promise<void> {
  await store(tx, ctx, userId, { ...(await readChoices(tx, userId)), ...change });
}

async function readChoices(db: Database, userId: string): Promise<MailChoices> {
  const [row] = await db
    .select({ reminders: mail_choices.reminders, reviews: mail_choices.reviews })
    .from(mail_choices)
    .where(eq(mail_choices.user_id, userId));
  return row ?? { reminders: true, reviews: true };
}

async function store(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  user_id: string,
  after: MailChoices,
): Promise<void> {
  const before = await readChoices(tx, user_id);
  if (before.reminders === after.reminders && before.reviews === after.reviews) return;
  await tx
    .insert(mail_choices)
    .values({ user_id, ...after, created_at: ctx.now, updated_at: ctx.now })
    .onConflictDoUpdate({ target: mail_choices.user_id, set: { ...after, updated_at: ctx.now } });
  await recordAudit(tx, ctx, {
    action: "user.mails_chosen",
    entity: "user",
    entity_id: user_id,
    details: { before, after },
  });
}

type Signing = Pick<Ctx, "links" | "origin">;

/** Where an account stops invitations to review without signing in; good for ever, and for nothing else. */
export function leaveReviewsUrl({ links, origin }: Signing, userId: string): string {
  const key = links.sign(subjectOf(userId));
  return `${origin}/mails/unsubscribe?${new URLSearchParams({ id: userId, key })}`;
}

/** Stops invitations to review for the account that the link names. An account that is gone gets none anyway. */
export async function leaveReviews(ctx: Ctx, url: string): Promise<{ ok: boolean }> {
  const id = namedBy(ctx, url);
  if (!id) return { ok: false };
  await ctx.db.transaction(async (tx) => {
    const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");
    if (found.length > 0) await changeChoices(tx, ctx, id, { reviews: false });
  });
  return { ok: true };
}

/** What the page of the link shows; null when the link is not one of ours. Looking changes nothing. */
export async function readLeaving(ctx: Ctx, url: string): Promise<"on" | "off" | null> {
  const id = namedBy(ctx, url);
  if (!id) return null;
  const [row] = await ctx.db
    .select({ reviews: mail_choices.reviews })
    .from(users)
    .leftJoin(mail_choices, eq(mail_choices.user_id, users.id))
    .where(eq(users.id, id));
  return row && row.reviews !== false ? "on" : "off";
}

function namedBy({ links }: Pick<Ctx, "links">, url: string): string | null {
  const { searchParams } = new URL(url);
  const [id, key] = [searchParams.get("id") ?? "", searchParams.get("key") ?? ""];
  return isUuid(id) && links.isSigned(subjectOf(id), key) ? id : null;
}

function subjectOf(userId: string): string {
  return `leave-reviews:${userId}`;
}
