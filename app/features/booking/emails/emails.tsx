import type { ComponentProps } from "react";
import { flagToCustomer, type PaidFlag } from "~/features/booking/paid-flag";
import { EmailReceipt, type ReceiptInEmail } from "~/features/notifications/email/receipt";
import {
  EmailFacts,
  EmailGreeting,
  EmailPrice,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

export type BookingEmail = {
  sender: Sender;
  /** "#1042". */
  number: string;
  customer_name: string | null;
  service: string;
  when: string;
  duration: string;
  where: string;
  /** What was paid; null when nothing was. */
  paid: string | null;
  receipt: ReceiptInEmail | null;
  lines: { label: string; amount: string }[];
  /** What is still to be paid, on the day; null when nothing is. */
  due: string | null;
  /** The saved card that is charged after the visit, as "Visa ending in 4242"; null without one. */
  card: string | null;
  needs_card: boolean;
  /** The deposit that is still to be paid by the link in another email; null if none is. */
  deposit: string | null;
  /** What of it that card is charged; null if nothing. */
  card_charge: string | null;
  /** What is due beside a deposit; null if nothing. */
  rest: string | null;
  /** It is part of a plan: nothing is paid for it alone. */
  of_plan: boolean;
  /** What cancelling it costs, by the policy that it was made under. */
  fees: string;
  /** Where the customer sees, moves or cancels it; opening it changes nothing. */
  url: string;
};

type TemplateProps = Omit<ComponentProps<typeof EmailTemplate>, "sender"> & { booking: BookingEmail };

/** An email to the booking's customer. */
export function BookingTemplate({ booking, children, ...props }: TemplateProps) {
  return (
    <EmailTemplate sender={booking.sender} {...props}>
      <EmailGreeting name={booking.customer_name} />
      {children}
    </EmailTemplate>
  );
}

/** 'Your cleaning is booked', sent once the payment has arrived, or the office has taken the booking on. */
export function BookingConfirmedEmail(booking: BookingEmail) {
  return (
    <BookingTemplate
      booking={booking}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your cleaning is booked"
      action={{ label: MANAGE, url: booking.url }}
    >
      <EmailText>Thank you! {howPaid(booking)}</EmailText>
      <EmailFacts facts={factsOf({ ...booking, paid: null })} />
      <Price {...booking} />
      <PlansChange {...booking} />
    </BookingTemplate>
  );
}

/** 'Your cleaning has been rescheduled', after its customer chose another time. */
export function BookingMovedEmail(booking: BookingEmail) {
  return (
    <BookingTemplate
      booking={booking}
      preview={`New time: ${booking.when}`}
      heading="Your cleaning has been rescheduled"
      action={{ label: MANAGE, url: booking.url }}
    >
      <EmailText>
        Your visit has a new time. The price stays the same. Open the attached calendar file to update your
        calendar.
      </EmailText>
      <EmailFacts facts={factsOf(booking)} />
      <PlansChange {...booking} />
    </BookingTemplate>
  );
}

/** Money came, but a person must look at the visit first and will get in touch. */
export function BookingFlaggedEmail({ flag, ...booking }: BookingEmail & { flag: PaidFlag }) {
  const { heading, text } = flagToCustomer(flag);
  const facts = factsOf({ ...booking, paid: null });
  const { money } = flag;
  return (
    <BookingTemplate
      booking={booking}
      preview={heading}
      heading={heading}
      action={{ label: "View or cancel booking", url: booking.url }}
    >
      <EmailText>{text}</EmailText>
      <EmailFacts
        facts={
          money
            ? [...facts, { label: "Price", value: money.asked }, { label: "Paid", value: money.paid }]
            : facts
        }
      />
      {!money && <Price {...booking} />}
      <EmailText>Would you rather talk now? Call us at {booking.sender.phone}.</EmailText>
    </BookingTemplate>
  );
}

/** 'Your cleaning is not confirmed yet': the office has set the booking back. */
export function BookingWaitsEmail(booking: BookingEmail) {
  return (
    <BookingTemplate
      booking={booking}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your cleaning is not confirmed yet"
      action={{ label: "See your booking", url: booking.url }}
    >
      <EmailText>
        We’re looking into your visit and will contact you shortly. Questions? Reply to this email or call{" "}
        {booking.sender.phone}.
      </EmailText>
      <EmailFacts facts={factsOf(booking)} />
    </BookingTemplate>
  );
}

function howPaid({ due, rest, card, needs_card, deposit }: BookingEmail): string {
  if (due && deposit)
    return `Your crew is reserved. Please pay the deposit of ${deposit} by the link in another email. The rest is due after your visit.`;
  if (due && needs_card)
    return `Your crew is reserved. We charge ${due} to your card after your visit: another email leads you to a page where you save it.`;
  if (due && card) return `Your crew is reserved. We charge ${due} to your ${card} after your visit.`;
  if (due) return `Your crew is reserved, and you pay ${due} on the day of your visit.`;
  if (!rest) return "We received your payment, and your crew is reserved.";
  const later = card
    ? `We charge the rest, ${rest}, to your ${card} after your visit.`
    : `The rest, ${rest}, is due on the day of your visit.`;
  return `We received your deposit, and your crew is reserved. ${later}`;
}

const MANAGE = "View, reschedule or cancel";

/** The receipt or the amount due; nothing for a visit of a plan. */
function Price({ receipt, lines, due, card, needs_card }: BookingEmail) {
  if (receipt) return <EmailReceipt receipt={receipt} />;
  const label = card || needs_card ? "Charged after your visit" : "Due on the day of your visit";
  return due && <EmailPrice lines={lines} total={{ label, amount: due }} />;
}

/** What a change of plans costs, by the policy that the booking was made under. */
function PlansChange({ sender, fees, due, of_plan }: BookingEmail) {
  if (of_plan) {
    return (
      <EmailText>
        This visit is part of your plan. To reschedule or skip it, use the button, reply to this email or call{" "}
        {sender.phone}.
      </EmailText>
    );
  }
  if (due) {
    return (
      <EmailText>
        Need to make a change? Use the button, reply to this email or call {sender.phone}. {fees}
      </EmailText>
    );
  }
  return (
    <EmailText>
      {fees} Use the button, reply to this email or call {sender.phone}.
    </EmailText>
  );
}

/** A booking's facts in an email. */
export function factsOf(
  booking: Pick<BookingEmail, "number" | "service" | "when" | "duration" | "where" | "paid">,
) {
  const { number, service, when, duration, where, paid } = booking;
  return [
    { label: "Service", value: service },
    { label: "When", value: when },
    { label: "Duration", value: duration },
    { label: "Where", value: where },
    { label: "Booking", value: number },
    ...(paid ? [{ label: "Paid", value: paid }] : []),
  ];
}

/** What a change of a visit is to a crew: it is theirs at a new time or place, or it isn't theirs any more. */
export type CrewChange = "moved" | "changed" | "given" | "taken" | "cancelled";

type CrewEmail = {
  sender: Sender;
  change: CrewChange;
  crew: string;
  number: string;
  service: string;
  when: string;
  /** When the visit was; null when the crew never heard of that time. */
  before: string | null;
  duration: string;
  where: string;
  customer_name: string | null;
};

const WORDS: Record<CrewChange, { heading: string; text: string }> = {
  moved: { heading: "Visit rescheduled", text: "This visit on your schedule has a new time." },
  changed: { heading: "Visit updated", text: "The details of this visit have changed. Here is the latest." },
  given: { heading: "New job assigned", text: "This visit is now on your schedule." },
  taken: {
    heading: "Visit reassigned",
    text: "Another crew is taking this visit, so it’s off your schedule.",
  },
  cancelled: { heading: "Visit cancelled", text: "This visit is off your schedule." },
};

/** Tells a crew, or the office for it, what became of a visit. */
export function CrewVisitEmail({ sender, change, crew, ...visit }: CrewEmail) {
  const { heading, text } = WORDS[change];
  const theirs = change === "moved" || change === "changed" || change === "given";
  const now = theirs ? visit.when : null;
  const was = change === "given" || change === "changed" ? null : visit.before;
  const facts = [
    { label: "Service", value: visit.service },
    { label: change === "moved" ? "New time" : "When", value: now },
    { label: change === "moved" ? "Previous time" : "When", value: was },
    { label: "Duration", value: visit.duration },
    { label: "Where", value: visit.where },
    { label: "Customer", value: visit.customer_name },
    { label: "Booking", value: visit.number },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  return (
    <EmailTemplate
      sender={sender}
      preview={[visit.service, now ?? was].filter(Boolean).join(", ")}
      heading={heading}
    >
      <EmailText>Hi {crew},</EmailText>
      <EmailText>{text}</EmailText>
      <EmailFacts facts={facts} />
    </EmailTemplate>
  );
}
