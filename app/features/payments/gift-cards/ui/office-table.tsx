import { Form, useNavigation } from "react-router";
import type { OfficeGiftCard } from "~/features/payments/gift-cards/gift-card";
import { Button } from "~/ui/action/button";
import { Allowed } from "~/ui/allowed";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

const COLUMNS = ["Number", "Amount", "From", "For", "Sent on", "Status", "Actions"].map((heading) => ({
  heading,
}));

const TONES = {
  Waits: "neutral",
  Sent: "green",
  "Moved in": "glass",
  Expired: "neutral",
  Redeemed: "green",
  "Refund processing": "amber",
  Refunded: "neutral",
  "Refund failed": "berry",
} as const;

type Liability = { total: string; imported: string | null };

type Props = {
  cards: OfficeGiftCard[];
  liability: Liability[];
  /** Whether there may be more than these. */
  is_cut: boolean;
};

/** The gift cards that were bought, the newest first, and what is not redeemed of all. */
export function GiftCardTable({ cards, liability, is_cut }: Props) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {liability.map(({ total, imported }) => (
        <p key={total}>
          <span className="font-semibold tabular-nums">{total}</span> is not redeemed yet
          {imported && `, of which ${imported} was moved in from another program`}.
        </p>
      ))}
      {is_cut && <p className="text-moss">These are the newest {cards.length}. Search for the others.</p>}
      <DataTable label="Gift cards" columns={COLUMNS}>
        {cards.map((card) => (
          <Row key={card.id}>
            <Cell column="Number" className="tabular-nums">
              {card.number}
            </Cell>
            <Cell column="Amount" className="font-semibold tabular-nums">
              {card.amount}
            </Cell>
            <Cell column="From" className="wrap-anywhere max-w-56">
              {card.from}
            </Cell>
            <Cell column="For" className="wrap-anywhere max-w-56">
              {card.to}
            </Cell>
            <Cell column="Sent on" className="whitespace-nowrap tabular-nums">
              {card.sent}
            </Cell>
            <Cell column="Status">
              <Badge tone={TONES[card.state]}>{card.state}</Badge>
              {card.refund_error && (
                <span className="wrap-anywhere block text-berry">{card.refund_error}</span>
              )}
            </Cell>
            <Cell column="Actions">
              <span className="flex flex-wrap gap-2">
                {card.may_resend && (
                  <Allowed to="orders.settle">
                    <Act
                      id={card.id}
                      intent="resend"
                      label={card.state === "Moved in" ? "Send a new code" : "Resend"}
                    />
                  </Allowed>
                )}
                {card.may_refund && (
                  <Allowed to="orders.refund">
                    <Act id={card.id} intent="refund" label="Refund" />
                  </Allowed>
                )}
              </span>
            </Cell>
          </Row>
        ))}
      </DataTable>
    </div>
  );
}

function Act({ id, intent, label }: { id: string; intent: string; label: string }) {
  const posted = useNavigation().formData;
  const busy = posted?.get("intent") === intent && posted.get("id") === id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" variant="secondary" size="small" pending={busy} className="min-h-11">
        {label}
      </Button>
    </Form>
  );
}
