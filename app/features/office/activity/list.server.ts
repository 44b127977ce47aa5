import { and, asc, eq, gte, like, lt, type SQL, sql } from "drizzle-orm";
import { batchesOf, COUNT_LIMIT, keyset, type Page, pageOf } from "~/db/keyset";
import { user_roles, users } from "~/db/schema/accounts";
import { audit_log } from "~/db/schema/audit";
import { profiles } from "~/db/schema/customers";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import type { AdminCtx } from "~/platform/context.server";
import { type Change, changesOf, type Fact } from "./details";
import type { ActivityExport, ActivityQuery, ActivityRow } from "./list";
import { readNames } from "./names.server";
import { namesOf, pathOf, sentenceOf } from "./words";

export type ActivityList = Page<ActivityRow> & {
  total: number;
  more: boolean;
  staff: { id: string; name: string }[];
};

/** One page of the audit trail, with how many lines there are (counted up to a limit). */
export async function readActivity(ctx: AdminCtx, query: ActivityQuery): Promise<ActivityList> {
  const { timezone, default_currency } = await readCompany(ctx);
  const where = whereOf(query, timezone);
  const { where: beyond, orderBy, limit } = keyset(query, KEY);
  const some = ctx.db
    .select({ id: audit_log.id })
    .from(audit_log)
    .where(where)
    .limit(COUNT_LIMIT + 1)
    .as("some");
  const [found, counted, staff] = await Promise.all([
    ctx.db
      .select()
      .from(audit_log)
      .where(and(where, beyond))
      .orderBy(...orderBy)
      .limit(limit),
    ctx.db.$count(some),
    readEverStaff(ctx),
  ]);
  const page = pageOf(query, found, keyOf);
  const names = await readNames(ctx.db, page.rows, default_currency);
  const rows = page.rows.map((row) => ({
    id: row.id,
    at: formatMoment(row.at, timezone),
    entity: row.entity,
    ...sentenceOf(row, names),
  }));
  return { ...page, rows, total: Math.min(counted, COUNT_LIMIT), more: counted > COUNT_LIMIT, staff };
}

/** The newest lines, for the dashboard; signing in is no work. */
export async function readRecentActivity(ctx: AdminCtx, count: number): Promise<ActivityRow[]> {
  const { timezone, default_currency } = await readCompany(ctx);
  const found = await ctx.db
    .select()
    .from(audit_log)
    .where(sql`${audit_log.action} <> 'user.signed_in'`)
    .orderBy(sql`${audit_log.at} desc, ${audit_log.id} desc`)
    .limit(count);
  const names = await readNames(ctx.db, found, default_currency);
  return found.map((row) => ({
    id: row.id,
    at: formatMoment(row.at, timezone),
    entity: row.entity,
    ...sentenceOf(row, names),
  }));
}

export type ActivityEntry = ActivityRow & {
  action: string;
  entity_id: string;
  href: string | null;
  changes: Change[];
  facts: Fact[];
};

/** One line with its two sides; null when there is none. */
export async function readActivityEntry(ctx: AdminCtx, id: string): Promise<ActivityEntry | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  const [row] = await ctx.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.id, Number(id)));
  if (!row) return null;
  const { timezone, default_currency } = await readCompany(ctx);
  const names = await readNames(ctx.db, [row], default_currency);
  return {
    id: row.id,
    at: formatMoment(row.at, timezone),
    ...sentenceOf(row, names),
    action: row.action,
    entity: row.entity,
    entity_id: row.entity_id,
    href: pathOf(row),
    ...changesOf(row.details, namesOf(row, names)),
  };
}

const KEY = { column: audit_log.at, id: audit_log.id };

/** Everything that the filters find, in batches of the list's order. */
export async function* exportActivity(ctx: AdminCtx, asked: ActivityQuery): AsyncGenerator<ActivityExport[]> {
  const { timezone, default_currency } = await readCompany(ctx);
  const where = whereOf(asked, timezone);
  const batches = batchesOf(
    asked,
    (query, limit) => {
      const { where: beyond, orderBy } = keyset(query, KEY);
      return ctx.db
        .select()
        .from(audit_log)
        .where(and(where, beyond))
        .orderBy(...orderBy)
        .limit(limit);
    },
    keyOf,
  );
  for await (const found of batches) {
    const names = await readNames(ctx.db, found, default_currency);
    yield found.map((row) => ({ ...row, ...sentenceOf(row, names), details: JSON.stringify(row.details) }));
  }
}

function keyOf({ at, id }: { at: Temporal.Instant; id: number }) {
  return { value: at.toString(), id: String(id) };
}

function whereOf({ q, filters }: ActivityQuery, timezone: string): SQL | undefined {
  const { actor, entity, day } = filters;
  return and(
    actor ? byActor(actor) : undefined,
    entity ? eq(audit_log.entity, entity) : undefined,
    day ? onDay(day, timezone) : undefined,
    q ? like(audit_log.entity_id, `${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`) : undefined,
  );
}

function byActor(actor: string): SQL | undefined {
  if (actor === "system") return eq(audit_log.actor, "system");
  if (actor !== "customers") return eq(audit_log.actor, `admin:${actor}`);
  // They are most of the trail: without an index of their own they are found while it is read in its order.
  return sql`split_part(${audit_log.actor}, ':', 1) in ('user', 'guest', 'link')`;
}

function onDay(day: string, timezone: string): SQL | undefined {
  const date = Temporal.PlainDate.from(day);
  const start = date.toZonedDateTime({ timeZone: timezone }).toInstant();
  const end = date.add({ days: 1 }).toZonedDateTime({ timeZone: timezone }).toInstant();
  return and(gte(audit_log.at, start), lt(audit_log.at, end));
}

/** Whoever is or was an administrator. */
async function readEverStaff({ db }: AdminCtx) {
  const name = sql<string>`coalesce(nullif(concat_ws(' ', ${profiles.first_name}, ${profiles.last_name}), ''), ${users.email})`;
  return db
    .selectDistinct({ id: users.id, name })
    .from(user_roles)
    .innerJoin(users, eq(users.id, user_roles.user_id))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(user_roles.role, "admin"))
    .orderBy(asc(name));
}
