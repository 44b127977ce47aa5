// Rooms: a plan shows its visits (booking), rhythm (scheduling) and payments (payments), in company time (operations).
import { and, asc, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { orders, refunds } from "~/db/schema/payments";
import { plan_prices, plans } from "~/db/schema/plans";
import { subselect } from "~/db/subselect";
import { ERASED_STREET, isLate } from "~/features/booking/booking";
import { formatDuration } from "~/features/booking/length";
import { readSettings } from "~/features/operations/settings/queries.server";
import { isProcessing } from "~/features/payments/orders/rules";
import type { PlanCharge, PlanView, PlanVisit } from "~/features/plans/change/view";
import { formatRhythm, visitDate } from "~/features/scheduling/availability/rhythm";
import { companyToday, formatDate, formatLongDate, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { type Cents, formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import { isTestPayment } from "~/lib/test-payment";
import type { Ctx } from "~/platform/context.server";
import {
  asOf,
  type Changeable,
  decideEnd,
  decidePause,
  decideResume,
  decideSkipMonth,
  nextCharge,
  resumeDays,
} from "./change/rules";
import { ownPlan } from "./ownership.server";
import { GRACE_DAYS, type Rhythm } from "./plan";
import { nextPrice, priceOn } from "./prices/price";

/** Reads a plan of the actor; null if there is none. */
export async function readPlan(ctx: Pick<Ctx, "db" | "now" | "actor">, id: string): Promise<PlanView | null> {
  if (!isUuid(id)) return null;
  const [plan] = await readPlans(ctx, eq(plans.id, id));
  return plan ?? null;
}

/** Reads the actor's paid plans, active ones first. */
export function readMyPlans(ctx: Pick<Ctx, "db" | "now" | "actor">): Promise<PlanView[]> {
  return readPlans(
    ctx,
    sql`exists (select from ${orders}
    where ${orders.plan_id} = ${plans.id} and ${orders.status} = 'completed')`,
  );
}

/** Reads the plan that a checkout session pays for. The session's id is the key to it. */
export async function readPlanBySession(
  ctx: Pick<Ctx, "db" | "now">,
  sessionId: string,
): Promise<(PlanView & { order_status: PlanCharge["status"]; processing: boolean }) | null> {
  const [order] = await ctx.db
    .select({
      plan_id: orders.plan_id,
      status: orders.status,
      processing_at: orders.processing_at,
      session_closed_at: orders.session_closed_at,
    })
    .from(orders)
    .where(eq(orders.payment_session_id, sessionId));
  if (!order?.plan_id) return null;
  const plan = await readPlan(
    { ...ctx, actor: { kind: "plan link", plan_id: order.plan_id } },
    order.plan_id,
  );
  return plan && { ...plan, order_status: order.status, processing: isProcessing(order) };
}

async function readPlans(ctx: Pick<Ctx, "db" | "now" | "actor">, which: SQL): Promise<PlanView[]> {
  const settings = await readSettings(ctx);
  const zone = settings["general.timezone"];
  const rows = await ctx.db
    .select({ plan: plans, service: services.title, crew: crews.name })
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .leftJoin(crews, eq(crews.id, plans.crew_id))
    .where(and(which, ownPlan(ctx.actor), ne(plans.address_line1, ERASED_STREET)))
    .orderBy(asc(sql`${plans.status} = 'ended'`), desc(plans.created_at), desc(plans.id));
  const ids = rows.map(({ plan }) => plan.id);
  if (ids.length === 0) return [];
  const rhythms = new Map(rows.map(({ plan }) => [plan.id, plan]));
  const [visits, charges, prices] = await Promise.all([
    readUpcoming(ctx, rhythms, zone),
    readCharges(ctx, ids, zone),
    ctx.db
      .select()
      .from(plan_prices)
      .where(inArray(plan_prices.plan_id, ids))
      .orderBy(asc(plan_prices.position)),
  ]);
  return rows.map((row) =>
    viewOf(row, {
      upcoming: visits.get(row.plan.id) ?? [],
      charges: charges.get(row.plan.id) ?? [],
      prices: prices.filter(({ plan_id }) => plan_id === row.plan.id),
      now: ctx.now,
      zone,
    }),
  );
}

type Row = { plan: typeof plans.$inferSelect; service: string; crew: string | null };
type Around = Pick<PlanView, "upcoming" | "charges"> & {
  now: Temporal.Instant;
  zone: string;
  prices: (typeof plan_prices.$inferSelect)[];
};

function viewOf({ plan: kept, service, crew }: Row, around: Around): PlanView {
  const { upcoming, charges, now, zone, prices } = around;
  const today = companyToday(now, zone);
  const at = { now, today, zone };
  const plan = asOf(kept, at);
  const formatAmount = (amount: Cents) => formatCents(amount, plan.currency);
  const changeable: Changeable = plan;
  const paid = priceOn(plan, prices, today);
  const next = nextPrice(prices, today);
  const street = [plan.address_line1, plan.address_line2].filter(Boolean).join(", ");
  return {
    id: plan.id,
    link_generation: plan.link_generation,
    number: formatNumber(plan.number),
    user_id: plan.user_id,
    customer_id: plan.customer_id,
    status: plan.status,
    service,
    service_id: plan.service_id,
    frequency: plan.frequency,
    rhythm: formatRhythm(plan),
    time: formatTime(plan.slot_time),
    duration: formatDuration(plan.visit_minutes / 60),
    first_date: plan.earlier_rhythms[0]?.first_date ?? plan.first_date,
    crew,
    address: `${street}, ${plan.city}, ${plan.state} ${plan.zip_code}`,
    notes: plan.notes,
    customer_name: plan.customer_name,
    customer_email: plan.customer_email,
    customer_phone: plan.customer_phone,
    is_test: isTestPayment(plan.provider),
    price: formatAmount(paid.amount),
    amount: plan.amount,
    currency: plan.currency,
    lines: paid.price_lines.map(({ label, amount }) => ({ label, amount: formatAmount(amount) })),
    next_price: next
      ? {
          price: formatAmount(next.amount),
          from: next.starts_on,
          rise: next.kind === "rise",
          kept: next.kept_at !== null,
          lines: next.price_lines.map(({ label, amount }) => ({ label, amount: formatAmount(amount) })),
        }
      : null,
    policy: plan.policy,
    today,
    next_charge: nextCharge(changeable, at),
    paused_from: plan.paused_from,
    resumes_on: plan.resumes_on,
    resume_days: resumeDays(plan, at),
    ends_on: plan.ends_on,
    ended_on: plan.ended_at && companyToday(plan.ended_at, zone),
    grace_ends_on: plan.past_due_since && companyToday(graceEnd(plan.past_due_since), zone),
    invoice_url: plan.invoice_url,
    needs_attention: plan.needs_attention,
    subscribed: plan.subscription_id !== null,
    upcoming,
    charges,
    changes: {
      skip_month: decideSkipMonth(changeable, at),
      pause: decidePause(changeable, at, null),
      resume: decideResume(changeable, at),
      end: decideEnd(changeable, at),
    },
  };
}

/** Reads the visits of each plan from today on. */
async function readUpcoming(
  { db, now }: Pick<Ctx, "db" | "now">,
  rhythms: Map<string, Rhythm>,
  zone: string,
) {
  const today = companyToday(now, zone);
  const rows = await db
    .select()
    .from(bookings)
    .where(
      and(
        inArray(bookings.plan_id, [...rhythms.keys()]),
        sql`${bookings.scheduled_date} >= ${today}`,
        sql`(${bookings.status} <> 'cancelled' or ${bookings.cancelled_at} is not null)`,
      ),
    )
    .orderBy(asc(bookings.starts_at), asc(bookings.plan_visit));
  return byPlan(rows, (row): PlanVisit => {
    const ahead = Temporal.Instant.compare(row.starts_at, now) > 0;
    const rhythm = rhythms.get(row.plan_id ?? "");
    return {
      id: row.id,
      link_generation: row.link_generation,
      visit: row.plan_visit ?? 0,
      status: row.status,
      date: row.scheduled_date,
      own_date: rhythm && row.plan_visit ? visitDate(rhythm, row.plan_visit) : row.scheduled_date,
      date_in_words: formatLongDate(row.scheduled_date),
      time: formatTime(row.scheduled_time),
      starts_at: row.starts_at,
      crew_id: row.crew_id,
      can_change: ahead && row.status === "confirmed",
      late: isLate(row, now),
      needs_attention: row.needs_attention !== null,
    };
  });
}

/** Reads the charges of each plan, newest first. */
async function readCharges({ db }: Pick<Ctx, "db">, planIds: string[], zone: string) {
  const rows = await db
    .select({
      ...getTableColumns(orders),
      refunded: subselect(sql<number>`(
        select coalesce(sum(${refunds.amount}), 0)::int from ${refunds}
        where ${refunds.order_id} = ${orders.id} and ${refunds.status} not in ('failed', 'cancelled'))`),
    })
    .from(orders)
    .where(inArray(orders.plan_id, planIds))
    .orderBy(desc(orders.created_at), desc(orders.id));
  return byPlan(rows, ({ id, amount, paid_amount, refunded, currency, ...row }): PlanCharge => {
    const formatAmount = (cents: Cents) => formatCents(cents, currency);
    const left = (paid_amount ?? 0) - refunded;
    return {
      id,
      amount: formatAmount(amount),
      refunded: refunded > 0 ? formatAmount(refunded) : null,
      status: row.status,
      otherwise:
        paid_amount === null
          ? null
          : { paid: formatAmount(paid_amount), left, left_in_words: formatAmount(left) },
      date: formatDate(companyToday(row.completed_at ?? row.created_at, zone)),
    };
  });
}

function byPlan<Row extends { plan_id: string | null }, Shown>(rows: Row[], show: (row: Row) => Shown) {
  const found = new Map<string, Shown[]>();
  for (const row of rows) {
    const id = row.plan_id ?? "";
    found.set(id, [...(found.get(id) ?? []), show(row)]);
  }
  return found;
}

function graceEnd(since: Temporal.Instant): Temporal.Instant {
  return since.add({ hours: GRACE_DAYS * 24 });
}
