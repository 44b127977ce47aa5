import { MailReceipt, type ReceiptInMail } from "~/features/notifications/email/receipt";
import { MailFacts, MailGreeting, MailTemplate, MailText } from "~/features/notifications/email/template";
import type { OfficeMethod } from "~/features/payments/orders/rules";
import { type BookingMail, BY_CARD, BY_HAND, factsOf } from "./emails";

/** 'Your payment is processing': the bank takes some days. `kept`: whether the time is still theirs. */
export function PaymentProcessingMail({ kept, ...booking }: BookingMail & { kept: boolean }) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your payment is processing"
      action={{ label: "See your booking", url: booking.url }}
    >
      <MailGreeting name={booking.customer_name} />
      <MailText>
        Thank you! Your payment is processing, which can take a few business days.{" "}
        {kept
          ? "We’re holding your time and will confirm your booking as soon as the payment goes through."
          : "We couldn’t hold the time you chose. As soon as the payment goes through, we’ll find you another one."}{" "}
        If it doesn’t go through, we’ll let you know.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      <MailText>Questions? Reply to this email or call {booking.sender.phone}.</MailText>
    </MailTemplate>
  );
}

type PaymentFailedMail = BookingMail & {
  /** Where the same can be booked again; null when the office keeps the visit. */
  again: string | null;
};

/** 'Your payment didn’t go through': the bank has refused what was on its way. */
export function PaymentFailedMail({ again, ...booking }: PaymentFailedMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your payment didn’t go through"
      action={again ? { label: "Book again", url: again } : { label: "See your booking", url: booking.url }}
    >
      <MailGreeting name={booking.customer_name} />
      <MailText>
        Your bank didn’t approve the payment, so you weren’t charged.{" "}
        {again
          ? "We’ve released your time. If it’s still available, you can book it again with another payment method."
          : "We’ll contact you about your visit."}
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      <MailText>Questions? Reply to this email or call {booking.sender.phone}.</MailText>
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
      <MailGreeting name={booking.customer_name} />
      <MailText>
        Thank you! We received {receipt.total}
        {receipt.how && ` ${receipt.how}`}.
      </MailText>
      <MailFacts facts={factsOf({ ...booking, paid: null })} />
      <MailReceipt receipt={receipt} />
      <MailText>Questions? Reply to this email or call {booking.sender.phone}.</MailText>
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
  return `You paid for this booking twice. We kept ${instead} and are refunding the second payment in full: `;
}

/** 'We have sent $X back': a refund that has nothing to do with a cancellation. */
export function RefundSentMail({ amount, method, left, instead, ...booking }: RefundSentMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading={method ? `Your refund of ${amount}` : `We’ve refunded ${amount}`}
      action={
        booking.receipt
          ? { label: "See your receipt", url: booking.receipt.url }
          : { label: "See your booking", url: booking.url }
      }
    >
      <MailGreeting name={booking.customer_name} />
      <MailText>
        {instead && paidTwice(instead)}
        {method ? `We’re refunding ${amount} ${BY_HAND[method]}.` : `${amount} ${BY_CARD}`}
      </MailText>
      <MailFacts
        facts={[
          ...factsOf(booking),
          { label: "Refund", value: amount },
          ...(left ? [{ label: "Paid after refunds", value: left }] : []),
        ]}
      />
      <MailText>Questions? Reply to this email or call {booking.sender.phone}.</MailText>
    </MailTemplate>
  );
}
