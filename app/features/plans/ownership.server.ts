import { eq, ne, type SQL, sql } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { plans } from "~/db/schema/plans";
import { ERASED_STREET } from "~/features/booking/booking";
import { type Actor, type Ctx, requestContext } from "~/platform/context.server";
import { requireUser } from "~/platform/gate.server";

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

/** Where a customer sees and changes one plan without an account. Whoever has the address may. */
export function planUrl({ links, origin }: Pick<Ctx, "links" | "origin">, planId: string): string {
  return `${origin}/plans/${planId}?key=${links.sign(subjectOf(planId))}`;
}

/**
 * Who asks for a plan: whoever has its signed link (`?key=`), signed in or not, else the user who has signed in. Without
 * either the visitor is sent to /login; a wrong key is answered with 404.
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
