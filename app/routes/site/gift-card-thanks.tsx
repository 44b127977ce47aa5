import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { askAboutGiftCard } from "~/features/payments/checkout/sync.server";
import { readBought } from "~/features/payments/gift-cards/queries.server";
import { requestContext } from "~/platform/context.server";
import { ButtonLink } from "~/ui/action/button-link";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/gift-card-thanks";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Your Gift Card", "Your payment and your gift card, as soon as it is confirmed.", {
    noindex: true,
  });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** State of the gift card from the server. The address is not trusted. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const session = new URL(request.url).searchParams.get("session_id") ?? "";
  await askAboutGiftCard(ctx, session);
  const card = await readBought(ctx, session);
  if (!card) throw data(null, { status: 404 });
  return card;
}

export default function GiftCardThanks({ loaderData }: Route.ComponentProps) {
  const { state, amount, recipient, sent_on, is_test } = loaderData;
  const name = recipient ?? "its recipient";
  return (
    <Container narrow className="py-10 md:py-14">
      {state === "pending" && <meta httpEquiv="refresh" content="3" />}
      <h1 className="text-title">
        {state === "paid"
          ? "Thank you for your gift"
          : state === "failed"
            ? "No payment"
            : "Confirming your payment..."}
      </h1>
      <p className="mt-3 text-lead text-moss">
        {state === "paid" &&
          `The gift card of ${amount} goes to ${name} by email ${sent_on ? `on ${sent_on}` : "in a few minutes"}.`}
        {state === "failed" && "The checkout has ended, and you weren’t charged."}
        {state === "pending" && "This takes a moment."}
      </p>
      {is_test && state === "paid" && (
        <Notice className="mt-6" title="Test payment">
          No card was charged, and no money moved.
        </Notice>
      )}
      <p className="mt-8">
        <ButtonLink href="/gift-cards" variant="secondary">
          {state === "paid" ? "Give another one" : "Back to the gift cards"}
        </ButtonLink>
      </p>
    </Container>
  );
}
