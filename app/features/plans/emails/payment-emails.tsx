import { BY_CARD } from "~/features/booking/emails/emails";
import { paidTwice } from "~/features/booking/emails/payment-emails";
import { MailReceipt, type ReceiptInMail } from "~/features/notifications/email/receipt";
import { MailFacts, MailGreeting, MailTemplate, MailText } from "~/features/notifications/email/template";
import { factsOf, MANAGE, type PlanMail } from "./emails";

/** 'Your receipt': a month was charged. */
export function PlanReceiptMail({ receipt, ...plan }: PlanMail & { receipt: ReceiptInMail }) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={`${receipt.total} for ${plan.service}`}
      heading="Your receipt"
      action={{ label: MANAGE, url: plan.url }}
    >
      <MailGreeting name={plan.customer_name} />
      <MailText>
        Thank you! We received your payment of {receipt.total} for the next month of your plan.
      </MailText>
      <MailFacts facts={factsOf(plan)} />
      <MailReceipt receipt={receipt} />
      <MailText>
        The attached calendar file has your next visits. Questions? Reply to this email or call{" "}
        {plan.sender.phone}.
      </MailText>
    </MailTemplate>
  );
}

type Refund = PlanMail & {
  amount: string;
  receipt: (ReceiptInMail & { balance: string }) | null;
  /** What was paid for before, when this was paid twice: it stands. */
  instead: string | null;
};

/** 'We have sent $X back' of a charge of a plan. */
export function PlanRefundMail({ amount, receipt, instead, ...plan }: Refund) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={`Your refund for ${plan.service}`}
      heading={`We’ve refunded ${amount}`}
      action={
        receipt ? { label: "See your receipt", url: receipt.url } : { label: "See your plan", url: plan.url }
      }
    >
      <MailGreeting name={plan.customer_name} />
      <MailText>
        {instead && paidTwice(instead)}
        {amount} {BY_CARD}
      </MailText>
      <MailFacts
        facts={[
          { label: "Plan", value: `${plan.service}, ${plan.when}` },
          ...(receipt ? [{ label: "Paid", value: `${receipt.total} on ${receipt.paid_on}` }] : []),
          { label: "Refund", value: amount },
          ...(receipt ? [{ label: "Paid after refunds", value: receipt.balance }] : []),
        ]}
      />
      <MailText>Questions? Reply to this email or call {plan.sender.phone}.</MailText>
    </MailTemplate>
  );
}
