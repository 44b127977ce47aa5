import { MailReceipt, type ReceiptInMail } from "~/features/mail/receipt";
import { MailFacts, MailPrice, MailTemplate, MailText, type Sender } from "~/features/mail/template";
import { greeting } from "~/lib/mail-words";
import type { Policy } from "./cancellation";
import type { OfficeMethod } from "./office-method";

export type BookingMail = {
  sender: Sender;
  customer_name: string | null;
  service: string;
  when: string;
  duration: string;
  where: string;
  /** What was paid; null when nothing was. */
  paid: string | null;
  receipt: ReceiptInMail | null;
  lines: { label: string; amount: string }[];
  /** What is still to be paid, on the day; null when nothing is. */
  due: string | null;
  /** It is part of a plan: nothing is paid for it alone. */
  of_plan: boolean;
  policy: Policy;
  late_fee_applies: boolean;
  /** Where the customer sees, moves or cancels it; opening it changes nothing. */
  url: string;
};

/** 'Your cleaning is booked', sent once the payment has arrived, or the office has taken the booking on. */
export function BookingConfirmedMail(booking: BookingMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your cleaning is booked"
      action={{ label: MANAGE, url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} thank you.{" "}
        {booking.due
          ? `Your crew is reserved, and you pay ${booking.due} on the day.`
          : "Your payment has arrived and your crew is reserved."}
      </MailText>
      <MailFacts facts={factsOf({ ...booking, paid: null })} />
      <Price {...booking} />
      <PlansChange {...booking} />
    </MailTemplate>
  );
}

/** 'Your cleaning has moved', after its customer chose another time. */
export function BookingMovedMail(booking: BookingMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`Now ${booking.when}`}
      heading="Your cleaning has moved"
      action={{ label: MANAGE, url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} your visit has a new time. The price stays the same, and the
        attached calendar file moves the entry in your calendar.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      <PlansChange {...booking} />
    </MailTemplate>
  );
}

/**
 * What goes back of the payment: `amount` in words, or null when nothing does; `failed` when a person must see to it.
 * `method`: how the office was paid on the day; null when it went through a provider. `processing`: the payment itself is
 * still on its way.
 */
export type RefundInMail = {
  amount: string | null;
  failed: boolean;
  method: OfficeMethod | null;
  processing: boolean;
  /** What had gone back before, in words; null when nothing had. */
  before: string | null;
};

/** 'Your cleaning is cancelled', with what goes back and when it arrives. */
export function BookingCancelledMail({ refund, ...booking }: BookingMail & { refund: RefundInMail }) {
  if (booking.of_plan) return <VisitSkippedMail {...booking} />;
  return (
    <MailTemplate
      sender={booking.sender}
      preview={refund.amount ? `You get ${refund.amount} back` : `${booking.service}, ${booking.when}`}
      heading="Your cleaning is cancelled"
      action={{ label: "See your booking", url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} this visit will not take place. The attached calendar file takes it
        out of your calendar.
      </MailText>
      <MailFacts facts={[...factsOf(booking), ...paidBack(booking, refund)]} />
      <MailText>{refundInWords(booking, refund)}</MailText>
    </MailTemplate>
  );
}

/** A visit of a plan that is left out. */
function VisitSkippedMail(booking: BookingMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading="This visit is skipped"
      action={{ label: "See this visit", url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} this visit of your plan will not take place. The price of the month
        stays the same, and the attached calendar file takes the visit out of your calendar.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      <MailText>Any questions? Answer this mail or call {booking.sender.phone}.</MailText>
    </MailTemplate>
  );
}

/** Paid, but the visit can't be promised: a person will get in touch. */
export function BookingFlaggedMail(booking: BookingMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview="We have your payment and will call you about the time"
      heading="We need to find you a new time"
      action={{ label: "See or cancel", url: booking.url }}
    >
      <MailText>
        {greeting(booking.customer_name)} your payment has arrived, but we could not keep this time for you.
        We will get in touch shortly with other times; if none suits you, you get everything back.
      </MailText>
      <MailFacts facts={factsOf({ ...booking, paid: null })} />
      <Price {...booking} />
      <MailText>You can also call us right away: {booking.sender.phone}.</MailText>
    </MailTemplate>
  );
}

const MANAGE = "See, move or cancel";

/** The receipt, or what is to be paid. Nothing for a visit of a plan. */
function Price({ receipt, lines, due }: BookingMail) {
  if (receipt) return <MailReceipt receipt={receipt} />;
  return due && <MailPrice lines={lines} total={{ label: "To be paid on the day", amount: due }} />;
}

/** What a change of plans costs, by the policy that the booking was made under. */
function PlansChange({ sender, policy, late_fee_applies, due, of_plan }: BookingMail) {
  if (of_plan) {
    return (
      <MailText>
        It is part of your plan: move or skip it with the button, answer this mail or call {sender.phone}.
      </MailText>
    );
  }
  if (due) {
    return <MailText>Plans change: use the button, answer this mail or call {sender.phone}.</MailText>;
  }
  const { full_refund_hours: hours, late_fee_percent } = policy;
  const kept = late_fee_percent === 50 ? "half the price" : `${late_fee_percent}% of the price`;
  return (
    <MailText>
      {late_fee_applies
        ? `It was moved less than ${hours} hours ahead, so ${kept} is kept should you cancel it now.`
        : `Plans change: cancel ${hours} hours or more ahead for a full refund; later, ${kept} is kept.`}{" "}
      Use the button, answer this mail or call {sender.phone}.
    </MailText>
  );
}

function paidBack({ paid }: BookingMail, { amount, failed, method, before }: RefundInMail) {
  if (!paid || (failed && !method)) return [];
  const now = { label: "Paid back", value: amount ?? "Nothing" };
  return before ? [now, { label: "Paid back before", value: before }] : [now];
}

export const BY_HAND: Record<OfficeMethod, string> = {
  cash: "in cash, as you paid",
  check: "by check, as you paid",
  card: "to the card that you paid with on the day",
};

/** Follows an amount that a provider gives back. */
export const BY_CARD =
  "goes back to the card that you paid with. Banks take 5 to 10 business days to show it.";

function refundInWords({ sender, paid }: BookingMail, refund: RefundInMail): string {
  const { amount, failed, method } = refund;
  if (refund.processing)
    return "Your payment is still on its way. Once it arrives, all of it goes back to you.";
  if (!paid) return "Nothing was paid for it, so there is nothing to pay back.";
  if (!amount && refund.before) {
    return `${refund.before} was refunded to you before. Any questions? Answer this mail or call ${sender.phone}.`;
  }
  if (!amount) return `Nothing of it goes back. Any questions? Answer this mail or call ${sender.phone}.`;
  if (method) {
    return `You get ${amount} back ${BY_HAND[method]}. We will get in touch about it; you can also call ${sender.phone}.`;
  }
  if (failed) {
    return `We could not send ${amount} back to you yet. We will get in touch shortly; you can also call ${sender.phone}.`;
  }
  return `${amount} ${BY_CARD}`;
}

/** What a booking is, as the facts of a mail. */
export function factsOf(booking: Pick<BookingMail, "service" | "when" | "duration" | "where" | "paid">) {
  const { service, when, duration, where, paid } = booking;
  return [
    { label: "Service", value: service },
    { label: "When", value: when },
    { label: "How long", value: duration },
    { label: "Where", value: where },
    ...(paid ? [{ label: "Paid", value: paid }] : []),
  ];
}
