import type { YearMonth } from "~/features/payments/checkout/card";
import { cardFormSchema } from "~/features/payments/checkout/card-form";
import { fieldRules } from "~/lib/field-rules";
import { DEMO_PAYMENT_MS, DEMO_PAYMENT_REDIRECT_MS } from "~/lib/timings";
import { StillToast } from "~/ui/flash-toast";
import { LiveForm } from "~/ui/live-form";
import { CardFields } from "./card-fields";
import { PAYMENT_ERROR } from "./checkout-form";
import { PayButton } from "./pay-button";

const CONFIRMATION = { to: "/confirmation", afterMs: DEMO_PAYMENT_REDIRECT_MS };

type Props = { total: string; month: YearMonth; paid: boolean };

/**
 * The demo of a card payment: takes two seconds, succeeds, and a second later leads to /confirmation (spec section 4). Of
 * the card it wants no more than that it could be one.
 */
export function DemoForm({ total, month, paid }: Props) {
  const rules = fieldRules(cardFormSchema(month).pick({ number: true, expiry: true, cvc: true }));
  return (
    <>
      <LiveForm id="demo" pendingMs={DEMO_PAYMENT_MS} failed={PAYMENT_ERROR} className="grid gap-6">
        <CardFields form="demo" rules={rules} month={month} />
        <PayButton total={total} leadsOn={paid ? CONFIRMATION : null} />
      </LiveForm>
      {paid && (
        <StillToast
          toast={{ title: "Payment Successful", description: "This was a demo. No card was charged." }}
          data-toast=""
        />
      )}
    </>
  );
}
