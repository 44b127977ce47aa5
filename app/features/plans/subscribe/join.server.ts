import { and, eq, isNull, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

/** Gives a plan made without an account, with its visits, to the user whose verified address its customer left, if any. */
export async function joinPlan(tx: Database, ctx: Pick<Ctx, "actor" | "now">, planId: string): Promise<void> {
  const [joined] = await tx
    .update(plans)
    .set({ user_id: sql`${users.id}`, updated_at: ctx.now })
    .from(users)
    .where(
      and(
        eq(plans.id, planId),
        isNull(plans.user_id),
        eq(users.email, sql`lower(${plans.customer_email})`),
        users.emailVerified,
      ),
    )
    .returning({ user: users.id });
  if (!joined) return;
  await tx
    .update(bookings)
    .set({ user_id: joined.user, updated_at: ctx.now })
    .where(and(eq(bookings.plan_id, planId), isNull(bookings.user_id)));
  await recordAudit(tx, ctx, {
    action: "plan.joined",
    entity: "plan",
    entity_id: planId,
    details: { user: joined.user },
  });
}
