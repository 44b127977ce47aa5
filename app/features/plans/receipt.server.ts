import { and, eq } from "drizzle-orm";
import { orders } from "~/db/schema/payments";
import { readRefunds } from "~/features/booking/visits.server";
import { isUuid } from "~/lib/ids";
import { formatCents } from "~/lib/money";
import type { Ctx } from "~/platform/context.server";
import type { PlanView } from "./reads.server";

/** The receipt of one charge of a plan that its visitor may see; null when there is none, or it was not paid. */
export async function readPlanReceipt({ db }: Pick<Ctx, "db">, plan: PlanView, orderId: string) {
  const charge = plan.charges.find(({ id }) => id === orderId);
  if (!isUuid(orderId) || charge?.status !== "completed") return null;
  const [order] = await db
    .select({ amount: orders.amount, currency: orders.currency })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.plan_id, plan.id)));
  if (!order) return null;
  const given = (await readRefunds({ db }, orderId)).filter(
    ({ status }) => status === "completed" || status === "pending",
  );
  const inWords = (amount: number) => formatCents(amount, order.currency);
  const back = given.reduce((sum, { amount }) => sum + amount, 0);
  return {
    number: orderId.slice(0, 8).toUpperCase(),
    paidOn: charge.date,
    customer: [plan.customer_name, plan.customer_email].filter((line) => line !== null),
    plan: [plan.service, `${plan.rhythm} at ${plan.time}`, plan.address],
    lines: plan.lines,
    total: charge.amount,
    refunds: given.map(({ amount, status }) => ({ amount: inWords(amount), status, date: charge.date })),
    balance: inWords(order.amount - back),
  };
}
