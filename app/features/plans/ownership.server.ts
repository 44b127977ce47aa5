import { eq, ne, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import type { Actor, Ctx } from "~/platform/context.server";
import { requireLinkOrUser } from "~/platform/request/gate.server";

/**
 * Limits `plans` to those that the actor may see and change. Put it in the WHERE of every query. An administrator gets only
 * their own.
 */
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

/** The signed link to a plan, for use without an account. Whoever has it may see and change the plan. */
export function planUrl({ links, origin }: Pick<Ctx, "links" | "origin">, planId: string): string {
  return `${origin}/plans/${planId}?key=${links.sign(subjectOf(planId))}`;
}

/** Returns the context of a plan's page, for the holder of its signed link or the signed-in user. */
export function planCtx(request: Request, context: Readonly<RouterContextProvider>, id: string): Ctx {
  const holder = { kind: "plan link", plan_id: id } as const;
  return requireLinkOrUser(request, context, { subject: subjectOf(id), holder });
}

function subjectOf(planId: string): string {
  return `plan:${planId}`;
}
