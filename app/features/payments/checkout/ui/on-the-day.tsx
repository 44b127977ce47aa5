import type { SubmissionResult } from "@conform-to/react";
import { contactSchema } from "~/features/payments/checkout/forms";
import { fieldRules } from "~/lib/field-rules";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { LiveForm } from "~/ui/live/live-form";
import { Notice } from "~/ui/page/notice";
import { Receipt } from "./arrival";
import { ContactFields } from "./payment-forms";

type Bought = { facts: string[]; lines: { label: string; amount: string }[]; total: string };

type ConfirmProps = {
  visit: Bought;
  known: { name: string | null; email: string | null; phone: string | null };
  /** What the customer agrees to when they save a card next; null if they pay on the day. */
  consent: string | null;
  result: SubmissionResult<string[]> | undefined;
};

const FAILED = { title: "Booking Error", description: "We couldn’t reach the site. Please try again." };
const CANCEL = "Cancel and go back";
const DUE = "Due on the day of your visit";
const CHARGED = "Charged after your visit";

/** A visit that is paid for on the day, or by a saved card after it: its customer says who they are. */
export function ConfirmOnTheDay({ visit, known, consent, result }: ConfirmProps) {
  const [refusal] = result?.error?.[""] ?? [];
  return (
    <>
      {consent ? (
        <Notice className="mt-5" title="You pay after your visit">
          Tell us who you are, and save a card on the next page. Nothing is charged today.
        </Notice>
      ) : (
        <Notice className="mt-5" title="You pay on the day">
          You don’t need a card now. Just tell us who you are to book your cleaning.
        </Notice>
      )}
      <div className="mt-8 grid gap-10">
        <Receipt heading="Order summary" {...visit} totalLabel={consent ? CHARGED : DUE} />
        <div className="grid gap-3">
          <LiveForm id="confirm" failed={FAILED} className="grid gap-6">
            <ContactFields form="confirm" rules={fieldRules(contactSchema)} known={known} result={result} />
            {refusal && <Notice tone="error">{refusal}</Notice>}
            <Button
              type="submit"
              name="intent"
              value="confirm"
              size="large"
              data-pending-text="Processing..."
            >
              {consent ? "Continue to save your card" : "Confirm Booking"}
            </Button>
            {consent && <p className="text-moss text-sm">By saving your card you agree: “{consent}”</p>}
          </LiveForm>
          <LiveForm id="cancel" failed={FAILED} className="grid">
            <Button type="submit" name="intent" value="cancel" variant="ghost" data-pending-text={CANCEL}>
              {CANCEL}
            </Button>
          </LiveForm>
        </div>
      </div>
    </>
  );
}

type BookedProps = {
  visit: Bought;
  email: string | null;
  card: string | null;
  links: { manage: string; calendar: string };
};

/** 'Your cleaning is booked', with nothing paid yet. */
export function BookedOnTheDay({ visit, email, card, links }: BookedProps) {
  const how = card
    ? `We charge ${visit.total} to your ${card} after your visit.`
    : `You pay ${visit.total} on the day.`;
  return (
    <>
      <h1 className="text-title">Your cleaning is booked</h1>
      <p className="mt-3 text-lead text-moss">
        {how}
        {email && ` A confirmation is on its way to ${email}.`}
      </p>
      <div className="mt-8">
        <Receipt heading="Your booking" {...visit} totalLabel={card ? CHARGED : DUE} />
      </div>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink href={links.manage} size="large">
          View, reschedule or cancel
        </ButtonLink>
        <ButtonLink href={links.calendar} variant="secondary" size="large">
          Add to calendar
        </ButtonLink>
        <ButtonLink href="/" variant="ghost" size="large">
          Return Home
        </ButtonLink>
      </div>
    </>
  );
}
