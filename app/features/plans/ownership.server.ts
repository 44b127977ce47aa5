import { eq, ne, type SQL, sql } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { type Actor, type Ctx, requestContext } from "~/platform/context.server";
import { requireUser } from "~/platform/request/gate.server";

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

/**
 * The context of a request for a plan: by its signed link (`?key=`), else the signed-in user. Without either, redirects to
 * /login; a wrong key gets 404.
 */
export function planCtx(request: Request, context: Readonly<RouterContextProvider>, id: string): Ctx {
  const key = new URL(request.url).searchParams.get("key");
  if (!key) return requireUser(request, context);
  const ctx = requestContext(context);
  if (!ctx.links.isSigned(subjectOf(id), key)) throw data(null, { status: 404 });
  return { ...ctx, actor: { kind: "plan link", plan_id: id } };
}

function subjectOf(planId: string): string {
  return `plan:${planId}`;
}
