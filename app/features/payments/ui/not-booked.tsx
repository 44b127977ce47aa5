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
    text: "That can take some days with this way to pay. We keep your time until then, and you get a mail as soon as the payment has arrived. You don't have to do anything.",
  },
  late: {
    tone: "info",
    heading: "Your bank is confirming the payment",
    text: "That can take some days with this way to pay, and your time was given back meanwhile. Once the payment arrives, we find you a time or pay everything back.",
  },
  "going back": {
    tone: "info",
    heading: "This booking was cancelled",
    text: "Your bank is still confirming the payment. Once it goes through, we’ll refund all of it.",
  },
  flagged: {
    tone: "info",
    heading: "Your payment has arrived",
    text: "We are looking into it and will contact you shortly.",
  },
  checked: {
    tone: "info",
    heading: "Your payment has arrived",
    text: "It is not the amount that we asked for, so we are looking into it. We will call you about it, or pay everything back.",
  },
  beside: {
    tone: "info",
    heading: "Your payment has arrived",
    text: "You have another booking in place of this plan, which isn’t paid yet. We will contact you to ask which one to keep, and refund what you don’t want.",
  },
  released: {
    tone: "error",
    heading: "This booking was cancelled",
    text: "Its time was given back and nothing was charged. You can book another time at once.",
  },
  cancelled: {
    tone: "info",
    heading: "This booking was cancelled",
    text: "Its time was given back. The mail about it says what you get back of your payment.",
  },
  twice: {
    tone: "info",
    heading: "You paid for this booking twice",
    text: "Your booking stands, and this second payment goes back to you in full. We sent you a mail about it.",
  },
  unknown: {
    tone: "error",
    heading: "We can't find this payment",
    text: "The address of this page is not complete. If you paid, the confirmation in your mail leads to your booking.",
  },
};
