import { MailReceipt, type ReceiptInMail } from "~/features/mail/receipt";
import { MailFacts, MailTemplate, MailText } from "~/features/mail/template";
import { greeting } from "~/lib/mail-words";
import { type BookingMail, BY_CARD, BY_HAND, factsOf } from "./emails";
import type { OfficeMethod } from "./office-method";

/** 'Your payment is on its way': the bank takes some days. `kept`: whether the time is still theirs. */
export function PaymentProcessingMail({ kept, ...booking }: BookingMail & { kept: boolean }) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your payment is on its way"
      action={{ label: "See your booking", url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} thank you. Your bank takes some days to send your payment.{" "}
        {kept
          ? "Your time is kept until then: we confirm your booking as soon as the payment arrives."
          : "The time you chose could not be kept; as soon as the payment arrives we find you another one."}{" "}
        If it does not arrive, we let you know.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      <MailText>Questions? Answer this mail or call {booking.sender.phone}.</MailText>
    </MailTemplate>
  );
}

type PaymentFailedMail = BookingMail & {
  /** Where the same can be booked again; null when the office keeps the visit. */
  again: string | null;
};

/** 'Your payment did not arrive': the bank has refused what was on its way. */
export function PaymentFailedMail({ again, ...booking }: PaymentFailedMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your payment did not arrive"
      action={again ? { label: "Book again", url: again } : { label: "See your booking", url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} your bank has not confirmed the payment, so nothing was charged.{" "}
        {again
          ? "We have given the time back; you can book it again, with another way to pay, as long as it is free."
          : "We will get in touch about your visit."}
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      <MailText>Questions? Answer this mail or call {booking.sender.phone}.</MailText>
    </MailTemplate>
  );
}

/** 'Your receipt', sent when money came for a visit that was booked already. */
export function PaymentReceiptMail({ receipt, ...booking }: BookingMail & { receipt: ReceiptInMail }) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${receipt.total} for ${booking.service}`}
      heading="Your receipt"
      action={{ label: "See your booking", url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} thank you. We have received {receipt.total}
        {receipt.how && ` ${receipt.how}`}.
      </MailText>
      <MailFacts facts={factsOf({ ...booking, paid: null })} />
      <MailReceipt receipt={receipt} />
      <MailText>Questions? Answer this mail or call {booking.sender.phone}.</MailText>
    </MailTemplate>
  );
}

type RefundSentMail = BookingMail & {
  amount: string;
  /** How the office gives it back; null when it goes through a provider. */
  method: OfficeMethod | null;
  /** What is left of the payment; null when nothing is. */
  left: string | null;
  /** What was paid for before, when this was paid twice: it stands. */
  instead: string | null;
};

/** Why money goes back that came twice, as the beginning of a sentence. */
export function paidTwice(instead: string): string {
  return `you paid for this booking twice. We kept ${instead}, and are returning the second payment in full: `;
}

/** 'We have sent $X back': a refund that has nothing to do with a cancellation. */
export function RefundSentMail({ amount, method, left, instead, ...booking }: RefundSentMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading={method ? `You get ${amount} back` : `We have sent ${amount} back`}
      action={
        booking.receipt
          ? { label: "See your receipt", url: booking.receipt.url }
          : { label: "See your booking", url: booking.url }
      }
    >
      <MailText>
        {greeting(booking.customer_name)} {instead && paidTwice(instead)}
        {method ? `you get ${amount} back ${BY_HAND[method]}.` : `${amount} ${BY_CARD}`}
      </MailText>
      <MailFacts
        facts={[
          ...factsOf(booking),
          { label: "Paid back", value: amount },
          ...(left ? [{ label: "Paid after refunds", value: left }] : []),
        ]}
      />
      <MailText>Questions? Answer this mail or call {booking.sender.phone}.</MailText>
    </MailTemplate>
  );
}
