import { EmailReceipt, type ReceiptInEmail } from "~/features/notifications/email/receipt";
import { EmailFacts, EmailLink, EmailText } from "~/features/notifications/email/template";
import type { OfficeMethod } from "~/features/payments/orders/rules";
import { type BookingEmail, BookingTemplate, factsOf } from "./emails";

/** Where what is due is paid by card, or a tip is given; `due` in words, null when nothing is. */
export type PayInEmail = { url: string; due: string | null };

/** Where a customer says what was not right; `hours` in words: "24 hours". */
export type ClaimInEmail = { url: string; hours: string };

type DoneEmail = BookingEmail & { pay: PayInEmail | null; claim: ClaimInEmail | null };

/** 'Your cleaning is complete': the office has completed the booking. */
export function BookingDoneEmail({ pay, claim, ...booking }: DoneEmail) {
  const action = { label: "See your booking", url: booking.url };
  const charged = booking.card_charge;
  return (
    <BookingTemplate
      booking={booking}
      preview={`Thank you for choosing us: ${booking.service}`}
      heading="Your cleaning is complete"
      action={pay?.due && !charged ? { label: `Pay ${pay.due}`, url: pay.url } : action}
    >
      <EmailText>
        Thank you for choosing us! Not right?{" "}
        {claim ? <EmailLink href={claim.url}>Tell us within {claim.hours}</EmailLink> : "Reply to this email"}
        , or call {booking.sender.phone}.
      </EmailText>
      <EmailFacts facts={factsOf(booking)} />
      {pay?.due && charged && (
        <EmailText>
          We charge {charged} to your {booking.card} now. You don’t have to do anything.
          {charged !== pay.due && ` Another email asks for the rest of the ${pay.due} that are due.`}
        </EmailText>
      )}
      {pay?.due && !charged && (
        <EmailText>
          {pay.due} is still due. Pay it by card, and add a tip for your crew if you like. If you have paid
          already, thank you: this crossed with it.
        </EmailText>
      )}
      {pay && !pay.due && (
        <EmailText>
          Did your crew do well? <EmailLink href={pay.url}>Leave them a tip</EmailLink>. It goes to them in
          full.
        </EmailText>
      )}
    </BookingTemplate>
  );
}

/**
 * What goes back of the payment: `amount` in words, or null when nothing does; `failed` when a person must see to it.
 * `method`: how the office was paid on the day; null when it went through a provider. `processing`: the payment itself is
 * still on its way.
 */
export type RefundInEmail = {
  amount: string | null;
  /** What of it goes back to where it came from, and what became credit, in words; null if nothing. */
  money: string | null;
  credit: string | null;
  failed: boolean;
  method: OfficeMethod | null;
  processing: boolean;
  /** The formatted amount refunded before; null if none. */
  before: string | null;
  /** The fee, in words; null if none. `fee_card`: the card that it is charged to; null as long as it is due. */
  fee: string | null;
  fee_card: string | null;
  /** The crew came, and nobody let them in. */
  no_show: boolean;
};

/** 'Your cleaning is cancelled', with what goes back and when it arrives. */
export function BookingCancelledEmail({ refund, ...booking }: BookingEmail & { refund: RefundInEmail }) {
  if (booking.of_plan) return <VisitSkippedEmail {...booking} />;
  return (
    <BookingTemplate
      booking={booking}
      preview={refund.amount ? `Your refund: ${refund.amount}` : `${booking.service}, ${booking.when}`}
      heading={refund.no_show ? "We couldn’t clean" : "Your cleaning is cancelled"}
      action={{ label: "See your booking", url: booking.url }}
    >
      <EmailText>
        {refund.no_show
          ? "Our crew came, and nobody let them in, so we had to cancel this visit."
          : "This visit has been cancelled."}{" "}
        Open the attached calendar file to remove it from your calendar.
      </EmailText>
      <EmailFacts facts={[...factsOf(booking), ...paidBack(booking, refund)]} />
      <EmailText>{formatRefund(booking, refund)}</EmailText>
    </BookingTemplate>
  );
}

