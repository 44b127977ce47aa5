import { sql } from "drizzle-orm";
import { formatCount } from "~/lib/number";
import { readStaffRoles } from "~/platform/auth/actor.server";
import type { Database } from "~/platform/database/database.server";

/** The site has records of its own, which an export would replace. */
export class SiteInUse extends Error {
  override name = "SiteInUse";
  /** In words: "3 messages and 1 visit". */
  readonly there: string;
  constructor(there: string) {
    super(`The site has ${there}`);
    this.there = there;
  }
}

/** What makes a site somebody's own, by table: what customers did and what people sent. What the setup guide stores is not. */
const OWN = {
  customers: ["customer", "customers"],
  bookings: ["visit", "visits"],
  plans: ["plan", "plans"],
  orders: ["order", "orders"],
  gift_cards: ["gift card", "gift cards"],
  reviews: ["review", "reviews"],
  contact_messages: ["message", "messages"],
  area_requests: ["request from outside the service area", "requests from outside the service area"],
  job_applications: ["application", "applications"],
  newsletter_subscribers: ["newsletter subscriber", "newsletter subscribers"],
} as const;

/** Kinds of records that are told; a site with more of them is plainly in use. */
const MOST_TOLD = 4;
/** Larger numbers are told as "1,000+". */
const MOST_COUNTED = 1_000;

/** What the site has of its own, in words: "3 messages and 1 visit"; null for nothing. Customers who are staff don't count. */
export async function readOwnRecords(db: Database): Promise<string | null> {
  const staff = JSON.stringify([...(await readStaffRoles(db)).keys()]);
  const counts = Object.keys(OWN).map((table) => {
    const where =
      table === "customers"
        ? sql`user_id is null or user_id::text not in (select jsonb_array_elements_text(${staff}::jsonb))`
        : sql`true`;
    return sql`select ${table} as name, count(*)::int as count
      from (select from ${sql.identifier(table)} where ${where} limit ${MOST_COUNTED + 1}) as few`;
  });
  const { rows } = await db.execute<{ name: string; count: number }>(sql.join(counts, sql` union all `));
  const found = new Map(rows.map(({ name, count }) => [name, count]));
  const words = Object.entries(OWN).flatMap(([name, [one, many]]) => {
    const count = found.get(name) ?? 0;
    if (count === 0) return [];
    if (count > MOST_COUNTED) return [`${formatCount(MOST_COUNTED)}+ ${many}`];
    return [`${formatCount(count)} ${count === 1 ? one : many}`];
  });
  if (words.length === 0) return null;
  const told = words.length > MOST_TOLD ? [...words.slice(0, MOST_TOLD - 1), "more"] : words;
  return new Intl.ListFormat("en-US").format(told);
}

/** Locks what makes a site somebody's own, and looks whether there is any. @throws SiteInUse */
export async function refuseSiteInUse(tx: Database): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '20s'`);
  await tx.execute(sql.raw(`lock table ${Object.keys(OWN).join(", ")} in share row exclusive mode`));
  const there = await readOwnRecords(tx);
  if (there) throw new SiteInUse(there);
}
