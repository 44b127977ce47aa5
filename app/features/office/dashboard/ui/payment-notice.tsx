import type { PaymentState } from "~/features/office/dashboard/payment-state";
import { ButtonLink } from "~/ui/button-link";
import { Notice } from "~/ui/notice";

const BOOKINGS = {
  "on the day": "Customers can book visits online and pay on the day. Plans can't be booked.",
  "no bookings": "No one can book online.",
};

/** That cards can't be taken, or that payments are only a test. */
export function PaymentNotice({ state }: { state: NonNullable<PaymentState> }) {
  const settings = (
    <ButtonLink href="/admin/settings?tab=payments" variant="secondary" size="small">
      Set up payments
    </ButtonLink>
  );
  if (state === "test") {
    return (
      <Notice title="Payments are in test mode" action={settings}>
        Customers pay at the built-in test checkout: no cards are charged and no money moves.
      </Notice>
    );
  }
  return (
    <Notice tone="error" title="No payment provider is set up: you can't take cards" action={settings}>
      {BOOKINGS[state]}
    </Notice>
  );
}
