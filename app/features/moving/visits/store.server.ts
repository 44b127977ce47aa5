import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { audit_log } from "~/db/schema/audit";
import { bookings } from "~/db/schema/bookings";
import { import_visits } from "~/db/schema/imports";
import { order_lines, orders } from "~/db/schema/payments";
import { answersTo } from "~/features/moving/rules";
import { type Done, markRows, type Run } from "~/features/moving/run.server";
import { rowsOf } from "~/features/payments/orders/lines.server";
import { OFFICE_PROVIDER } from "~/features/payments/orders/rules";
import { auditRow } from "~/platform/audit.server";
import type { Database } from "~/platform/database/database.server";
import { insertList } from "~/platform/database/insert.server";
import type { JobCtx } from "~/platform/runtime.server";
import { changeVisit, otherCrew, type VisitMade } from "./change.server";
import type { Compared } from "./compare.server";
import type { Company } from "./queries.server";
import { factsOf, linesOf, notesOf, owedOf, programOf, saidBy } from "./rules";
import { type Joined, joinVisits } from "./series.server";

/** A visit that is added, with the crew that it gets and the rule that was set aside for it. */
type Work = {
  one: Compared;
  booking_id: string;
  crew_id: string | null;
  override_reason: string | null;
  joined: Joined;
  reason: string | null;
};

/**
 * Stores what compared rows about different visits do. A clash or conflict without an answer has come up since the dry run:
 * its row is left out, and says so. No email goes out, no money moves, and a visit whose crew is taken meanwhile is laid
 * without one.
 */
export async function storeVisits(
  tx: Database,
  ctx: JobCtx,
  run: Run,
  { company, compared }: { company: Company; compared: Compared[] },
): Promise<void> {
  const left = compared.flatMap((one) => leftOut(one) ?? []);
  const out = new Set(left.map(({ line }) => line));
  const stays = compared.filter(({ line }) => !out.has(line));
  const fresh = stays.filter(({ known }) => !known);
  const series = await joinVisits(tx, ctx, fresh);
  const toWork = (one: Compared, crew_id: string | null) =>
    workOf(one, crew_id, { run, joined: series.get(one.line) ?? ALONE });
  const works = fresh.filter(({ answer }) => answer !== "crew").map((one) => toWork(one, one.crew.id));
  await addVisits(tx, ctx, run, company, works);
  // Those that ask for another crew come last, one after the other: each takes a crew from the next.
  for (const one of fresh.filter(({ answer }) => answer === "crew")) {
    const work = toWork(one, await otherCrew(tx, one, company));
    await addVisits(tx, ctx, run, company, [work]);
    works.push(work);
  }
  const changed: Done[] = [];
  for (const one of stays) if (one.known) changed.push(await changeVisit(tx, ctx, run, company, one));
  await markRows(tx, ctx, run.id, [
    ...left,
    ...changed,
    ...works.map(({ one, booking_id, reason }) => ({
      ...{ line: one.line, customer_id: one.whose.customer.id, verdict: one.verdict, reason },
      made: { booking_id, added: true } satisfies VisitMade,
    })),
  ]);
}

/** Of no series. */
const ALONE: Joined = { series_id: null, needs_attention: null };

function leftOut({ line, verdict, answer, clash, whose }: Compared): Done | null {
  if (verdict !== "conflict") return null;
  const isAnswered = answer !== null && answersTo(clash?.clash ?? null).includes(answer);
  if (isAnswered && answer !== "skip") return null;
  const why = clash ? clash.words : "The visit was changed here.";
  const reason = isAnswered
    ? "Left out, as you chose."
    : `Left out: ${why} That came up after the dry run. Import the file again to answer it.`;
  return { line, verdict, customer_id: whose.customer.id, reason, made: null };
}

function workOf(one: Compared, crew_id: string | null, { run, joined }: { run: Run; joined: Joined }): Work {
  const { answer, clash, crew } = one;
  const booking_id = randomUUID();
  const isSetAside = clash !== null && (answer === "anyway" || answer === "crew") && clash.clash !== "busy";
  return {
    ...{ one, booking_id, joined },
    reason: crew.is_gone ? "Its crew works here no more: scheduled without a crew." : null,
    crew_id: answer === "nobody" ? null : crew_id,
    override_reason: isSetAside ? `Imported from ${programOf(run)}: ${clash.words}` : null,
    ...(answer === "crew" && !crew_id ? { reason: "No other crew was free: scheduled without a crew." } : {}),
  };
}

