import { type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { import_rows, import_visits } from "~/db/schema/imports";
import { order_lines, orders } from "~/db/schema/payments";
import { series } from "~/db/schema/series";
import { nameDependents, referencesTo } from "~/features/moving/references.server";
import { lockSeriesOf, removeEmptySeries } from "~/features/plans/series/join.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

/** Tables that an import itself writes; they are looked at one by one. */
const LOOKED_AT = ["orders", "order_lines", "import_visits"];

/** Words for what refers to a visit or its order, by table. A table that is not here is named as it is. */
const WHAT: Record<string, string> = {
  bookings: "a re-clean",
  charges: "a payment",
  refunds: "a refund",
  reviews: "a review",
  claims: "a claim",
  visit_events: "what its crew did",
  visit_photos: "photos",
  visit_reports: "a report of its crew",
  mails: "an email",
  storm_offers: "another time that was offered",
};

/** The visits that a run added (or changed), with the moment of it. */
const visitsOf = (run_id: string, which: "added" | "changed") => sql`(
  select (done.made ->> 'booking_id')::uuid as id, done.customer_id, done.done_at as at from ${import_rows} done
  where done.run_id = ${run_id} and done.made ->> 'added' = ${which === "added" ? "true" : "false"}
    and (${which === "added"} or done.made -> 'before' <> 'null'::jsonb))`;

const whatOf = (table: string, number: SQL) =>
  sql`${WHAT[table] ?? `a record in ${table}`}::text || ' of visit #' || ${number}`;

/**
 * Locks the visits of an import, and reads what has come to depend on them: rows of any table that refer to one, payments, and
 * changes by staff, crews or a later import.
 */
export async function readVisitDependents(tx: Database, run_id: string) {
  const added = visitsOf(run_id, "added");
  const changed = visitsOf(run_id, "changed");
  const series_ids = await lockSeriesOf(tx, sql`(select id from ${added} a)`);
  const ofSeries = sql`${sql.param(series_ids)}::uuid[]`;
  await tx.execute(
    sql`select ${bookings.id} from ${bookings} where ${bookings.id} in (select id from ${added} a union all select id from ${changed} c)
      order by ${bookings.id} for update`,
  );
  const number = sql`visit.number`;
  const since = (
    done: SQL,
  ) => sql`select visit.customer_id, 'a change of visit #' || visit.number || ' since' as what
    from ${bookings} visit join ${done} done on done.id = visit.id where visit.updated_at > done.at`;
  const parts: SQL[] = [
    since(added),
    since(changed),
    sql`select visit.customer_id, 'visit #' || visit.number || ', which was added to its series here' as what
      from ${bookings} visit where visit.series_id = any(${ofSeries})
        and not exists (select from ${import_visits} link where link.booking_id = visit.id)`,
    sql`select mine.customer_id, 'a plan that its series was sold as' as what
      from ${series} mine where mine.id = any(${ofSeries}) and mine.plan_id is not null`,
    ...(await referencesTo(tx, "bookings", LOOKED_AT)).map(
      ({ table, column }) => sql`select visit.customer_id, ${whatOf(table, number)} as what
        from ${sql.identifier(table)} thing join ${added} done on done.id = thing.${column}
          join ${bookings} visit on visit.id = done.id`,
    ),
    ...(await referencesTo(tx, "orders", LOOKED_AT)).map(
      ({ table, column }) => sql`select visit.customer_id, ${whatOf(table, number)} as what
        from ${sql.identifier(table)} thing join ${orders} owed on owed.id = thing.${column}
          join ${added} done on done.id = owed.booking_id join ${bookings} visit on visit.id = done.id`,
    ),
    sql`select visit.customer_id, 'another visit of its crew at the time that visit #' || visit.number || ' had' as what
      from ${import_rows} done join ${bookings} visit on visit.id = (done.made ->> 'booking_id')::uuid
        join ${bookings} other on other.crew_id = (done.made -> 'before' ->> 'crew_id')::uuid
          and other.blocked && (done.made -> 'before' ->> 'blocked')::tstzrange and other.status <> 'cancelled'
      where done.run_id = ${run_id} and done.made ->> 'added' = 'false'
        and done.made -> 'before' ->> 'status' <> 'cancelled'
        and not exists (select from ${changed} mine where mine.id = other.id)
        and not exists (select from ${added} mine where mine.id = other.id)`,
    sql`select visit.customer_id, 'a change of what is owed for visit #' || visit.number as what
      from ${orders} owed join ${added} done on done.id = owed.booking_id join ${bookings} visit on visit.id = done.id
      where owed.updated_at > done.at or exists (
        select from ${order_lines} line where line.order_id = owed.id and line.created_at > done.at)`,
  ];
  return nameDependents(tx, parts);
}

/** Takes back the visits that an import added, the series that have no other visit, and what it changed of others. */
export async function takeBackVisits(tx: Database, { now }: StaffCtx, run_id: string): Promise<void> {
  const added = visitsOf(run_id, "added");
  const series_ids = await lockSeriesOf(tx, sql`(select id from ${added} a)`);
  await tx.execute(sql`delete from ${orders} where ${orders.booking_id} in (select id from ${added} a)`);
  await tx.execute(sql`delete from ${bookings} where ${bookings.id} in (select id from ${added} a)`);
  await removeEmptySeries(tx, series_ids);
  const made = sql`(select done.made from ${import_rows} done
    where done.run_id = ${run_id} and done.made ->> 'added' = 'false')`;
  await tx.execute(sql`
    update ${bookings} visit set
      crew_id = was.crew_id, scheduled_date = was.scheduled_date, scheduled_time = was.scheduled_time,
      duration_hours = was.duration_hours, starts_at = was.starts_at, ends_at = was.ends_at, blocked = was.blocked,
      status = was.status, cancelled_at = was.cancelled_at, total_amount = was.total_amount,
      tax_amount = was.tax_amount, price_lines = was.price_lines, override_reason = was.override_reason,
      history_of = case when done.made -> 'before' ? 'history_of' then was.history_of else visit.history_of end,
      needs_attention = case when done.made -> 'before' ? 'needs_attention' then was.needs_attention else visit.needs_attention end,
      calendar_sequence = visit.calendar_sequence + 1, updated_at = ${now.toString()}::timestamptz
    from ${made} done cross join lateral jsonb_to_record(done.made -> 'before') as was (crew_id uuid,
      scheduled_date date, scheduled_time time, duration_hours numeric, starts_at timestamptz, ends_at timestamptz,
      blocked tstzrange, status text, cancelled_at timestamptz, total_amount integer, tax_amount integer,
      price_lines jsonb, override_reason text, history_of text, needs_attention text)
    where done.made -> 'before' <> 'null'::jsonb and visit.id = (done.made ->> 'booking_id')::uuid`);
  await tx.execute(sql`
    delete from ${order_lines} where id in (select jsonb_array_elements_text(done.made -> 'order' -> 'line_ids')::uuid
      from ${made} done where done.made -> 'order' <> 'null'::jsonb)`);
  await tx.execute(sql`
    update ${orders} owed set status = done.made -> 'order' ->> 'status', updated_at = ${now.toString()}::timestamptz,
      completed_at = case done.made -> 'order' ->> 'status' when 'completed' then owed.completed_at end
    from ${made} done where done.made -> 'order' <> 'null'::jsonb
      and owed.id = (done.made -> 'order' ->> 'id')::uuid`);
  await tx.execute(sql`
    update ${import_visits} link set said = done.made -> 'link' -> 'said', facts = done.made -> 'link' -> 'facts',
      frequency = done.made -> 'link' ->> 'frequency'
    from ${made} done where link.id = (done.made -> 'link' ->> 'id')::uuid`);
  await tx.execute(sql`update ${import_rows} set made = null where ${import_rows.run_id} = ${run_id}`);
}
