import { randomBytes, randomUUID } from "node:crypto";
import { asc, eq, ne } from "drizzle-orm";
import { users } from "../../app/db/schema/accounts";
import { bookings } from "../../app/db/schema/bookings";
import { services } from "../../app/db/schema/catalog";
import { crews } from "../../app/db/schema/crews";
import { profiles, properties } from "../../app/db/schema/customers";
import { charges, order_lines, orders } from "../../app/db/schema/payments";
import { plans } from "../../app/db/schema/plans";
import {
  test_checkout_invoices,
  test_checkout_sessions,
  test_checkout_subscriptions,
} from "../../app/db/schema/test-checkout";
import type { Frequency } from "../../app/features/catalog/frequency";
import { priceBooking } from "../../app/features/catalog/pricing";
import { feePolicyOf } from "../../app/features/operations/settings/fee-policy";
import { parseSettings } from "../../app/features/operations/settings/settings";
import { PLAN_VISITS } from "../../app/features/plans/plan";
import { clashesOf, decideCrews, nextVisits, type Rules } from "../../app/features/plans/schedule/rules";
import {
  blockedRange,
  parseSlotTime,
  type SlotTime,
  slotRange,
} from "../../app/features/scheduling/availability/slots";
import { addDays, companyToday } from "../../app/lib/dates";
import type { Database } from "../../app/platform/database/database.server";
import { linesOf } from "./demo-orders";
import { seedOnce } from "./once";
import { demoEmail, people } from "./people";

const ZONE = "America/New_York";
const BUFFER_MINUTES = 30;

type Demo = {
  /** Which of the demo company's customers. */
  customer: number;
  service: string;
  frequency: Frequency;
  time: SlotTime;
  days_ago: number;
  paused?: boolean;
};

const DEMO: Demo[] = [
  { customer: 0, service: "monthly-home-care", frequency: "biweekly", time: "4:00 PM", days_ago: 17 },
  { customer: 3, service: "monthly-home-care", frequency: "biweekly", time: "4:00 PM", days_ago: 24 },
  {
    customer: 9,
    service: "monthly-janitorial",
    frequency: "weekly",
    time: "4:00 PM",
    days_ago: 40,
    paused: true,
  },
];

/** Plans of the demo company's customers: two that go on, and one that is paused. Run after `seedDemo`. */
export function seedPlans(db: Database, now: Temporal.Instant): Promise<boolean> {
  return seedOnce(db, "plans", async (tx) => {
    for (const demo of DEMO) await seedPlan(tx, now, demo);
  });
}

async function seedPlan(tx: Database, now: Temporal.Instant, demo: Demo): Promise<void> {
  const person = people[demo.customer];
  const [service] = await tx.select().from(services).where(eq(services.id, demo.service));
  if (!person || !service) return;
  const email = demoEmail(person);
  const [found] = await tx
    .select({ home: properties, phone: profiles.phone })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .innerJoin(properties, eq(properties.user_id, users.id))
    .where(eq(users.email, email))
    .limit(1);
  if (!found) return; // the demo company is somebody's own by now
  const { home, phone } = found;
  const customer = { name: `${person.first} ${person.last}`, email, phone: phone ?? "" };
  const began = now.subtract({ hours: demo.days_ago * 24 });
  const months = monthsOf(began, now);
  const charged = demo.paused ? months.slice(0, 1) : months;
  const period = months.at(-1);
  if (!period) return;
  const price = priceBooking(
    { ...service, prices: null },
    { frequency: demo.frequency },
    { collect: false, rate: 0 },
  );
  const subscription_id = demoId("sub");
  const paused_from = demo.paused ? companyToday(charged[0]?.period_end ?? now, ZONE) : null;
  const first_date = addDays(companyToday(began, ZONE), 2);
  const [plan] = await tx
    .insert(plans)
    .values({
      user_id: home.user_id,
      service_id: service.id,
      property_id: home.id,
      status: demo.paused ? "paused" : "active",
      frequency: demo.frequency,
      first_date,
      slot_time: "16:00",
      visit_minutes: service.visit_minutes,
      visits_laid: PLAN_VISITS,
      amount: price.charge,
      price_lines: price.lines,
      currency: "USD",
      policy: feePolicyOf(parseSettings([])),
      bedrooms: service.service_type === "residential" ? home.bedrooms : null,
      bathrooms: service.service_type === "residential" ? home.bathrooms : null,
      address_line1: home.address_line1,
      city: home.city,
      state: home.state,
      zip_code: home.zip_code,
      customer_name: customer.name,
      customer_email: customer.email,
      customer_phone: customer.phone,
      provider: "test-checkout",
      subscription_id,
      billing_anchor: began,
      ...period,
      paused_from,
      created_at: began,
      updated_at: now,
    })
    .returning();
  if (!plan) return;
  await charge(tx, plan, { began, months: charged, period, customer, price });
  await scheduleDemo(tx, now, began, plan, demo.time);
}

type Plan = typeof plans.$inferSelect;
type Month = { period_start: Temporal.Instant; period_end: Temporal.Instant };
type Charged = {
  began: Temporal.Instant;
  months: Month[];
  period: Month;
  customer: { name: string; email: string; phone: string };
  price: ReturnType<typeof priceBooking>;
};

