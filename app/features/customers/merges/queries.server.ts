import { createHash } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import {
  customer_contacts,
  customer_distinctions,
  customer_merges,
  customers,
  properties,
} from "~/db/schema/customers";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { subselect } from "~/db/subselect";
import { formatPhone, nameOf } from "~/features/customers/records/contact";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDate } from "~/lib/dates";
import { formatNumber, numberIn } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import {
  isUndoable,
  type Party,
  type Proposal,
  REASONS,
  type Reason,
  UNDO_DAYS,
  type Undoable,
  whyNotMerge,
} from "./rules";

/** Proposals that are shown at a time. */
const MOST = 50;

/**
 * Pairs of customers who share an email or a phone, or a name and a street, and of whom the office has not said that they
 * are not the same. Of one customer, or of all.
 */
export async function readProposals(ctx: StaffCtx, of: string | null = null): Promise<Proposal[]> {
  const { rows } = await ctx.db.execute<{ one: string; other: string; reasons: Reason[] }>(sql`
    select one, other, array_agg(distinct reason order by reason) as reasons from (
      ${ofContacts(of)} union all ${ofStreets(of)}
    ) pairs
    where not exists (select from ${customer_distinctions} apart where apart.one = pairs.one and apart.other = pairs.other)
    group by one, other order by one, other limit ${MOST}`);
  const parties = await readParties(
    ctx,
    rows.flatMap(({ one, other }) => [one, other]),
  );
  return rows.flatMap(({ one, other, reasons }) => {
    const pair = { one: parties.get(one), other: parties.get(other) };
    if (!pair.one || !pair.other) return [];
    return [{ one: pair.one, other: pair.other, reasons: reasons.map((reason) => REASONS[reason]) }];
  });
}

/** The smaller id first. `of` is compared on one side, so that its index is used. */
function ofContacts(of: string | null): SQL {
  return sql`select least(mine.customer_id, theirs.customer_id) as one, greatest(mine.customer_id, theirs.customer_id) as other,
      mine.kind as reason
    from ${customer_contacts} mine join ${customer_contacts} theirs on theirs.kind = mine.kind and theirs.value = mine.value
    where ${of ? sql`mine.customer_id = ${of} and theirs.customer_id <> mine.customer_id` : sql`mine.customer_id < theirs.customer_id`}`;
}

function ofStreets(of: string | null): SQL {
  return sql`select least(mine.id, theirs.id), greatest(mine.id, theirs.id), 'street'
    from ${customers} mine join ${customers} theirs on theirs.name = mine.name and theirs.merged_into is null
    join ${properties} home on home.customer_id = mine.id
    join ${properties} same on same.customer_id = theirs.id and same.zip_code = home.zip_code
      and lower(same.address_line1) = lower(home.address_line1)
    where mine.name <> '' and mine.merged_into is null
      and ${of ? sql`mine.id = ${of} and theirs.id <> mine.id` : sql`mine.id < theirs.id`}`;
}

async function readParties(ctx: StaffCtx, ids: string[]): Promise<Map<string, Party>> {
  if (ids.length === 0) return new Map();
  const { db } = ctx;
  const number = (table: typeof bookings | typeof plans | typeof orders) =>
    subselect(sql<number>`(select count(*)::int from ${table} where ${table.customer_id} = ${customers.id})`);
  const { timezone } = await readCompany(ctx);
  const found = await db
    .select({ customer: customers, bookings: number(bookings), plans: number(plans), orders: number(orders) })
    .from(customers)
    .where(inArray(customers.id, ids));
  const contacts = await db
    .select()
    .from(customer_contacts)
    .where(inArray(customer_contacts.customer_id, ids))
    .orderBy(customer_contacts.kind, desc(customer_contacts.is_primary), customer_contacts.value);
  const homes = await db
    .select()
    .from(properties)
    .where(inArray(properties.customer_id, ids))
    .orderBy(properties.created_at, properties.id);
  const parties = found.map(
    ({ customer, ...counts }): Party => ({
      ...counts,
      id: customer.id,
      number: formatNumber(customer.number),
      name: nameOf(customer) ?? "No name provided",
      user_id: customer.user_id,
      merged_into: customer.merged_into,
      has_account: customer.user_id !== null,
      contacts: contacts
        .filter(({ customer_id }) => customer_id === customer.id)
        .map(({ kind, value }) => (kind === "phone" ? formatPhone(value) : value)),
      homes: homes
        .filter(({ customer_id }) => customer_id === customer.id)
        .map(({ address_line1, city }) => `${address_line1}, ${city}`),
      since: formatDate(customer.created_at.toZonedDateTimeISO(timezone).toPlainDate().toString()),
    }),
  );
  return new Map(parties.map((party) => [party.id, party]));
}