/** A skipped visit of a plan. */
function VisitSkippedEmail(booking: BookingEmail) {
  return (
    <BookingTemplate
      booking={booking}
      preview={`${booking.service}, ${booking.when}`}
      heading="This visit is skipped"
      action={{ label: "See this visit", url: booking.url }}
    >
      <EmailText>
        We’ve skipped this visit of your plan. Your monthly price stays the same. Open the attached calendar
        file to remove the visit from your calendar.
      </EmailText>
      <EmailFacts facts={factsOf(booking)} />
      <EmailText>Questions? Reply to this email or call {booking.sender.phone}.</EmailText>
    </BookingTemplate>
  );
}

/** 'Your payment is processing': the bank takes some days. `kept`: whether the time is still theirs. */
export function PaymentProcessingEmail({ kept, ...booking }: BookingEmail & { kept: boolean }) {
  return (
    <BookingTemplate
      booking={booking}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your payment is processing"
      action={{ label: "See your booking", url: booking.url }}
    >
      <EmailText>
        Thank you! Your payment is processing, which can take a few business days.{" "}
        {kept
          ? "We’re holding your time and will confirm your booking as soon as the payment goes through."
          : "We couldn’t hold the time you chose. As soon as the payment goes through, we’ll find you another one."}{" "}
        If it doesn’t go through, we’ll let you know.
      </EmailText>
      <EmailFacts facts={factsOf(booking)} />
      <EmailText>Questions? Reply to this email or call {booking.sender.phone}.</EmailText>
    </BookingTemplate>
  );
}

type PaymentFailedEmail = BookingEmail & {
  /** Where the same can be booked again; null when the office keeps the visit. */
  again: string | null;
};

/** 'Your payment didn’t go through': the bank refused a pending payment. */
export function PaymentFailedEmail({ again, ...booking }: PaymentFailedEmail) {
  return (
    <BookingTemplate
      booking={booking}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your payment didn’t go through"
      action={again ? { label: "Book again", url: again } : { label: "See your booking", url: booking.url }}
    >
      <EmailText>
        Your bank didn’t approve the payment, so you weren’t charged.{" "}
        {again
          ? "We’ve released your time. If it’s still available, you can book it again with another payment method."
          : "We’ll contact you about your visit."}
      </EmailText>
      <EmailFacts facts={factsOf(booking)} />
      <EmailText>Questions? Reply to this email or call {booking.sender.phone}.</EmailText>
    </BookingTemplate>
  );
}

/** 'Your receipt', sent when money came for a visit that was booked already. */
export function PaymentReceiptEmail(booking: BookingEmail & { receipt: ReceiptInEmail }) {
  const { receipt } = booking;
  return (
    <BookingTemplate
      booking={booking}
      preview={`${receipt.total} for ${booking.service}`}
      heading="Your receipt"
      action={{ label: "See your booking", url: booking.url }}
    >
      <EmailText>
        Thank you! We received {receipt.total}
        {receipt.how && ` ${receipt.how}`}.
      </EmailText>
      <EmailFacts facts={factsOf({ ...booking, paid: null })} />
      <EmailReceipt receipt={receipt} />
      <EmailText>Questions? Reply to this email or call {booking.sender.phone}.</EmailText>
    </BookingTemplate>
  );
}

type RefundSentEmail = BookingEmail & {
  amount: string;
  /** How the office gives it back; null when it goes through a provider. */
  method: OfficeMethod | null;
  /** It became the customer's credit. */
  to_credit: boolean;
  /** What is left of the payment; null when nothing is. */
  left: string | null;
  /** If paid twice: what was paid first, which remains. */
  instead: string | null;
};

