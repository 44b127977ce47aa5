import type { ProviderCustomerView } from "~/features/payments/provider-customers/rules";
import { Badge } from "~/ui/list/badge";

const LOOKS = {
  confirmed: { tone: "green", label: "Confirmed" },
  unconfirmed: { tone: "neutral", label: "Not checked yet" },
  refused: { tone: "amber", label: "Not used" },
} as const;

/** Who a customer is at Stripe, with the cards that they left there with the program before. */
export function AtStripe({ customers }: { customers: ProviderCustomerView[] }) {
  return (
    <ul className="grid gap-4 text-[0.9375rem]">
      {customers.map(({ id, status, reason, cards }) => (
        <li key={id} className="grid gap-1.5">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere font-semibold">{id}</span>
            <Badge tone={LOOKS[status].tone}>{LOOKS[status].label}</Badge>
          </span>
          {reason && <span className="text-moss">{reason}</span>}
          {cards.map((card) => (
            <span key={card}>{card}</span>
          ))}
          {cards.length > 0 && (
            <span className="text-moss text-sm">
              Saved before the move. Nothing is charged to it until the customer chooses it at a checkout
              here.
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