/** What a merge of two would make: both, which can be kept, and why not. `seen` tells whether one changes before the merge. */
export async function readPreview(ctx: StaffCtx, one: string, other: string) {
  const parties = await readParties(ctx, [one, other]);
  const pair = [parties.get(one), parties.get(other)] as const;
  const [first, second] = pair;
  const whyNot = [whyNotMerge({ kept: first, merged: second }), whyNotMerge({ kept: second, merged: first })];
  const [kept = null] = pair.flatMap((party, place) => (party && whyNot[place] === null ? [party.id] : []));
  return {
    parties: pair.flatMap((party) => party ?? []),
    can_keep: pair.flatMap((party, place) => (party && whyNot[place] === null ? [party.id] : [])),
    kept,
    refusal: kept ? null : whyNot[0],
    seen: seenOf(pair),
  };
}

/** A text that differs when one of the two has changed. */
export function seenOf(pair: readonly (Party | undefined)[]): string {
  const sorted = pair.map((party) => JSON.stringify(party ?? null)).sort();
  return createHash("sha256").update(sorted.join()).digest("base64url");
}

/** Both customers of a merge as they are now. */
export async function readPair(ctx: StaffCtx, tx: Database, kept: string, merged: string) {
  const parties = await readParties({ ...ctx, db: tx }, [kept, merged]);
  return { kept: parties.get(kept), merged: parties.get(merged) };
}

/** The customer with this number ("1042", "#1042"), merged ones excepted; null if there is none. */
export async function idOfNumber({ db }: StaffCtx, text: string): Promise<string | null> {
  const number = numberIn(text);
  if (number === null) return null;
  const [found] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.number, number), isNull(customers.merged_into)));
  return found?.id ?? null;
}

/** The merges of a customer that staff can undo, newest first. */
export async function readMerges(ctx: StaffCtx, customerId: string): Promise<Undoable[]> {
  const { timezone } = await readCompany(ctx);
  const gone = alias(customers, "gone");
  const found = await ctx.db
    .select({ id: customer_merges.id, at: customer_merges.created_at, customer: gone, author: users.name })
    .from(customer_merges)
    .innerJoin(gone, eq(gone.id, customer_merges.merged_id))
    .leftJoin(users, eq(users.id, customer_merges.author_id))
    .where(
      and(
        eq(customer_merges.kept_id, customerId),
        isNull(customer_merges.undone_at),
        isNotNull(customer_merges.author_id),
      ),
    )
    .orderBy(desc(customer_merges.created_at));
  const dayOf = (at: Temporal.Instant) =>
    formatDate(at.toZonedDateTimeISO(timezone).toPlainDate().toString());
  return found
    .filter(({ at }) => isUndoable(at, ctx.now))
    .map(({ id, at, customer, author }) => ({
      id,
      name: `${nameOf(customer) ?? "No name provided"} ${formatNumber(customer.number)}`,
      author: author ?? "Former staff member",
      on: dayOf(at),
      until: dayOf(at.add({ hours: UNDO_DAYS * 24 })),
    }));
}
