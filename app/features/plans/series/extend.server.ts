// Rooms: visits are booked (booking) and owed (payments) by the company's policy (operations), on days of crews (scheduling).
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { audit_log } from "~/db/schema/audit";
import { bookings } from "~/db/schema/bookings";
import { order_lines, orders } from "~/db/schema/payments";
import { series } from "~/db/schema/series";
import { feePolicyOf } from "~/features/operations/settings/fee-policy";
import { readSettings } from "~/features/operations/settings/queries.server";
import { rowsOf } from "~/features/payments/orders/lines.server";
import { OFFICE_PROVIDER } from "~/features/payments/orders/rules";
import { CLASH_ANSWERS, type ClashAnswer } from "~/features/scheduling/availability/clash";
import { localEnd } from "~/features/scheduling/availability/slots";
import { dayLocks, pickCrew } from "~/features/scheduling/crews/pick.server";
import { auditRow, recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import { anyOf, type Database, lockUntilCommit } from "~/platform/database/database.server";
import { insertList } from "~/platform/database/insert.server";
import { type Answers, answerKey } from "./forms";
import { isLaidOn, type NextVisit, readNextVisits } from "./preview.server";
import { lockSeries } from "./sell.server";
import { priceOf } from "./series";

/** `until`: a day in company time. */
export type Extension = { id: string; until: string; answers: Answers };

export type ExtendOutcome =
  /** `laid` visits were added, `crewless` of them without a crew; `left` were left out. */
  | { ok: true; laid: number; crewless: number; left: number }
  | { ok: false; reason: "not found" | "not possible"; message: string };

type Doer = Pick<Ctx, "db" | "now" | "actor">;
/** A visit to add, with the crew that it gets and the rule that is set aside for it. */
type Work = { visit: NextVisit; id: string; crew_id: string | null; override_reason: string | null };

/**
 * Lays the next visits of a series until a day, each like the last one at its time, owed like a visit that was booked by phone. No
 * email goes out. Done twice, it adds nothing: a day that has its visit gets no other.
 */
export function extendSeries(ctx: Doer, input: Extension): Promise<ExtendOutcome> {
  return ctx.db.transaction(async (tx): Promise<ExtendOutcome> => {
    const inside = { ...ctx, db: tx };
    const asked = { ids: [input.id], until: input.until };
    const days = (await readNextVisits(inside, asked)).map(({ date }) => date);
    await lockUntilCommit(tx, ...dayLocks(days));
    await lockSeries(tx, input.id);
    const [found] = await tx
      .select({ id: series.id, customer_id: series.customer_id, is_open: isLaidOn })
      .from(series)
      .where(eq(series.id, input.id));
    if (!found) return { ok: false, reason: "not found", message: "This series no longer exists." };
    if (!found.is_open) return { ok: false, reason: "not possible", message: ENDED };
    const visits = await readNextVisits(inside, asked);
    const works = visits.flatMap((visit) => workOf(visit, answerTo(visit, input.answers)) ?? []);
    const laid = new Set(works.map(({ visit }) => visit));
    const left = visits.filter((visit) => !visit.missing && !laid.has(visit)).length;
    const waiting = works.filter(({ crew_id }) => crew_id === undefined);
    await addVisits(tx, ctx, works.filter(isDecided));
    for (const work of waiting)
      await addVisits(tx, ctx, [{ ...work, crew_id: await otherCrew(tx, work.visit) }]);
    if (works.length > 0)
      await recordAudit(tx, ctx, {
        ...{ action: "series.extended", entity: "series", entity_id: found.id },
        ...{ customer_id: found.customer_id, details: { visits: works.length, until: input.until } },
      });
    const crewless = await tx.$count(
      bookings,
      sql`${anyOf(
        bookings.id,
        works.map(({ id }) => id),
      )} and ${bookings.crew_id} is null`,
    );
    return { ok: true, laid: works.length, crewless, left };
  });
}

const ENDED = "This series has ended or was sold as a plan. No visits are added to it.";

/** Null: the visit is laid as it is. One that is missing is left out unless it is answered for itself. */
function answerTo({ clash, date, time, missing }: NextVisit, { kinds, visits }: Answers): ClashAnswer | null {
  const own = visits[answerKey({ date, time })];
  if (missing && !own) return "skip";
  if (!clash) return own === "skip" ? "skip" : null;
  return own && CLASH_ANSWERS[clash.clash].includes(own) ? own : kinds[clash.clash];
}

type Open = Omit<Work, "crew_id"> & { crew_id: string | null | undefined };
const isDecided = (work: Open): work is Work => work.crew_id !== undefined;

/** The visit that an answer makes; null if it is left out. Its crew is undefined while another one is to be found. */
function workOf(visit: NextVisit, answer: ClashAnswer | null): Open | null {
  if (answer === "skip") return null;
  return {
    ...{ visit, id: randomUUID() },
    crew_id: answer === "crew" ? undefined : answer === "nobody" ? null : visit.crew_id,
    override_reason: answer === "anyway" ? `Added with its series: ${visit.clash?.words}` : null,
  };
}

/** A crew that is at work and free then; null if there is none. */
async function otherCrew(tx: Database, { like, date, time, range, blocked, crew_id }: NextVisit) {
  const settings = await readSettings({ db: tx });
  const [place] = await tx
    .select({ town: bookings.city, zip: bookings.zip_code })
    .from(bookings)
    .where(eq(bookings.id, like.id));
  const ends = localEnd(range, settings["general.timezone"]);
  const visit = { date, time: Temporal.PlainTime.from(time), ends, blocked, town: "", zip: "", ...place };
  return pickCrew(tx, visit, { avoid: crew_id ?? undefined, closed_too: true });
}

/** Adds visits with their orders. The database has the last word on crews: what it refuses is laid without one. */
async function addVisits(tx: Database, ctx: Doer, works: Work[]): Promise<void> {
  if (works.length === 0) return;
  const settings = await readSettings({ db: tx });
  const models = await tx
    .select()
    .from(bookings)
    .where(
      anyOf(
        bookings.id,
        works.map(({ visit }) => visit.like.id),
      ),
    );
  const modelOf = new Map(models.map((model) => [model.id, model]));
  const made = works.flatMap((work) => {
    const model = modelOf.get(work.visit.like.id);
    return model ? [{ work, model, price: priceOf(model.price_lines) }] : [];
  });
  const policy = feePolicyOf(settings);
  const rows = made.map(({ work, model, price }) => bookingOf(work, model, price, { policy, now: ctx.now }));
  const stored = await insertList(tx, bookings, rows, sql`on conflict do nothing returning id`);
  const ids = new Set(stored.map(({ id }) => id));
  const refused = rows.filter(({ id }) => !ids.has(id)).map((row) => ({ ...row, crew_id: null }));
  if (refused.length > 0) await insertList(tx, bookings, refused);
  const currency = settings["payments.default_currency"].toUpperCase();
  const owed = made.map(({ work, model, price }) => ({
    order: {
      ...{ id: randomUUID(), booking_id: work.id, customer_id: model.customer_id, amount: price.total },
      ...{ currency, provider: OFFICE_PROVIDER, created_at: ctx.now, updated_at: ctx.now },
      ...(price.total === 0
        ? { status: "completed" as const, completed_at: ctx.now }
        : { status: "pending" as const }),
    },
    lines: price.lines,
  }));
  await insertList(
    tx,
    orders,
    owed.map(({ order }) => order),
  );
  await insertList(
    tx,
    order_lines,
    owed.flatMap(({ order, lines }) => rowsOf(order.id, lines, ctx.now)),
  );
  const entries = made.map(({ work, model }) =>
    auditRow(ctx, {
      ...{ action: "booking.laid", entity: "booking", entity_id: work.id, customer_id: model.customer_id },
      details: { series: work.visit.series_id },
    }),
  );
  await insertList(tx, audit_log, entries);
}

type Booking = typeof bookings.$inferSelect;

/** The row of a visit that is like another one of its series, without what was paid for that in the other program. */
function bookingOf(
  { visit, id, crew_id, override_reason }: Work,
  model: Booking,
  { lines, total }: ReturnType<typeof priceOf<Booking["price_lines"][number]>>,
  { policy, now }: { policy: Booking["policy"]; now: Temporal.Instant },
): typeof bookings.$inferInsert {
  const { user_id, customer_id, customer_name, customer_email, customer_phone } = model;
  const { address_line1, address_line2, city, state, zip_code, property_id, service_id } = model;
  const { bedrooms, bathrooms, half_baths, square_feet, extras, notes, duration_hours } = model;
  const tax_amount = lines.reduce((sum, { kind, amount }) => sum + (kind === "tax" ? amount : 0), 0);
  return {
    ...{ id, crew_id, override_reason, policy, series_id: visit.series_id, status: "confirmed" },
    ...{ user_id, customer_id, customer_name, customer_email, customer_phone },
    ...{ address_line1, address_line2, city, state, zip_code, property_id, service_id },
    ...{ bedrooms, bathrooms, half_baths, square_feet, extras, notes, duration_hours },
    ...{ scheduled_date: visit.date, scheduled_time: `${visit.time}:00` },
    ...{ starts_at: visit.range.start, ends_at: visit.range.end, blocked: visit.blocked },
    ...{ total_amount: total - tax_amount, tax_amount, price_lines: lines },
    ...{ created_at: now, updated_at: now },
  };
}
