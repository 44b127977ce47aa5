import { BY_CARD } from "~/features/booking/emails";
import { paidTwice } from "~/features/booking/payment-emails";
import { MailReceipt, type ReceiptInMail } from "~/features/mail/receipt";
import { MailFacts, MailTemplate, MailText } from "~/features/mail/template";
import { greeting } from "~/lib/mail-words";
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
      <MailText>
        {greeting(plan.customer_name)} thank you. Your payment of {receipt.total} for the coming month of your
        plan has arrived.
      </MailText>
      <MailFacts facts={factsOf(plan)} />
      <MailReceipt receipt={receipt} />
      <MailText>
        The attached calendar file has your next visits. Questions? Answer this mail or call{" "}
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
      preview={`Of a payment for ${plan.service}`}
      heading={`We have sent ${amount} back`}
      action={
        receipt ? { label: "See your receipt", url: receipt.url } : { label: "See your plan", url: plan.url }
      }
    >
      <MailText>
        {greeting(plan.customer_name)} {instead && paidTwice(instead)}
        {amount} {BY_CARD}
      </MailText>
      <MailFacts
        facts={[
          { label: "Plan", value: `${plan.service}, ${plan.when}` },
          ...(receipt ? [{ label: "Paid", value: `${receipt.total} on ${receipt.paid_on}` }] : []),
          { label: "Paid back", value: amount },
          ...(receipt ? [{ label: "Paid after refunds", value: receipt.balance }] : []),
        ]}
      />
      <MailText>Questions? Answer this mail or call {plan.sender.phone}.</MailText>
    </MailTemplate>
  );
}
