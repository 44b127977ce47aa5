import { redirect } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { closeCheckout } from "~/features/payments/checkout/sync.server";
import { sessionOfOrder } from "~/features/payments/orders/queries.server";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { ButtonLink } from "~/ui/action/button-link";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/payment-canceled";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Payment Canceled", "The payment was canceled. Try again, or return home.", {
    noindex: true,
  });

/** Releases the slot at once. If the payment succeeded after all or is processing, redirects to the booking. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const query = new URL(request.url).searchParams;
  const sessionId = query.get("session_id") ?? (await sessionOfOrder(ctx, query.get("order") ?? ""));
  const status = sessionId
    ? await orElse(
        ctx.log,
        "a canceled checkout could not be closed",
        () => closeCheckout(ctx, sessionId),
        () => null, // expires by itself
      )
    : null;
  if (sessionId && (status === "paid" || status === "processing"))
    throw redirect(`/payment-success?session_id=${encodeURIComponent(sessionId)}`);
  return { freed: status === "expired" || status === "failed" };
}

export default function PaymentCanceled({ loaderData: { freed } }: Route.ComponentProps) {
  return (
    <Container narrow className="py-16 text-center md:py-24">
      <h1 className="text-title">Payment Canceled</h1>
      <p className="mx-auto mt-4 max-w-[46ch] text-lead text-moss">
        {freed
          ? "You weren’t charged, and we released the time you chose."
          : "If you didn’t pay, you won’t be charged, and we’ll release your time within the hour. If you did, you’ll get an email about your booking."}{" "}
        We saved your details, so you can pick up where you left off.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink href="/book" size="large">
          Try Again
        </ButtonLink>
        <ButtonLink href="/" variant="secondary" size="large">
          Return Home
        </ButtonLink>
      </div>
    </Container>
  );
}
