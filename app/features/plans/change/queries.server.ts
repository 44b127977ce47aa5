import { data, type RouterContextProvider } from "react-router";
import { manageUrl } from "~/features/booking/manage/link.server";
import { readReceipt } from "~/features/payments/orders/receipt.server";
import { planCtx } from "~/features/plans/ownership.server";
import { readPlan } from "~/features/plans/queries.server";
import { isUuid } from "~/lib/ids";
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
  const { next_charge, next_price, paused_from, resumes_on, resume_days, ends_on, ended_on, changes } = view;
  return {
    ...{ id, number, status, service, service_id, duration, address, notes, price, is_test, lines },
    ...{ next_charge, next_price, paused_from, resumes_on, resume_days, ends_on, ended_on },
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
      day: view.upcoming.some((visit) => visit.can_change && !visit.late),
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
  const { pathname, search } = new URL(manageUrl(ctx, visit, "reschedule"));
  return pathname + search;
}

/** Reads a receipt of a paid charge that the actor may see; null otherwise. `no`: from 1; null for the newest. */
export async function readPlanReceipt(
  { db }: Pick<Ctx, "db">,
  plan: PlanView,
  orderId: string,
  no: number | null = null,
) {
  const charge = plan.charges.find(({ id }) => id === orderId);
  if (!isUuid(orderId) || charge?.status !== "completed") return null;
  const receipt = await readReceipt({ db }, orderId, no);
  if (!receipt) return null;
  return {
    ...receipt,
    customer: [plan.customer_name, plan.customer_email].filter((line) => line !== null),
    plan: [plan.service, `${plan.rhythm} at ${plan.time}`, plan.address],
  };
}