/** Adds visits, those ahead with their orders. The database has the last word on crews: what it refuses is laid without one. */
async function addVisits(
  tx: Database,
  ctx: JobCtx,
  run: Run,
  company: Company,
  works: Work[],
): Promise<void> {
  if (works.length === 0) return;
  const rowOf = (work: Work) => bookingOf(work, ctx.now, run, company);
  const stored = await insertList(tx, bookings, works.map(rowOf), sql`on conflict do nothing returning id`);
  const ids = new Set(stored.map(({ id }) => id));
  const refused = works.filter(({ booking_id }) => !ids.has(booking_id));
  for (const work of refused) {
    work.crew_id = null;
    work.reason = "Its crew was taken meanwhile: scheduled without a crew.";
  }
  if (refused.length > 0) await insertList(tx, bookings, refused.map(rowOf));
  await addOrders(
    tx,
    ctx,
    run,
    company,
    works.filter(({ one }) => !one.is_history),
  );
  const links = works.map((work) => linkOf(work, ctx.now, run, company));
  await insertList(tx, import_visits, links);
  const entries = works.map(({ one, booking_id }) => ({
    ...{ action: "booking.imported", entity: "booking", entity_id: booking_id },
    ...{ customer_id: one.whose.customer.id, details: { import: run.id } },
  }));
  await insertList(
    tx,
    audit_log,
    entries.map((entry) => auditRow(ctx, entry)),
  );
}

function bookingOf(
  { one, booking_id, crew_id, override_reason, joined }: Work,
  now: Temporal.Instant,
  run: Run,
  { policy }: Company,
): typeof bookings.$inferInsert {
  const { row, whose, at, is_history, service_id, title } = one;
  const { customer, property_id, address } = whose;
  const isCancelled = row.status === "cancelled";
  const began = Temporal.Instant.compare(at.range.start, now) < 0 ? at.range.start : now;
  return {
    ...{ id: booking_id, service_id, property_id, crew_id, override_reason, policy, ...address },
    ...joined,
    ...{ user_id: customer.user_id, customer_id: customer.id, customer_name: customer.name },
    ...{ customer_email: customer.email, customer_phone: customer.phone },
    ...{ scheduled_date: at.date, scheduled_time: `${at.time}:00`, duration_hours: at.minutes / 60 },
    ...{ starts_at: at.range.start, ends_at: at.range.end, blocked: at.blocked },
    status: isCancelled ? "cancelled" : is_history ? "completed" : "confirmed",
    cancelled_at: isCancelled ? began : null,
    ...(is_history ? { total_amount: row.amount, tax_amount: row.tax } : owedOf(row)),
    price_lines: linesOf(row, title, is_history ? null : programOf(run)),
    ...{ bedrooms: row.bedrooms, bathrooms: row.bathrooms, half_baths: row.half_baths },
    ...{ square_feet: row.square_feet, notes: notesOf(row) },
    history_of: is_history ? run.vendor : null,
    // What took place then was booked then: no month's figures rise by the import.
    ...{ created_at: is_history ? began : now, updated_at: now },
  };
}

/** The orders of visits ahead, as of those that the office books by phone: paid on the day, or by the link that staff send. */
async function addOrders(tx: Database, { now }: JobCtx, run: Run, company: Company, works: Work[]) {
  if (works.length === 0) return;
  const made = works.map(({ one, booking_id }) => {
    const lines = linesOf(one.row, one.title, programOf(run));
    const amount = lines.reduce((sum, line) => sum + line.amount, 0);
    return { id: randomUUID(), booking_id, customer_id: one.whose.customer.id, amount, lines };
  });
  const rows = made.map(({ lines: _lines, ...order }) => ({
    ...order,
    ...{ currency: company.currency, provider: OFFICE_PROVIDER, created_at: now, updated_at: now },
    ...(order.amount === 0
      ? { status: "completed" as const, completed_at: now }
      : { status: "pending" as const }),
  }));
  await insertList(tx, orders, rows);
  const lines = made.flatMap((order) => rowsOf(order.id, order.lines, now));
  await insertList(tx, order_lines, lines);
}

function linkOf({ one, booking_id }: Work, now: Temporal.Instant, run: Run, { currency }: Company) {
  const { row, key, title, crew, whose } = one;
  return {
    ...{ vendor: run.vendor, visit_key: key, booking_id, customer_id: whose.customer.id, run_id: run.id },
    ...{ said: saidBy(row), frequency: row.frequency },
    facts: { From: programOf(run), ...factsOf(row, { title, crew: crew.name, currency }) },
    ...{ created_at: now, updated_at: now },
  };
}

/** The locks of the days ahead that rows would lay visits into. */
export function daysAhead(rows: { date: string }[], today: string): string[] {
  return rows.map(({ date }) => date).filter((date) => date >= today);
}