/** The months since the first charge, the one that runs now the last. */
function monthsOf(began: Temporal.Instant, now: Temporal.Instant): Month[] {
  const end = (months: number) => began.toZonedDateTimeISO("UTC").add({ months }).toInstant();
  const months: Month[] = [];
  for (let month = 0; Temporal.Instant.compare(end(month), now) <= 0; month += 1) {
    months.push({ period_start: end(month), period_end: end(month + 1) });
  }
  return months;
}

/** What the test checkout knows of the plan, and an order for each charge. */
async function charge(tx: Database, plan: Plan, { began, months, period, customer, price }: Charged) {
  const session = `test_${randomBytes(24).toString("base64url")}`;
  const invoices = months.map((month) => ({ ...month, id: demoId("in") }));
  const subscription_id = plan.subscription_id ?? "";
  const money = { amount: plan.amount, currency: plan.currency };
  await tx.insert(test_checkout_sessions).values({
    ...money,
    id: session,
    idempotency_key: `demo:${plan.id}`,
    status: "paid",
    lines: price.lines,
    summary: [`${plan.address_line1}, ${plan.city}, ${plan.state} ${plan.zip_code}`],
    customer_email: customer.email,
    customer,
    success_url: `/payment-success?session_id=${session}`,
    cancel_url: `/payment-canceled?session_id=${session}`,
    expires_at: began.add({ minutes: 30 }),
    recurring: true,
    subscription_id,
    invoice_id: invoices[0]?.id ?? null,
    created_at: began,
  });
  await tx.insert(test_checkout_subscriptions).values({
    ...money,
    ...period,
    id: subscription_id,
    session_id: session,
    status: "active",
    paused: plan.paused_from !== null,
    created_at: began,
  });
  for (const [index, { id, ...month }] of invoices.entries()) {
    const at = month.period_start;
    await tx
      .insert(test_checkout_invoices)
      .values({ ...money, ...month, id, subscription_id, status: "paid", created_at: at });
    const order_id = randomUUID();
    const dated = { completed_at: at, created_at: at, updated_at: at };
    await tx.insert(orders).values({
      ...money,
      id: order_id,
      plan_id: plan.id,
      status: "completed",
      provider: "test-checkout",
      payment_session_id: index === 0 ? session : null,
      session_closed_at: index === 0 ? at : null,
      payment_id: id,
      invoice_id: id,
      ...dated,
    });
    await tx.insert(order_lines).values(linesOf(order_id, { ...plan, created_at: at }));
    await tx.insert(charges).values({
      ...{ ...money, ...dated, order_id, purpose: "plan", status: "completed" },
      ...{ provider: "test-checkout", payment_id: id },
    });
  }
}

/** The visits since the plan began, and the next ones; where the crew was busy, at the nearest time. */
async function scheduleDemo(
  tx: Database,
  now: Temporal.Instant,
  began: Temporal.Instant,
  plan: Plan,
  time: SlotTime,
) {
  const span = { today: plan.first_date, paused_from: plan.paused_from, resumes_on: null, ends_on: null };
  const wanted = nextVisits(plan, span, PLAN_VISITS + 2).map((visit) => ({ ...visit, time }));
  const rules = await rulesOf(tx, began, plan.visit_minutes);
  const proposals = new Map(
    clashesOf(decideCrews(wanted, rules)).map(({ visit, proposal }) => [visit, proposal]),
  );
  const moved = wanted.map((one) => ({ ...one, moved: proposals.get(one.visit) ?? undefined }));
  const { crew_id, visits } = decideCrews(moved, rules);
  await tx.update(plans).set({ crew_id }).where(eq(plans.id, plan.id));
  for (const { visit, date, time, crew_id } of visits) {
    if (!crew_id) continue;
    const range = slotRange(date, time, plan.visit_minutes, ZONE);
    const over = Temporal.Instant.compare(range.end, now) < 0;
    const { user_id, service_id, property_id, policy, bedrooms, bathrooms } = plan;
    const { address_line1, city, state, zip_code, customer_name, customer_email, customer_phone } = plan;
    await tx.insert(bookings).values({
      ...{ user_id, service_id, property_id, policy, bedrooms, bathrooms },
      ...{ address_line1, city, state, zip_code, customer_name, customer_email, customer_phone },
      plan_id: plan.id,
      plan_visit: visit,
      crew_id,
      scheduled_date: date,
      scheduled_time: parseSlotTime(time).toString(),
      duration_hours: plan.visit_minutes / 60,
      starts_at: range.start,
      ends_at: range.end,
      blocked: blockedRange(range, BUFFER_MINUTES),
      status: over ? "completed" : "confirmed",
      total_amount: 0,
      price_lines: [],
      created_at: began,
      updated_at: began,
    });
  }
}

async function rulesOf(tx: Database, now: Temporal.Instant, minutes: number): Promise<Rules> {
  const crewIds = await tx.select({ id: crews.id }).from(crews).orderBy(asc(crews.sort_order));
  const taken = await tx
    .select({ crew_id: bookings.crew_id, range: bookings.blocked })
    .from(bookings)
    .where(ne(bookings.status, "cancelled"));
  return {
    minutes,
    now,
    bufferMinutes: BUFFER_MINUTES,
    zone: ZONE,
    crewIds: crewIds.map(({ id }) => id),
    times: { hours: [], time_off: [] },
    busy: taken.flatMap(({ crew_id, range }) => (crew_id ? [{ crew_id, range }] : [])),
    closures: [],
  };
}

function demoId(kind: "sub" | "in"): string {
  return `test_${kind}_${randomBytes(12).toString("base64url")}`;
}
