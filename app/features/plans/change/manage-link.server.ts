import { data, type RouterContextProvider } from "react-router";
import { type Ctx, requestContext } from "~/platform/context.server";
import { requireUser } from "~/platform/gate.server";

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
