import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { series } from "~/db/schema/series";
import type { Ctx } from "~/platform/context.server";
import { anyOf, type Database } from "~/platform/database/database.server";
import { insertList } from "~/platform/database/insert.server";
import type { SeriesFrequency } from "./series";

/** What tells one series from another. `home_key`: the address as a key, the same for the same home. */
export type Member = {
  customer_id: string;
  property_id: string | null;
  home_key: string;
  service_id: string;
  frequency: SeriesFrequency;
};

type Address = Record<"address_line1" | "city" | "state" | "zip_code", string> & {
  address_line2: string | null;
};

/**
 * The series that visits belong to, in the order of the visits; makes those that are not there. A series that had ended goes on. Call
 * it from one transaction at a time (imports take a lock), or there may be twins. `keyOf` makes a key of an address.
 */
export async function joinSeries(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  members: readonly Member[],
  keyOf: (address: Address) => string,
): Promise<string[]> {
  if (members.length === 0) return [];
  const known = await readKnown(tx, members, keyOf);
  const fresh: (typeof series.$inferInsert)[] = [];
  const ids = members.map((member) => {
    const found = known.find((one) => isSame(one, member));
    if (found) return found.id;
    const id = randomUUID();
    known.push({ ...member, id });
    const { home_key: _, ...row } = member;
    fresh.push({ id, ...row, created_at: now, updated_at: now });
    return id;
  });
  if (fresh.length > 0) await insertList(tx, series, fresh);
  await tx
    .update(series)
    .set({ ended_at: null, updated_at: now })
    .where(sql`${anyOf(series.id, ids)} and ${series.ended_at} is not null`);
  return ids;
}

function isSame(one: Member, other: Member): boolean {
  return (
    one.customer_id === other.customer_id &&
    one.service_id === other.service_id &&
    one.frequency === other.frequency &&
    (one.home_key === other.home_key || (one.property_id !== null && one.property_id === other.property_id))
  );
}

/** The series of these customers, with the address of their newest visit. */
async function readKnown(tx: Database, members: readonly Member[], keyOf: (address: Address) => string) {
  const customer_ids = [...new Set(members.map(({ customer_id }) => customer_id))];
  const { rows } = await tx.execute<Omit<Member, "home_key"> & Address & { id: string }>(sql`
    select mine.id, mine.customer_id, mine.property_id, mine.service_id, mine.frequency,
      visit.address_line1, visit.address_line2, visit.city, visit.state, visit.zip_code
    from ${series} mine cross join lateral (
      select one.* from ${bookings} one where one.series_id = mine.id order by one.scheduled_date desc, one.id limit 1) visit
    where mine.customer_id = any(${sql.param(customer_ids)}::uuid[])
    order by mine.created_at, mine.id`);
  return rows.map(
    ({ id, customer_id, property_id, service_id, frequency, ...address }): Member & { id: string } => ({
      ...{ id, customer_id, property_id, service_id, frequency },
      home_key: keyOf(address),
    }),
  );
}

/** The series that these visits belong to, locked for whoever takes the visits back. `visits`: SQL of their ids. */
export async function lockSeriesOf(tx: Database, visits: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select mine.id from ${series} mine
    where mine.id in (select visit.series_id from ${bookings} visit where visit.id in ${visits})
    order by mine.id for update`);
  return rows.map(({ id }) => id);
}

/** Deletes those of these series that have no visit left. */
export async function removeEmptySeries(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from ${series} where ${anyOf(series.id, ids)}
      and not exists (select from ${bookings} visit where visit.series_id = ${series.id})`);
}
