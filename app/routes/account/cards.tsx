import { data, redirect } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { readSettings } from "~/features/operations/settings/queries.server";
import { openCardSetup } from "~/features/payments/cards/open.server";
import { readMyCards } from "~/features/payments/cards/queries.server";
import { removeCard } from "~/features/payments/cards/remove.server";
import { replacementConsent } from "~/features/payments/cards/rules";
import { MyCards } from "~/features/payments/cards/ui/my-cards";
import { askAboutSetup } from "~/features/payments/checkout/sync.server";
import { isUuid } from "~/lib/ids";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { requireUser } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/cards";

const PAGE = "/profile/cards";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Saved cards", "The cards that pay for your visits.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireUser(request, context);
  const session = new URL(request.url).searchParams.get("card");
  if (session) await askAboutSetup(ctx, session);
  const [cards, settings, gateway] = await Promise.all([
    readMyCards(ctx),
    readSettings(ctx),
    ctx.payments.current(),
  ]);
  return { cards, consent: gateway && replacementConsent(settings["general.company_name"]) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  const { intent, card = "" } = (await readForm(request)) ?? {};
  if (intent === "remove") {
    const outcome = isUuid(card) ? await removeCard(ctx, { card_id: card }) : null;
    if (outcome?.ok) return redirectTo(context, PAGE, { toast: { title: "Card removed" } });
    if (outcome?.reason === "needed") return data({ refused: outcome.message }, 409);
    return redirect(PAGE, 303);
  }
  if (intent !== "replace") return data({ refused: "Choose what to do with the card." }, 400);
  if (!(await context.get(allowContext)("pay-link", ctx.actor.id)))
    return data({ refused: "Too many tries in a short time. Please wait a few minutes." }, 429);
  const { id, first_name, last_name, email, phone } = ctx.actor;
  const page = `${ctx.origin}${PAGE}`;
  const opened = await openCardSetup(ctx, {
    ...{ user_id: id, success_url: `${page}?card={CHECKOUT_SESSION_ID}`, cancel_url: page },
    who: {
      customer_name: [first_name, last_name].filter(Boolean).join(" ") || null,
      ...{ customer_email: email, customer_phone: phone },
    },
  });
  if (opened.ok) return redirect(opened.url, 303);
  return data({ refused: opened.message }, opened.reason === "unavailable" ? 503 : 409);
}

export default function Cards({ loaderData: { cards, consent }, actionData }: Route.ComponentProps) {
  return (
    <Container narrow className="py-8 md:py-12">
      <BackLink to="/profile" label="My Profile" reload />
      <h1 className="mt-2 mb-7 text-title">Saved cards</h1>
      <MyCards cards={cards} consent={consent} refused={actionData?.refused} />
    </Container>
  );
}
