import { eq, ne, type SQL, sql } from "drizzle-orm";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import type { Actor } from "~/platform/context.server";

/** What of `plans` somebody may see and change; it belongs into the WHERE of every query. An administrator has only their own here. */
export function ownPlan(actor: Actor): SQL | undefined {
  switch (actor.kind) {
    case "user":
      return eq(plans.user_id, actor.id);
    case "plan link":
      return sql`(${eq(plans.id, actor.plan_id)} and ${ne(plans.address_line1, ERASED_STREET)})`;
    case "system":
      return sql`true`;
    case "link":
    case "guest":
      return sql`false`;
  }
}
