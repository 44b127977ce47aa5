import { data, redirect } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { ownOrderCookie } from "~/features/payments/checkout/queries.server";
import { openPlanLink } from "~/features/payments/plan-link/open.server";
import { PayPlan } from "~/features/payments/plan-link/ui/plan-page";
import { isPlanPayKey } from "~/features/plans/phone/link.server";
import { readPlanPayPage } from "~/features/plans/phone/queries.server";
import { allowContext, type Ctx, requestContext } from "~/platform/context.server";
import type { Route } from "./+types/pay-plan";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Start your plan", "The visits that we hold for you, and how to pay by card.", {
    noindex: true,
  });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** The plan that staff sold by phone, for the holder of its link. Opening it changes nothing. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  return show(holderOf(requestContext(context), request, id), id);
}

/** Leads to the checkout of the first month. Refused, the page says how the plan is by now. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const ctx = holderOf(requestContext(context), request, id);
  if (!(await context.get(allowContext)("pay-link", id))) return show(ctx, id, TOO_MANY, 429);
  const outcome = await openPlanLink(ctx, id);
  if (outcome.ok)
    throw redirect(outcome.url, {
      status: 303,
      headers: { "Set-Cookie": ownOrderCookie(ctx, outcome.order_id) },
    });
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  return outcome.reason === "over" ? show(ctx, id, null, 409) : show(ctx, id, outcome.message, 503);
}

const TOO_MANY = "Too many tries in a short time. Please wait a few minutes, or call us.";

/** The system, for who has the key of this plan; 404 for everybody else. */
function holderOf(ctx: Ctx, request: Request, id: string): Ctx {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  if (!isPlanPayKey(ctx, id, key)) throw data(null, { status: 404 });
  return { ...ctx, actor: { kind: "system" } };
}

async function show(ctx: Ctx, id: string, message: string | null = null, status = 200) {
  const page = await readPlanPayPage(ctx, id);
  if (!page) throw data(null, { status: 404 });
  return data({ page, message }, { status });
}

export default function PayPlanPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { page, message } = actionData ?? loaderData;
  return <PayPlan page={page} message={message} phone={matches[0].loaderData.company.phone} />;
}
