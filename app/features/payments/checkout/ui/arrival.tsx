import { formatCents } from "~/lib/money";
import { ButtonLink } from "~/ui/action/button-link";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import { TestMark } from "~/ui/page/test-mark";

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

type ReceiptLine = { label: string; amount: string };

type ReceiptProps = {
  heading: string;
  facts: string[];
  lines: ReceiptLine[];
  total: string;
  totalLabel?: string;
  isTest?: boolean;
};

/** What is bought and what it costs, as on paper. */
export function Receipt({
  heading,
  facts,
  lines,
  total,
  totalLabel = "Total",
  isTest = false,
}: ReceiptProps) {
  return (
    <Card as="aside" className="p-6 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-heading">{heading}</h2>
        <TestMark is={isTest} />
      </div>
      <div className="mt-3 grid gap-1 text-moss">
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
      <div className="mt-5 grid gap-2 border-line border-t border-dashed pt-5">
        {lines.map(({ label, amount }) => (
          <p key={label} className="flex justify-between gap-6">
            <span className="text-moss">{label}</span>
            <span className="tabular-nums">{amount}</span>
          </p>
        ))}
        <p className="mt-1 flex items-baseline justify-between gap-6">
          <span className="font-semibold">{totalLabel}</span>
          <span className="font-display text-2xl tabular-nums [font-weight:560]">{total}</span>
        </p>
      </div>
    </Card>
  );
}

type UnchangedNoteProps = {
  /** Whether the money has come, and not only left the customer's bank. */
  paid: boolean;
  /** Where its time can be changed; null when only the confirmation email leads there. */
  change: { href: string; label: string } | null;
};

/** Said where 'Proceed to Payment' led to a booking that was paid before: what was changed since then was not taken. */
export function UnchangedNote({ paid, change }: UnchangedNoteProps) {
  return (
    <Notice
      className="mb-8"
      title="You weren’t charged again"
      action={
        change && (
          <ButtonLink href={change.href} variant="secondary">
            {change.label}
          </ButtonLink>
        )
      }
    >
      {paid
        ? "You had already paid for this booking, so we didn’t open a second checkout. "
        : "Your payment for this booking is already processing, so we didn’t open a second checkout. "}
      The changes you made after that weren’t saved.
      {!change && " To make them, use the link in the email about this booking."}
    </Notice>
  );
}

/** The order that /payment shows without a checkout session: three hours at $53 and 8.5% tax (spec section 9). */
export const SAMPLE_ORDER = {
  facts: ["Regular Cleaning", "A sample order: this page is a demo and charges nothing."],
  lines: [
    { label: "Regular Cleaning, 3 hours × $53.00", amount: formatCents(15_900) },
    { label: "Tax (8.5%)", amount: formatCents(1_352) },
  ],
  total: formatCents(17_252),
};
