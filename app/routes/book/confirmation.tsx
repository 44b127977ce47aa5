import { pageMeta } from "~/features/content/site/page-meta";
import { Receipt, SAMPLE_ORDER } from "~/features/payments/checkout/ui/arrival";
import { ButtonLink } from "~/ui/action/button-link";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/confirmation";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Booking Confirmed",
    "A sample of the page that confirms a booking. Nothing was booked or charged.",
    { noindex: true },
  );

const SAMPLE_VISIT = ["Regular Cleaning", "10:00 AM, 3 hours", "1 Sample Street"];

/** End of the /payment demo: a sample, not a booking (spec section 2). */
export default function Confirmation() {
  return (
    <Container narrow className="py-12 md:py-16">
      <h1 className="text-title">Booking Confirmed!</h1>
      <p className="mt-3 text-lead text-moss">
        This is how a confirmed booking looks. The details are a sample: nothing was booked and nothing was
        charged.
      </p>
      <div className="mt-8">
        <Receipt heading="Sample booking" {...SAMPLE_ORDER} facts={SAMPLE_VISIT} />
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink href="/dashboard" size="large">
          View My Bookings
        </ButtonLink>
        <ButtonLink href="/" variant="secondary" size="large">
          Return Home
        </ButtonLink>
      </div>
    </Container>
  );
}
