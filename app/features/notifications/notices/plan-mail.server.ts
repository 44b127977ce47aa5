import { and, eq } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { formatWhen } from "~/features/plans/emails/words";
import type { JobCtx } from "~/platform/runtime.server";
import { contactOf, readFor, send } from "./mails.server";

/** Tells the office that a plan needs attention and why, if it wants to be told of payments; nothing once that is settled. */
export async function mailPlanNotice(
  ctx: JobCtx,
  { plan_id, at }: { plan_id: string; at: number },
): Promise<void> {
  const [plan] = await ctx.db
    .select({ plan: plans, visit: bookings.id })
    .from(plans)
    .innerJoin(bookings, and(eq(bookings.plan_id, plans.id), eq(bookings.plan_visit, 1)))
    .where(eq(plans.id, plan_id));
  const reasons = plan?.plan.needs_attention;
  const found = reasons ? await readFor(ctx, plan.visit) : null;
  if (!reasons || !found?.settings["notifications.payment_notifications"]) return;
  await send(ctx, found, {
    occasion: `plan-notice:${plan_id}:${at}`,
    subject: `Plan needs attention: ${found.booking.service}`,
    heading: "Plan needs attention",
    text: reasons.replaceAll("\n", " "),
    facts: [
      ...contactOf(found.booking),
      { label: "Service", value: found.booking.service },
      { label: "When", value: formatWhen(plan.plan) },
      { label: "Where", value: found.booking.address },
    ],
    action: { label: "View plan", url: `${ctx.origin}/admin/plans/${plan_id}` },
  });
}
