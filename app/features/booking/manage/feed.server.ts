import { randomBytes } from "node:crypto";
import { and, asc, eq, gte, isNull } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { calendar_feeds } from "~/db/schema/customers";
import { orders } from "~/db/schema/payments";
import type { CalendarVisit } from "~/features/booking/emails/calendar.server";
import { refundedOfOrder, viewOf } from "~/features/booking/queries.server";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, UserCtx } from "~/platform/context.server";
import { shownToCustomer } from "./queries.server";

/** How far a calendar feed looks back. */
const DAYS_BACK = 90;
const TOKEN_BYTES = 24;
const FILE = /^([\w-]{32})\.ics$/;

/** The secret address of the customer's own calendar feed; null when there is none. */
export async function readFeedUrl({ db, actor, origin }: UserCtx): Promise<string | null> {
  const [feed] = await db.select().from(calendar_feeds).where(eq(calendar_feeds.user_id, actor.id));
  return feed ? feedUrl(origin, feed.token) : null;
}

/** Makes the customer's calendar feed; one that is there already stays. */
export async function createFeed(ctx: UserCtx): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const made = await tx
      .insert(calendar_feeds)
      .values({ user_id: ctx.actor.id, token: newFeedToken(), created_at: ctx.now, updated_at: ctx.now })
      .onConflictDoNothing({ target: calendar_feeds.user_id })
      .returning({ user_id: calendar_feeds.user_id });
    if (made.length > 0) await recordFeed(tx, ctx, "created");
  });
}

/** Gives the customer's calendar feed a new address; the old one finds nothing from then on. */
export async function replaceFeed(ctx: UserCtx): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const change = { token: newFeedToken(), updated_at: ctx.now };
    await tx
      .insert(calendar_feeds)
      .values({ user_id: ctx.actor.id, created_at: ctx.now, ...change })
      .onConflictDoUpdate({ target: calendar_feeds.user_id, set: change });
    await recordFeed(tx, ctx, "replaced");
  });
}

/** Takes the customer's calendar feed away. */
export async function removeFeed(ctx: UserCtx): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const removed = await tx
      .delete(calendar_feeds)
      .where(eq(calendar_feeds.user_id, ctx.actor.id))
      .returning({ user_id: calendar_feeds.user_id });
    if (removed.length > 0) await recordFeed(tx, ctx, "removed");
  });
}

/** The visits behind "TOKEN.ics", from 90 days back on; null for a token that is unknown. No hold is promised. */
export async function readFeedVisits(
  { db, now }: Pick<Ctx, "db" | "now">,
  file: string,
): Promise<CalendarVisit[] | null> {
  const token = tokenOf(file);
  if (!token) return null;
  const [feed] = await db.select().from(calendar_feeds).where(eq(calendar_feeds.token, token));
  if (!feed) return null;
  const rows = await db
    .select({ booking: bookings, order: orders, refunded: refundedOfOrder, service: services.title })
    .from(bookings)
    .leftJoin(orders, eq(orders.booking_id, bookings.id))
    .innerJoin(services, eq(services.id, bookings.service_id))
    .where(
      and(
        eq(bookings.user_id, feed.user_id),
        gte(bookings.starts_at, now.subtract({ hours: DAYS_BACK * 24 })),
        isNull(bookings.hold_expires_at),
        isNull(bookings.needs_attention),
        shownToCustomer,
      ),
    )
    .orderBy(asc(bookings.starts_at), asc(bookings.id));
  return rows.map(viewOf);
}

/** The secret in a feed's address. Anyone with it can read the feed. */
export function newFeedToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

export function feedUrl(origin: string, token: string): string {
  return `${origin}/calendar/${token}.ics`;
}

/** The secret of "TOKEN.ics"; null when it can be none. */
export function tokenOf(file: string): string | null {
  return FILE.exec(file)?.[1] ?? null;
}

function recordFeed(tx: Ctx["db"], ctx: UserCtx, what: "created" | "replaced" | "removed") {
  return recordAudit(tx, ctx, {
    action: `calendar_feed.${what}`,
    entity: "user",
    entity_id: ctx.actor.id,
  });
}
