import { and, eq, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { defineList } from "~/features/office/lists/define.server";
import { formatDate } from "~/lib/dates";
import { countUpTo, readCount } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { SUBSCRIBER_LIST, SUBSCRIBER_STATUSES } from "./list";

export const subscriberList = defineList(SUBSCRIBER_LIST, {
  select: (db) => db.select().from(newsletter_subscribers),
  id: newsletter_subscribers.id,
  date: newsletter_subscribers.created_at,
  keys: { date: newsletter_subscribers.created_at },
  edge: ({ created_at }) => created_at,
  wanted: (_, { q, filters: { status } }) => ({
    filter: and(
      status && eq(newsletter_subscribers.status, status),
      q ? sql`lower(${newsletter_subscribers.email}) like ${likePattern(q)}` : undefined,
    ),
  }),
  /** With how many there are of each status, whatever is searched for. */
  count: async ({ db }, { q, filters: { status } }, { filter }) => {
    const counts = await countEach(db);
    if (q) {
      const found = db.select({ id: newsletter_subscribers.id }).from(newsletter_subscribers).where(filter);
      return { ...(await countUpTo(db, found)), counts };
    }
    const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
    return { total: status ? counts[status] : all, more: false, counts };
  },
  rows: (found, { zone }) => {
    const day = (at: Temporal.Instant) => formatDate(at.toZonedDateTimeISO(zone).toPlainDate().toString());
    return found.map(({ id, email, status, created_at, confirmed_at, unsubscribed_at }) => ({
      ...{ id, email, status },
      asked: day(created_at),
      confirmed: confirmed_at && day(confirmed_at),
      left: status === "unsubscribed" && unsubscribed_at ? day(unsubscribed_at) : null,
    }));
  },
  columns: [
    ["Email", ({ email }) => email],
    ["Status", ({ status }) => status],
    ["Requested", ({ created_at }) => created_at.toString()],
    ["Confirmed", ({ confirmed_at }) => confirmed_at?.toString() ?? null],
    ["Unsubscribed", ({ unsubscribed_at }) => unsubscribed_at?.toString() ?? null],
  ],
});

async function countEach(db: Database) {
  const [subscribed = 0, pending = 0, unsubscribed = 0] = await Promise.all(
    SUBSCRIBER_STATUSES.map((status) => readCount(db, "newsletter_subscribers", status)),
  );
  return { subscribed, pending, unsubscribed };
}
