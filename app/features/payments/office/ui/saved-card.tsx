import { Form, useNavigation } from "react-router";
import type { OfficeCard } from "~/features/payments/office/rules";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { PanelPart } from "~/ui/list/panel-part";

/** The card that is charged after the visit: when, what the bank declined, and how to get one. */
export function OrderCard({ card, email }: { card: OfficeCard; email: string | null }) {
  const intent = useNavigation().formData?.get("intent");
  const { name, now, may_ask, consent, declined } = card;
  return (
    <PanelPart title="Saved card">
      <div className="grid gap-4 text-[0.9375rem]/6">
        <p>
          {name ?? "No card is saved for this booking."}
          {name && <span className="block text-moss">{whenOf(card)}</span>}
        </p>
        {declined.length > 0 && (
          <ul className="grid gap-2">
            {declined.map(({ id, amount, reason, at }) => (
              <li key={id}>
                <span className="font-medium">{amount} declined</span>
                <span className="block text-moss">
                  {at}. {reason}
                </span>
              </li>
            ))}
          </ul>
        )}
        {now && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="charge" />
            <input type="hidden" name="seen" value={declined.length} />
            <Button type="submit" size="small" pending={intent === "charge"} pendingLabel="Charging...">
              Charge {now} now
            </Button>
          </Form>
        )}
        {may_ask && email && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="card" />
            <Button
              type="submit"
              variant="secondary"
              size="small"
              pending={intent === "card"}
              pendingLabel="Sending..."
            >
              Email a link to save one
            </Button>
          </Form>
        )}
        {consent && (
          <Disclosure title={name ? "What the customer agreed to" : "What the customer is asked to agree to"}>
            <p className="text-moss">{consent}</p>
          </Disclosure>
        )}
      </div>
    </PanelPart>
  );
}

function whenOf({ next, now, declined }: OfficeCard): string {
  if (declined.length > 0)
    return next ? `Declined. We try it again on ${next}.` : "Declined. We don't try it again.";
  if (next) return "It is being charged.";
  return now ? "Part of what is due was not charged." : "It is charged when the visit is completed.";
}
