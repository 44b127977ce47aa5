// Rooms: a plan shows its visits (booking) and the lines of a month (payments), by company time (operations).
import { and, eq } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { orders } from "~/db/schema/payments";
import { manageUrl } from "~/features/booking/manage/link.server";
import { readRefunds } from "~/features/booking/manage/queries.server";
import { readSettings } from "~/features/operations/settings/queries.server";
import { readLines } from "~/features/payments/orders/lines.server";
import { planCtx } from "~/features/plans/ownership.server";
import { readPlan } from "~/features/plans/queries.server";
import { companyToday, formatDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import { formatNumber } from "~/lib/number";
import type { Ctx } from "~/platform/context.server";
import type { PlanCharge, PlanLink, PlanView, PlanVisit, ShownPlan, ShownPlanVisit } from "./view";

type Args = { request: Request; context: Readonly<RouterContextProvider>; params: { id: string } };

/** Returns the plan of the address and its link. Throws 404 if the actor may not see it. */
export async function openPlan({ request, context, params: { id } }: Args) {
  const ctx = await planCtx(request, context, id);
  const view = await readPlan(ctx, id);
  if (!view) throw data(null, { status: 404 });
  const link: PlanLink = { id, key: new URL(request.url).searchParams.get("key") };
  return { ctx, view, link, plan: shownPlan(ctx, view, link) };
}

/** The part of a plan that is sent to the browser. */
export function shownPlan(ctx: Ctx, view: PlanView, link: PlanLink): ShownPlan {
  const { id, number, status, service, service_id, duration, address, notes, price, is_test, lines } = view;
  const { next_charge, paused_from, resumes_on, resume_days, ends_on, ended_on, changes } = view;
  return {
    ...{ id, number, status, service, service_id, duration, address, notes, price, is_test, lines },
    ...{ next_charge, paused_from, resumes_on, resume_days, ends_on, ended_on },
    charges: view.charges.map(shownCharge),
    checked: view.charges.some(({ otherwise }) => otherwise && (status === "pending" || otherwise.left > 0)),
    when: `${view.rhythm} at ${view.time}`,
    pay_by: status === "past_due" ? view.grace_ends_on : null,
    pay_url: status === "past_due" ? view.invoice_url : null,
    needs_attention: view.upcoming.some((visit) => visit.needs_attention),
    visits: view.upcoming.map((visit) => shownVisit(ctx, visit, link)),
    can: {
      skip_month: changes.skip_month.ok,
      pause: changes.pause.ok,
      resume: changes.resume.ok,
      end: changes.end.ok,
    },
  };
}

function shownCharge({ id, amount, refunded, status, date, otherwise }: PlanCharge) {
  if (!otherwise) return { id, amount, refunded, status, date };
  return { id, amount: otherwise.paid, refunded, status: "checked" as const, date };
}

const STATES = { pending: "coming", confirmed: "coming", completed: "done", cancelled: "skipped" } as const;

function shownVisit(ctx: Ctx, visit: PlanVisit, { key }: PlanLink): ShownPlanVisit {
  const { id, date, own_date, date_in_words, time, can_change, late } = visit;
  return {
    ...{ id, date, own_date, date_in_words, time, can_change, late },
    state: visit.needs_attention ? "flagged" : STATES[visit.status],
    move: key ? moveWithKey(ctx, visit) : `/bookings/${id}/reschedule`,
  };
}

/** Returns the signed address where the holder of the plan’s link moves a visit. */
function moveWithKey(ctx: Ctx, visit: PlanVisit): string {
  const { pathname, search } = new URL(manageUrl(ctx, visit));
  return `${pathname}/reschedule${search}`;
}

/** Reads the receipt of a paid charge that the actor may see; null otherwise. */
export async function readPlanReceipt({ db }: Pick<Ctx, "db">, plan: PlanView, orderId: string) {
  const charge = plan.charges.find(({ id }) => id === orderId);
  if (!isUuid(orderId) || charge?.status !== "completed") return null;
  const [order] = await db
    .select({
      ...{ number: orders.number, currency: orders.currency },
      ...{ amount: orders.amount, charged: orders.charged, due: orders.due },
    })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.plan_id, plan.id)));
  if (!order) return null;
  const given = await readRefunds({ db }, orderId);
  const zone = (await readSettings({ db }))["general.timezone"];
  const dayOf = (at: Temporal.Instant) => formatDate(companyToday(at, zone));
  const formatAmount = (amount: number) => formatCents(amount, order.currency);
  const back = given
    .filter(({ status }) => status === "completed" || status === "pending")
    .reduce((sum, { amount }) => sum + amount, 0);
  return {
    isTest: plan.is_test,
    number: formatNumber(order.number),
    paidOn: charge.date,
    customer: [plan.customer_name, plan.customer_email].filter((line) => line !== null),
    plan: [plan.service, `${plan.rhythm} at ${plan.time}`, plan.address],
    lines: (await readLines({ db }, orderId)).map(({ label, amount }) => ({
      label,
      amount: formatAmount(amount),
    })),
    total: formatAmount(order.amount),
    paid: formatAmount(order.charged),
    due: order.due > 0 ? formatAmount(order.due) : null,
    refunds: given.map(({ amount, status, completed_at, created_at }) => ({
      amount: formatAmount(amount),
      status,
      date: dayOf(completed_at ?? created_at),
    })),
    balance: formatAmount(Math.max(0, order.charged - back)),
  };
}
