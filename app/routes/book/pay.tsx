import { data, redirect } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { openCardSetup } from "~/features/payments/cards/open.server";
import { askAboutCharge, askAboutSetup } from "~/features/payments/checkout/sync.server";
import { isPayKey, payUrl } from "~/features/payments/orders/pay-link.server";
import { decideTip, tippedPrice } from "~/features/payments/orders/tip";
import { openPayLink } from "~/features/payments/pay-link/open.server";
import { readPayPage, readToPay, type ToPay } from "~/features/payments/pay-link/queries.server";
import { PayOrder } from "~/features/payments/pay-link/ui/pay-page";
import { parseCents } from "~/lib/money";
import { allowContext, type Ctx, requestContext } from "~/platform/context.server";
import { readForm } from "~/platform/request/form.server";
import type { Route } from "./+types/pay";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Pay for your cleaning", "What is due, and how to pay it by card.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** What is due, for the holder of the link. Opening it changes nothing but what the provider says about a payment. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = holderOf(requestContext(context), request, id);
  const session = new URL(request.url).searchParams.get("session_id");
  if (session) await askAboutCharge(ctx, { order_id: id, session_id: session });
  const card = new URL(request.url).searchParams.get("card");
  if (card) await askAboutSetup(ctx, card);
  return show(ctx, id);
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const ctx = holderOf(requestContext(context), request, id);
  const values = (await readForm(request)) ?? {};
  const { tip: choice = "", amount = "", seen = "" } = values;
  const found = await readToPay(ctx, id);
  if (!found) throw data(null, { status: 404 });
  if (!(await context.get(allowContext)("pay-link", id)))
    return show(ctx, id, { message: TOO_MANY, field: null, values }, 429);
  if (values.intent === "card") return saveCard(ctx, id, found);
  const tip = decideTip({ choice, amount: parseCents(amount) }, tippedPrice(found.lines ?? []));
  if (!tip.ok) return show(ctx, id, { message: tip.message, field: "tip", values }, 400);
  const shown = /^\d{1,9}$/.test(seen) ? Number(seen) : -1;
  const outcome = await openPayLink(ctx, { order_id: id, tip: tip.tip, seen: shown });
  if (outcome.ok) throw redirect(outcome.url, 303);
  const { reason, message } = outcome;
  if (reason === "not found") throw data(null, { status: 404 });
  if (reason === "invalid") return show(ctx, id, { message, field: "tip", values }, 400);
  return show(ctx, id, { message, field: null, values }, reason === "unavailable" ? 503 : 409);
}

/** Leads to the provider's page where a card is saved. */
async function saveCard(ctx: Ctx, order_id: string, { name, email, phone }: ToPay) {
  const page = payUrl(ctx, order_id);
  const outcome = await openCardSetup(ctx, {
    ...{ order_id, success_url: `${page}&card={CHECKOUT_SESSION_ID}`, cancel_url: page },
    who: { customer_name: name, customer_email: email, customer_phone: phone },
  });
  if (outcome.ok) throw redirect(outcome.url, 303);
  const { reason, message } = outcome;
  return show(ctx, order_id, { message, field: null, values: {} }, reason === "unavailable" ? 503 : 409);
}

const TOO_MANY = "Too many tries in a short time. Please wait a few minutes, or call us.";

/** The system, for who has the key of this order; 404 for everybody else. */
function holderOf(ctx: Ctx, request: Request, id: string): Ctx {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  if (!isPayKey(ctx, id, key)) throw data(null, { status: 404 });
  return { ...ctx, actor: { kind: "system" } };
}

type Refusal = { message: string; field: "tip" | null; values: Record<string, string> };

async function show(ctx: Ctx, id: string, refusal: Refusal | null = null, status = 200) {
  const found = await readToPay(ctx, id);
  if (!found) throw data(null, { status: 404 });
  return data({ page: await readPayPage(ctx, found), refusal }, { status });
}

export default function Pay({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { page, refusal } = actionData ?? loaderData;
  return <PayOrder page={page} refusal={refusal} phone={matches[0].loaderData.company.phone} />;
}
