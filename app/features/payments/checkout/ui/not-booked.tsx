import { Notice } from "~/ui/notice";

/** What is known of a payment and what it was for. */
export type PaymentState =
  | "confirmed"
  | "pending"
  | "processing"
  | "late"
  | "going back"
  | "flagged"
  | "checked"
  | "beside"
  | "released"
  | "cancelled"
  | "twice"
  | "unknown";

type Words = { tone: "info" | "error"; heading: string; text: string };

type Props = {
  state: keyof typeof NOT_BOOKED;
  /** Why staff must look at it, when that is so. */
  flagged: { heading: string; text: string } | null;
};

/** What became of a payment that is not, or not yet, a booking. */
export function NotBooked({ state, flagged }: Props) {
  const { tone, heading, text } = { ...NOT_BOOKED[state], ...flagged };
  return (
    <>
      <h1 className="text-title">{heading}</h1>
      <Notice tone={tone} className="mt-6">
        {text}
      </Notice>
    </>
  );
}

const NOT_BOOKED: Record<Exclude<PaymentState, "confirmed" | "pending">, Words> = {
  processing: {
    tone: "info",
    heading: "Your bank is confirming the payment",
    text: "With this payment method, that can take a few days. We’re holding your time and will email you as soon as the payment goes through. You don’t have to do anything.",
  },
  late: {
    tone: "info",
    heading: "Your bank is confirming the payment",
    text: "With this payment method, that can take a few days, and we couldn’t hold your time until then. Once the payment goes through, we’ll find you a new time or refund all of it.",
  },
  "going back": {
    tone: "info",
    heading: "This booking was cancelled",
    text: "Your bank is still confirming the payment. Once it goes through, we’ll refund all of it.",
  },
  flagged: {
    tone: "info",
    heading: "Your payment has arrived",
    text: "We’re looking into it and will contact you shortly.",
  },
  checked: {
    tone: "info",
    heading: "Your payment has arrived",
    text: "It isn’t the amount we asked for, so we’re looking into it. We’ll call you about it or refund all of it.",
  },
  beside: {
    tone: "info",
    heading: "Your payment has arrived",
    text: "You have another booking in place of this plan, which isn’t paid yet. We’ll contact you to ask which one to keep, and refund what you don’t want.",
  },
  released: {
    tone: "error",
    heading: "This booking was cancelled",
    text: "We released your time, and you weren’t charged. You can book another time right away.",
  },
  cancelled: {
    tone: "info",
    heading: "This booking was cancelled",
    text: "We released your time. We emailed you the details of your refund.",
  },
  twice: {
    tone: "info",
    heading: "You paid for this booking twice",
    text: "Your cleaning is booked, and we’re refunding the second payment in full. We sent you an email about it.",
  },
  unknown: {
    tone: "error",
    heading: "We can’t find this payment",
    text: "This link is incomplete. If you paid, the link in your confirmation email opens your booking.",
  },
};
