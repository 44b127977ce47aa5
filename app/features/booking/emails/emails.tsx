import type { Policy } from "~/features/booking/cancellation";
import { flagToCustomer, type PaidFlag } from "~/features/booking/paid-flag";
import { MailReceipt, type ReceiptInMail } from "~/features/notifications/email/receipt";
import {
  MailFacts,
  MailGreeting,
  MailPrice,
  MailTemplate,
  MailText,
  type Sender,
} from "~/features/notifications/email/template";
import type { OfficeMethod } from "~/features/payments/orders/rules";

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
      <MailGreeting name={booking.customer_name} />
      <MailText>
        Thank you!{" "}
        {booking.due
          ? `Your crew is reserved, and you pay ${booking.due} on the day of your visit.`
          : "We received your payment, and your crew is reserved."}
      </MailText>
      <MailFacts facts={factsOf({ ...booking, paid: null })} />
      <Price {...booking} />
      <PlansChange {...booking} />
    </MailTemplate>
  );
}

/** 'Your cleaning has been rescheduled', after its customer chose another time. */
export function BookingMovedMail(booking: BookingMail) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`New time: ${booking.when}`}
      heading="Your cleaning has been rescheduled"
      action={{ label: MANAGE, url: booking.url }}
    >
      <MailGreeting name={booking.customer_name} />
      <MailText>
        Your visit has a new time. The price stays the same. Open the attached calendar file to update your
        calendar.
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
      preview={refund.amount ? `Your refund: ${refund.amount}` : `${booking.service}, ${booking.when}`}
      heading="Your cleaning is cancelled"
      action={{ label: "See your booking", url: booking.url }}
    >
      <MailGreeting name={booking.customer_name} />
      <MailText>
        This visit has been cancelled. Open the attached calendar file to remove it from your calendar.
      </MailText>
      <MailFacts facts={[...factsOf(booking), ...paidBack(booking, refund)]} />
      <MailText>{formatRefund(booking, refund)}</MailText>
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
      <MailGreeting name={booking.customer_name} />
      <MailText>
        We’ve skipped this visit of your plan. Your monthly price stays the same. Open the attached calendar
        file to remove the visit from your calendar.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      <MailText>Questions? Reply to this email or call {booking.sender.phone}.</MailText>
    </MailTemplate>
  );
}

/** Money came, but a person must look at the visit first and will get in touch. */
export function BookingFlaggedMail({ flag, ...booking }: BookingMail & { flag: PaidFlag }) {
  const { heading, text } = flagToCustomer(flag);
  const facts = factsOf({ ...booking, paid: null });
  const { money } = flag;
  return (
    <MailTemplate
      sender={booking.sender}
      preview={heading}
      heading={heading}
      action={{ label: "View or cancel booking", url: booking.url }}
    >
      <MailGreeting name={booking.customer_name} />
      <MailText>{text}</MailText>
      <MailFacts
        facts={
          money
            ? [...facts, { label: "Price", value: money.asked }, { label: "Paid", value: money.paid }]
            : facts
        }
      />
      {!money && <Price {...booking} />}
      <MailText>Would you rather talk now? Call us at {booking.sender.phone}.</MailText>
    </MailTemplate>
  );
}

const MANAGE = "View, reschedule or cancel";

/** The receipt, or what is to be paid. Nothing for a visit of a plan. */
function Price({ receipt, lines, due }: BookingMail) {
  if (receipt) return <MailReceipt receipt={receipt} />;
  return due && <MailPrice lines={lines} total={{ label: "Due on the day of your visit", amount: due }} />;
}

/** What a change of plans costs, by the policy that the booking was made under. */
function PlansChange({ sender, policy, late_fee_applies, due, of_plan }: BookingMail) {
  if (of_plan) {
    return (
      <MailText>
        This visit is part of your plan. To reschedule or skip it, use the button, reply to this email or call{" "}
        {sender.phone}.
      </MailText>
    );
  }
  if (due) {
    return (
      <MailText>Need to make a change? Use the button, reply to this email or call {sender.phone}.</MailText>
    );
  }
  const { full_refund_hours: hours, late_fee_percent } = policy;
  const kept = late_fee_percent === 50 ? "half the price" : `${late_fee_percent}% of the price`;
  return (
    <MailText>
      {late_fee_applies
        ? `This visit was rescheduled less than ${hours} hours ahead, so if you cancel it now we keep ${kept}.`
        : `Need to cancel? Do it ${hours} hours or more ahead for a full refund; after that we keep ${kept}.`}{" "}
      Use the button, reply to this email or call {sender.phone}.
    </MailText>
  );
}

function paidBack({ paid }: BookingMail, { amount, failed, method, before }: RefundInMail) {
  if (!paid || (failed && !method)) return [];
  const now = { label: "Refund", value: amount ?? "None" };
  return before ? [now, { label: "Refunded earlier", value: before }] : [now];
}

export const BY_HAND: Record<OfficeMethod, string> = {
  cash: "in cash, the way you paid",
  check: "by check, the way you paid",
  card: "to the card you paid with at your visit",
};

/** Follows an amount that a provider gives back. */
export const BY_CARD =
  "is on its way to the card you paid with. It can take 5 to 10 business days to show up on your statement.";

function formatRefund({ sender, paid }: BookingMail, refund: RefundInMail): string {
  const { amount, failed, method } = refund;
  if (refund.processing)
    return "Your payment is still processing. Once it goes through, we’ll refund all of it.";
  if (!paid) return "You haven’t paid for this visit, so there’s nothing to refund.";
  if (!amount && refund.before) {
    return `We already refunded ${refund.before}. Questions? Reply to this email or call ${sender.phone}.`;
  }
  if (!amount)
    return `There is no refund for this visit. Questions? Reply to this email or call ${sender.phone}.`;
  if (method) {
    return `We’ll refund ${amount} ${BY_HAND[method]}. We’ll contact you to arrange it, or you can call us at ${sender.phone}.`;
  }
  if (failed) {
    return `Your refund of ${amount} hasn’t gone through yet. We’ll contact you shortly, or you can call us at ${sender.phone}.`;
  }
  return `${amount} ${BY_CARD}`;
}

/** What a booking is, as the facts of a mail. */
export function factsOf(booking: Pick<BookingMail, "service" | "when" | "duration" | "where" | "paid">) {
  const { service, when, duration, where, paid } = booking;
  return [
    { label: "Service", value: service },
    { label: "When", value: when },
    { label: "Duration", value: duration },
    { label: "Where", value: where },
    ...(paid ? [{ label: "Paid", value: paid }] : []),
  ];
}
