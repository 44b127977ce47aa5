import { and, asc, desc, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { orders, refunds } from "~/db/schema/payments";
import { plans } from "~/db/schema/plans";
import type { BookingStatus } from "~/features/booking/booking";
import { isLate } from "~/features/booking/cancellation";
import { ERASED_STREET } from "~/features/booking/erased";
import { isProcessing } from "~/features/booking/processing";
import { durationInWords } from "~/features/booking/reads.server";
import { rhythmInWords } from "~/features/booking/rhythm";
import { companyToday } from "~/features/booking/slots";
import type { Frequency } from "~/features/catalog/service";
import { readSettings } from "~/features/settings/reads.server";
import { dateInWords, formatDate, timeInWords } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { type Cents, formatCents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import {
  asOf,
  type Changeable,
  decideEnd,
  decidePause,
  decideResume,
  decideSkipMonth,
  type End,
  nextCharge,
  type Pause,
  type Refused,
  type Resume,
} from "./changes";
import { ownPlan } from "./ownership.server";
import { GRACE_DAYS, type PlanStatus } from "./plan";

/** A visit of a plan. `late`: less than the policy's hours before its start. */
export type PlanVisit = {
  id: string;
  visit: number;
  status: BookingStatus;
  date: string;
  date_in_words: string;
  time: string;
  starts_at: Temporal.Instant;
  crew_id: string | null;
  can_change: boolean;
  late: boolean;
  needs_attention: boolean;
};

/** A charge of a plan: an order. */
export type PlanCharge = {
  id: string;
  amount: string;
  /** What went back of it, if anything did. */
  refunded: string | null;
  status: "pending" | "completed" | "failed";
  date: string;
};

/** A plan as its customer, or staff, see it: finished strings, company time. */
export type PlanView = {
  id: string;
  user_id: string | null;
  status: PlanStatus;
  service: string;
  service_id: string;
  frequency: Frequency;
  /** "Every other Tuesday". */
  rhythm: string;
  time: string;
  duration: string;
  first_date: string;
  crew: string | null;
  address: string;
  notes: string | null;
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  /** A month, tax included. */
  price: string;
  amount: Cents;
  currency: string;
  lines: { label: string; amount: string }[];
  policy: { full_refund_hours: number; late_fee_percent: number };
  today: string;
  /** The day of the next charge; null when there is none. */
  next_charge: string | null;
  paused_from: string | null;
  resumes_on: string | null;
  ends_on: string | null;
  ended_on: string | null;
  /** The day on which an unpaid plan is ended. */
  grace_ends_on: string | null;
  invoice_url: string | null;
  needs_attention: string | null;
  /** Whether a provider charges it, or has. */
  subscribed: boolean;
  /** From today on, those that were skipped too; the next one first. */
  upcoming: PlanVisit[];
  /** The newest first. */
  charges: PlanCharge[];
  /** What each change would do now, or why it can't be. */
  changes: {
    skip_month: Pause | Refused;
    pause: Pause | Refused;
    resume: Resume | Refused;
    end: End | Refused;
  };
};

/** One plan of the actor's; null when there is none with this id, or it isn't theirs. */
export async function readPlan(ctx: Pick<Ctx, "db" | "now" | "actor">, id: string): Promise<PlanView | null> {
  if (!isUuid(id)) return null;
  const [plan] = await readPlans(ctx, eq(plans.id, id));
  return plan ?? null;
}

/** The actor's own plans that they have paid for, those that go on first. */
export function readMyPlans(ctx: Pick<Ctx, "db" | "now" | "actor">): Promise<PlanView[]> {
  return readPlans(
    ctx,
    sql`exists (select from ${orders}
    where ${orders.plan_id} = ${plans.id} and ${orders.status} = 'completed')`,
  );
}

/** The plan that a checkout session pays for; its unguessable id is the key to it. */
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
  const views: PlanView[] = [];
  for (const row of rows) {
    const [upcoming, charges] = await Promise.all([
      readUpcoming(ctx, row.plan.id, zone),
      readCharges(ctx, row.plan.id, zone),
    ]);
    views.push(viewOf(row, { upcoming, charges, now: ctx.now, zone }));
  }
  return views;
}

type Row = { plan: typeof plans.$inferSelect; service: string; crew: string | null };
type Around = Pick<PlanView, "upcoming" | "charges"> & { now: Temporal.Instant; zone: string };

function viewOf({ plan: kept, service, crew }: Row, { upcoming, charges, now, zone }: Around): PlanView {
  const today = companyToday(now, zone);
  const at = { now, today, zone };
  const plan = asOf(kept, at);
  const inWords = (amount: Cents) => formatCents(amount, plan.currency);
  const changeable: Changeable = plan;
  const street = [plan.address_line1, plan.address_line2].filter(Boolean).join(", ");
  return {
    id: plan.id,
    user_id: plan.user_id,
    status: plan.status,
    service,
    service_id: plan.service_id,
    frequency: plan.frequency,
    rhythm: rhythmInWords(plan),
    time: timeInWords(plan.slot_time),
    duration: durationInWords(plan.visit_minutes / 60),
    first_date: plan.first_date,
    crew,
    address: `${street}, ${plan.city}, ${plan.state} ${plan.zip_code}`,
    notes: plan.notes,
    customer_name: plan.customer_name,
    customer_email: plan.customer_email,
    customer_phone: plan.customer_phone,
    price: inWords(plan.amount),
    amount: plan.amount,
    currency: plan.currency,
    lines: plan.price_lines.map(({ label, amount }) => ({ label, amount: inWords(amount) })),
    policy: plan.policy,
    today,
    next_charge: nextCharge(changeable, at),
    paused_from: plan.paused_from,
    resumes_on: plan.resumes_on,
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

async function readUpcoming({ db, now }: Pick<Ctx, "db" | "now">, planId: string, zone: string) {
  const today = companyToday(now, zone);
  const rows = await db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.plan_id, planId),
        sql`${bookings.scheduled_date} >= ${today}`,
        sql`(${bookings.status} <> 'cancelled' or ${bookings.cancelled_at} is not null)`,
      ),
    )
    .orderBy(asc(bookings.starts_at), asc(bookings.plan_visit));
  return rows.map((row): PlanVisit => {
    const ahead = Temporal.Instant.compare(row.starts_at, now) > 0;
    return {
      id: row.id,
      visit: row.plan_visit ?? 0,
      status: row.status,
      date: row.scheduled_date,
      date_in_words: dateInWords(row.scheduled_date),
      time: timeInWords(row.scheduled_time),
      starts_at: row.starts_at,
      crew_id: row.crew_id,
      can_change: ahead && row.status === "confirmed",
      late: isLate(row, now),
      needs_attention: row.needs_attention !== null,
    };
  });
}

async function readCharges({ db }: Pick<Ctx, "db">, planId: string, zone: string): Promise<PlanCharge[]> {
  const rows = await db
    .select({
      ...getTableColumns(orders),
      refunded: sql<number>`(
        select coalesce(sum(${refunds.amount}), 0)::int from ${refunds}
        where ${refunds.order_id} = ${orders.id} and ${refunds.status} not in ('failed', 'cancelled'))`,
    })
    .from(orders)
    .where(eq(orders.plan_id, planId))
    .orderBy(desc(orders.created_at), desc(orders.id));
  return rows.map(({ id, amount, refunded, currency, status, completed_at, created_at }) => ({
    id,
    amount: formatCents(amount, currency),
    refunded: refunded > 0 ? formatCents(refunded, currency) : null,
    status,
    date: formatDate(companyToday(completed_at ?? created_at, zone)),
  }));
}

function graceEnd(since: Temporal.Instant): Temporal.Instant {
  return since.add({ hours: GRACE_DAYS * 24 });
}
