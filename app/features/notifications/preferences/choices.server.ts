import { eq, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { mail_choices } from "~/db/schema/background";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { unsubscribeUrl } from "~/features/content/newsletter/links.server";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { MailChoices } from "./choices";

export function readMailChoices({ db, actor }: UserCtx): Promise<MailChoices> {
  return readChoices(db, actor.id);
}

/** Newsletter unsubscribe path for the customer's verified email; null if it isn't subscribed. */
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

/** Saves the customer's email preferences. Saving the same twice has no further effect. */
export async function saveMailChoices(ctx: UserCtx, after: MailChoices): Promise<void> {
  await ctx.db.transaction((tx) => store(tx, ctx, ctx.actor.id, after));
}

/** Changes some preferences in the caller's transaction, after its permission check. */
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
    .select({
      reminders: mail_choices.reminders,
      reviews: mail_choices.reviews,
      reveals: mail_choices.reveals,
    })
    .from(mail_choices)
    .where(eq(mail_choices.user_id, userId));
  return row ?? { reminders: true, reviews: true, reveals: false };
}

async function store(
  tx: Database,
  ctx: Pick<Ctx, "actor" | "now">,
  user_id: string,
  after: MailChoices,
): Promise<void> {
  const before = await readChoices(tx, user_id);
  const isSame = (Object.keys(after) as (keyof MailChoices)[]).every((name) => before[name] === after[name]);
  if (isSame) return;
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

/** Signed link that stops review invitations without signing in. Never expires and permits nothing else. */
export function leaveReviewsUrl({ links, origin }: Signing, userId: string): string {
  const key = links.sign(subjectOf(userId));
  return `${origin}/mails/unsubscribe?${new URLSearchParams({ id: userId, key })}`;
}

/** Stops review invitations for the account named by the link. A deleted account needs nothing. */
export async function leaveReviews(ctx: Ctx, url: string): Promise<{ ok: boolean }> {
  const id = namedBy(ctx, url);
  if (!id) return { ok: false };
  await ctx.db.transaction(async (tx) => {
    const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");
    if (found.length > 0) await changeChoices(tx, ctx, id, { reviews: false });
  });
  return { ok: true };
}

/** State to show on the link's page; null if the signature is invalid. Changes nothing. */
export async function readReviewInvitations(ctx: Ctx, url: string): Promise<"on" | "off" | null> {
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
