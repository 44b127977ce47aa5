import { and, eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { readRefunds } from "~/features/booking/manage/queries.server";
import { readSettings } from "~/features/operations/settings/reads.server";
import type { PlanView } from "~/features/plans/change/plan-view";
import { companyToday } from "~/features/scheduling/availability/slots";
import { formatDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";

/** The receipt of one charge of a plan that its visitor may see; null when there is none, or it was not paid. */
export async function readPlanReceipt({ db }: Pick<Ctx, "db">, plan: PlanView, orderId: string) {
  const charge = plan.charges.find(({ id }) => id === orderId);
  if (!isUuid(orderId) || charge?.status !== "completed") return null;
  const [order] = await db
    .select({ amount: orders.amount, currency: orders.currency })
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
    number: orderId.slice(0, 8).toUpperCase(),
    paidOn: charge.date,
    customer: [plan.customer_name, plan.customer_email].filter((line) => line !== null),
    plan: [plan.service, `${plan.rhythm} at ${plan.time}`, plan.address],
    // what another amount is made of is not known
    lines:
      order.amount === plan.amount
        ? plan.lines
        : [{ label: `${plan.service}, a month`, amount: charge.amount }],
    total: charge.amount,
    refunds: given.map(({ amount, status, completed_at, created_at }) => ({
      amount: formatAmount(amount),
      status,
      date: dayOf(completed_at ?? created_at),
    })),
    balance: formatAmount(order.amount - back),
  };
}
