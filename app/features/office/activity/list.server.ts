import { and, asc, eq, inArray, isNotNull, like, ne, or, type SQL, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { user_roles, users } from "~/db/schema/accounts";
import { audit_log } from "~/db/schema/audit";
import { bookings } from "~/db/schema/bookings";
import { customers, profiles, properties } from "~/db/schema/customers";
import { orders } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import { defineList } from "~/features/office/lists/define.server";
import { findFew } from "~/features/office/lists/find.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { numberIn } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import { countUpTo } from "~/platform/database/counts.server";
import type { Database } from "~/platform/database/database.server";
import { type Change, changesOf, type Fact, formatDetails, type Names } from "./details";
import { ACTIVITY_LIST, type ActivityQuery, type ActivityRow } from "./list";
import { readNames } from "./names.server";
import { customerOf, namesOf, pathOf, sentenceOf } from "./words";

type Found = typeof audit_log.$inferSelect;

/** The audit trail. `staff` are the administrators to filter by. */
export const activityList = defineList(ACTIVITY_LIST, {
  select: (db) => db.select().from(audit_log),
  id: audit_log.id,
  date: audit_log.at,
  keys: { date: audit_log.at },
  edge: ({ at }) => at,
  wanted: async (ctx, query) => {
    const company = await readCompany(ctx);
    const called = await readCalled(ctx.db, query.q);
    return { filter: filterOf(query, called), currency: company.default_currency };
  },
  count: async (ctx, _, { filter }) => {
    const found = ctx.db.select({ id: audit_log.id }).from(audit_log).where(filter);
    const [count, staff] = await Promise.all([countUpTo(ctx.db, found), readEverStaff(ctx)]);
    return { ...count, staff };
  },
  rows: async (found, { ctx, zone, wanted }) => {
    const names = await readNames(ctx.db, found, wanted.currency);
    return found.map((row) => rowOf(row, names, zone));
  },
  lines: async (found, { ctx, wanted }) => {
    const names = await readNames(ctx.db, found, wanted.currency);
    return found.map((row) => ({
      ...row,
      ...sentenceOf(row, names),
      name: nameIn(row, names),
      customer: customerOf(row, names),
      changed: formatDetails(changesOf(row.details, namesOf(row, names))),
    }));
  },
  columns: [
    ["Entry", ({ id }) => id],
    ["Time", ({ at }) => at.toString()],
    ["Who", ({ who }) => who],
    ["What", ({ what }) => what],
    ["Customer", ({ customer }) => customer?.name ?? null],
    ["Action", ({ action }) => action],
    ["Entity", ({ entity }) => entity],
    ["Number or name", ({ name }) => name],
    ["Details", ({ changed }) => changed],
  ],
});

/** What people call the thing of an entry; null where only an id names it. */
function nameIn({ entity_id }: Found, { numbers }: Names): string | null {
  return numbers.get(entity_id) ?? (isUuid(entity_id) ? null : entity_id);
}

function rowOf(row: Found, names: Names, zone: string): ActivityRow {
  return {
    id: row.id,
    at: formatMoment(row.at, zone),
    entity: row.entity,
    ...sentenceOf(row, names),
    customer: customerOf(row, names),
  };
}

/** Newest entries for the dashboard, without sign-ins. */
export async function readRecentActivity(ctx: StaffCtx, count: number): Promise<ActivityRow[]> {
  const { timezone, default_currency } = await readCompany(ctx);
  const found = await ctx.db
    .select()
    .from(audit_log)
    .where(sql`${audit_log.action} <> 'user.signed_in'`)
    .orderBy(sql`${audit_log.at} desc, ${audit_log.id} desc`)
    .limit(count);
  const names = await readNames(ctx.db, found, default_currency);
  return found.map((row) => rowOf(row, names, timezone));
}

export type ActivityEntry = ActivityRow & {
  action: string;
  name: string | null;
  href: string | null;
  changes: Change[];
  facts: Fact[];
};

/** Reads an entry with its changes; null if the id is unknown. */
export async function readActivityEntry(ctx: StaffCtx, id: string): Promise<ActivityEntry | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  const [row] = await ctx.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.id, Number(id)));
  if (!row) return null;
  const { timezone, default_currency } = await readCompany(ctx);
  const names = await readNames(ctx.db, [row], default_currency);
  return {
    ...rowOf(row, names, timezone),
    action: row.action,
    name: nameIn(row, names),
    href: pathOf(row),
    ...changesOf(row.details, namesOf(row, names)),
  };
}

/** Shorter texts are in too many names. */
const LEAST = 3;

function filterOf({ q, filters }: ActivityQuery, called: string[]): SQL | undefined {
  const { actor, entity } = filters;
  return and(
    actor ? byActor(actor) : undefined,
    entity ? eq(audit_log.entity, entity) : undefined,
    q ? aboutThing(q, called) : undefined,
  );
}

/** A number of a booking, an order, a plan or a customer, the name of a customer, or how an id begins. */
function aboutThing(q: string, called: string[]): SQL | undefined {
  const number = numberIn(q);
  const begins = like(audit_log.entity_id, `${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`);
  if (number === null) return or(begins, aboutCustomers(called));
  const things = [bookings, orders, plans, customers].map(
    (table) => sql`select ${table.id}::text from ${table} where ${table.number} = ${number}`,
  );
  return or(begins, sql`${audit_log.entity_id} = any(array(${sql.join(things, sql` union all `)}))`);
}

/** The customers who are called so, and whoever was merged into them; none if the name is too short to tell few. */
async function readCalled(db: Database, q: string): Promise<string[]> {
  if (q.length < LEAST || numberIn(q) !== null) return [];
  const has = sql`${customers.name} like ${likePattern(q)} and ${customers.merged_into} is null`;
  const found = (await findFew(db, [{ from: sql`${customers}`, id: customers.id, has }])) ?? [];
  if (found.length === 0) return [];
  const merged = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(isNotNull(customers.merged_into), inArray(customers.merged_into, found)));
  return [...new Set([...found, ...merged.map(({ id }) => id)])];
}

/** Entries about these customers, or about what is theirs now. */
function aboutCustomers(ids: string[]): SQL | undefined {
  if (ids.length === 0) return;
  const given = sql`${`{${ids.join(",")}}`}::uuid[]`;
  const things = [bookings, orders, plans, properties].map(
    (table) => sql`select ${table.id}::text from ${table} where ${table.customer_id} = any(${given})`,
  );
  return or(
    inArray(audit_log.customer_id, ids),
    sql`${audit_log.entity_id} = any(array(${sql.join(things, sql` union all `)}
      union all select unnest(${given})::text))`,
  );
}

function byActor(actor: string): SQL | undefined {
  if (actor === "system") return eq(audit_log.actor, "system");
  if (actor !== "customers") return eq(audit_log.actor, `admin:${actor}`);
  // Most entries match, so reading in list order finds a page quickly without an index.
  return sql`split_part(${audit_log.actor}, ':', 1) in ('user', 'guest', 'link')`;
}

/** Present and former staff. */
async function readEverStaff({ db }: StaffCtx) {
  const name = sql<string>`coalesce(nullif(concat_ws(' ', ${profiles.first_name}, ${profiles.last_name}), ''), ${users.email})`;
  return db
    .selectDistinct({ id: users.id, name })
    .from(user_roles)
    .innerJoin(users, eq(users.id, user_roles.user_id))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(ne(user_roles.role, "user"))
    .orderBy(asc(name));
}