/** Why money goes back that came twice, as the beginning of a sentence. */
export function paidTwice(instead: string): string {
  return `You paid for this booking twice. We kept ${instead} and are refunding the second payment in full: `;
}

/** 'We have sent $X back': a refund that has nothing to do with a cancellation. */
export function RefundSentEmail({ amount, method, to_credit, left, instead, ...booking }: RefundSentEmail) {
  return (
    <BookingTemplate
      booking={booking}
      preview={`${booking.service}, ${booking.when}`}
      heading={refundHeading({ amount, method, to_credit })}
      action={
        booking.receipt
          ? { label: "See your receipt", url: booking.receipt.url }
          : { label: "See your booking", url: booking.url }
      }
    >
      <EmailText>
        {instead && paidTwice(instead)}
        {to_credit
          ? `${amount} ${TO_CREDIT}`
          : method
            ? `We’re refunding ${amount} ${BY_HAND[method]}.`
            : `${amount} ${BY_CARD}`}
      </EmailText>
      <EmailFacts
        facts={[
          ...factsOf(booking),
          { label: "Refund", value: amount },
          ...(left ? [{ label: "Paid after refunds", value: left }] : []),
        ]}
      />
      <EmailText>Questions? Reply to this email or call {booking.sender.phone}.</EmailText>
    </BookingTemplate>
  );
}

function paidBack({ paid }: BookingEmail, { amount, failed, method, before }: RefundInEmail) {
  if (!paid || (failed && !method)) return [];
  const now = { label: "Refund", value: amount ?? "None" };
  return before ? [now, { label: "Refunded earlier", value: before }] : [now];
}

const BY_HAND: Record<OfficeMethod, string> = {
  cash: "in cash, the way you paid",
  check: "by check, the way you paid",
  card: "to the card you paid with at your visit",
};

/** Follows an amount that a provider gives back. */
export const BY_CARD =
  "is on its way to the card you paid with. It can take 5 to 10 business days to show up on your statement.";

/** Follows an amount that became credit. */
export const TO_CREDIT =
  "is now your credit with us. It pays for your next visit when you book it signed in, or by phone.";

/** The heading, and the subject, of an email about a refund. */
export function refundHeading(refund: { amount: string; method: OfficeMethod | null; to_credit: boolean }) {
  if (refund.to_credit) return `We’ve added ${refund.amount} to your credit`;
  return refund.method ? `Your refund of ${refund.amount}` : `We’ve refunded ${refund.amount}`;
}

function formatRefund({ sender, paid }: BookingEmail, refund: RefundInEmail): string {
  const { amount, money, credit, failed, method, fee } = refund;
  const also = credit ? ` ${credit} ${TO_CREDIT}` : "";
  if (fee) {
    const why = refund.no_show ? "if nobody lets us in" : "for a late cancellation";
    const policy = "By the policy you booked under, a fee of";
    if (refund.fee_card) return `${policy} ${fee} is charged to your ${refund.fee_card} ${why}.`;
    return `${policy} ${fee} is due ${why}. We’ll contact you about it, or you can call us at ${sender.phone}.`;
  }
  if (refund.processing)
    return "Your payment is still processing. Once it goes through, we’ll refund all of it.";
  if (!paid) return "You haven’t paid for this visit, so there’s nothing to refund.";
  if (!amount && refund.before) {
    return `We already refunded ${refund.before}. Questions? Reply to this email or call ${sender.phone}.`;
  }
  if (!amount)
    return `There is no refund for this visit. Questions? Reply to this email or call ${sender.phone}.`;
  if (!money) return also.trim();
  if (method) {
    return `We’ll refund ${money} ${BY_HAND[method]}. We’ll contact you to arrange it, or you can call us at ${sender.phone}.${also}`;
  }
  if (failed) {
    return `Your refund of ${money} hasn’t gone through yet. We’ll contact you shortly, or you can call us at ${sender.phone}.${also}`;
  }
  return `${money} ${BY_CARD}${also}`;
}
