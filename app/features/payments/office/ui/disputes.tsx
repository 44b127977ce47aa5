import type { OfficeOrder } from "~/features/payments/office/order";
import { Badge } from "~/ui/badge";

const INQUIRY = {
  open: { tone: "amber", label: "Inquiry" },
  won: { tone: "green", label: "Inquiry closed" },
  lost: { tone: "berry", label: "Lost" },
} as const;

const STATES = {
  open: { tone: "amber", label: "Open" },
  won: { tone: "green", label: "Won" },
  lost: { tone: "berry", label: "Lost" },
} as const;

/** What its customer disputes at the bank, and how that ended. */
export function OrderDisputes({ order }: { order: OfficeOrder }) {
  return (
    <section className="border-line border-t py-5">
      <h3 className="mb-3 font-sans font-semibold text-[0.9375rem]/5">Disputes</h3>
      <ul className="grid gap-3">
        {order.disputes.map(({ id, amount, status, inquiry, reason, answer_by, at }) => (
          <li key={id} className="rounded-control bg-paper px-3.5 py-3 text-[0.9375rem]/6 ring-1 ring-line">
            <div className="flex items-center justify-between gap-3">
              <span className="font-semibold tabular-nums">{amount}</span>
              <Badge tone={(inquiry ? INQUIRY : STATES)[status].tone}>
                {(inquiry ? INQUIRY : STATES)[status].label}
              </Badge>
            </div>
            <p className="wrap-anywhere first-letter:uppercase">{reason}</p>
            {inquiry && status === "open" && (
              <p>
                The bank is only asking and has not withdrawn any money. If the customer is right, refund it.
                Otherwise, respond at {order.disputed_at}
                {answer_by && ` by ${answer_by}`}.
              </p>
            )}
            {answer_by && !inquiry && (
              <p>
                Respond at {order.disputed_at} by {answer_by}. You can't issue a refund here until the bank
                decides.
              </p>
            )}
            <p className="text-[0.8125rem]/5 text-moss">{at}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
