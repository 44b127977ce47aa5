import { BY_CARD, paidTwice, refundHeading, TO_CREDIT } from "~/features/booking/emails/payment-emails";
import { EmailReceipt, type ReceiptInEmail } from "~/features/notifications/email/receipt";
import { EmailFacts, EmailText } from "~/features/notifications/email/template";
import { factsOf, MANAGE, type PlanEmail, PlanTemplate } from "./emails";

/** 'Your payment is processing': the bank takes some days, and the visits are kept until then. */
export function PlanPaymentProcessingEmail(plan: PlanEmail) {
  return (
    <PlanTemplate
      plan={plan}
      preview={`We’re holding your visits until your payment of ${plan.price} goes through`}
      heading="Your payment is processing"
      action={{ label: "See your plan", url: plan.url }}
    >
      <EmailText>
        Thank you! Your first payment is processing, which can take a few business days. We’re holding your
        visits, and your plan starts as soon as the payment goes through. If it doesn’t, we’ll let you know.
      </EmailText>
      <EmailFacts facts={[...factsOf(plan), { label: "Price", value: `${plan.price} a month` }]} />
      <EmailText>Questions? Reply to this email or call {plan.sender.phone}.</EmailText>
    </PlanTemplate>
  );
}

type PlanChargeEmail = PlanEmail & {
  date: string;
  /** Null when the month can't be skipped: the plan ends in it, or soon after. */
  skip_url: string | null;
};

/** 'Your next payment': three days before it is charged. */
export function PlanChargeEmail({ date, skip_url, ...plan }: PlanChargeEmail) {
  return (
    <PlanTemplate
      plan={plan}
      preview={`${plan.price} on ${date}`}
      heading="Your next payment"
      action={skip_url ? { label: "Skip next month", url: skip_url } : { label: MANAGE, url: plan.url }}
    >
      <EmailText>
        On {date} we’ll charge {plan.price} for the next month of your plan. There’s nothing you need to do.
      </EmailText>
      <EmailFacts
        facts={[{ label: "Amount", value: plan.price }, { label: "Date", value: date }, ...factsOf(plan)]}
      />
      {skip_url && (
        <EmailText>
          Away for a while? Use the button to skip the month: no visits and no charge. You’ll see exactly what
          changes before you confirm.
        </EmailText>
      )}
    </PlanTemplate>
  );
}

/** 'Your payment didn’t go through': where to pay, and what happens otherwise. */
export function PlanPaymentFailedEmail({
  pay_url,
  pay_by,
  ...plan
}: PlanEmail & { pay_url: string | null; pay_by: string }) {
  return (
    <PlanTemplate
      plan={plan}
      preview={`Please pay ${plan.price} by ${pay_by}`}
      heading="Your payment didn’t go through"
      action={pay_url ? { label: `Pay ${plan.price}`, url: pay_url } : { label: MANAGE, url: plan.url }}
    >
      <EmailText>
        Your bank declined the {plan.price} charge for your plan. Please pay by {pay_by}. Until then, your
        visits go ahead as planned.
      </EmailText>
      <EmailFacts facts={[...factsOf(plan), { label: "Amount due", value: plan.price }]} />
      <EmailText>
        If we don’t receive your payment by then, we’ll release your visits and end your plan. Questions?
        Reply to this email or call {plan.sender.phone}.
      </EmailText>
    </PlanTemplate>
  );
}

/** 'Your receipt': a month was charged. */
export function PlanReceiptEmail({ receipt, ...plan }: PlanEmail & { receipt: ReceiptInEmail }) {
  return (
    <PlanTemplate
      plan={plan}
      preview={`${receipt.total} for ${plan.service}`}
      heading="Your receipt"
      action={{ label: MANAGE, url: plan.url }}
    >
      <EmailText>
        Thank you! We received your payment of {receipt.total} for the next month of your plan.
      </EmailText>
      <EmailFacts facts={factsOf(plan)} />
      <EmailReceipt receipt={receipt} />
      <EmailText>
        The attached calendar file has your next visits. Questions? Reply to this email or call{" "}
        {plan.sender.phone}.
      </EmailText>
    </PlanTemplate>
  );
}

type Refund = PlanEmail & {
  amount: string;
  /** It became the customer's credit. */
  to_credit: boolean;
  receipt: (ReceiptInEmail & { balance: string }) | null;
  /** What was paid for before, when this was paid twice: it stands. */
  instead: string | null;
};

/** 'We have sent $X back' of a charge of a plan. */
export function PlanRefundEmail({ amount, to_credit, receipt, instead, ...plan }: Refund) {
  return (
    <PlanTemplate
      plan={plan}
      preview={`Your refund for ${plan.service}`}
      heading={refundHeading({ amount, to_credit, method: null })}
      action={
        receipt ? { label: "See your receipt", url: receipt.url } : { label: "See your plan", url: plan.url }
      }
    >
      <EmailText>
        {instead && paidTwice(instead)}
        {amount} {to_credit ? TO_CREDIT : BY_CARD}
      </EmailText>
      <EmailFacts
        facts={[
          { label: "Plan", value: `${plan.service}, ${plan.when}` },
          ...(receipt ? [{ label: "Paid", value: `${receipt.total} on ${receipt.paid_on}` }] : []),
          { label: "Refund", value: amount },
          ...(receipt ? [{ label: "Paid after refunds", value: receipt.balance }] : []),
        ]}
      />
      <EmailText>Questions? Reply to this email or call {plan.sender.phone}.</EmailText>
    </PlanTemplate>
  );
}
