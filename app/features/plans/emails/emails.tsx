import { MailReceipt, type ReceiptInMail } from "~/features/notifications/email/receipt";
import {
  MailFacts,
  MailGreeting,
  MailLines,
  MailTemplate,
  MailText,
  type Sender,
} from "~/features/notifications/email/template";

/** What every mail about a plan says. */
export type PlanMail = {
  sender: Sender;
  customer_name: string | null;
  service: string;
  /** "Every other Tuesday at 10:00 AM". */
  when: string;
  where: string;
  /** A month, in words. */
  price: string;
  /** Where the customer sees and changes it; opening it changes nothing. */
  url: string;
};

export const MANAGE = "View or change your plan";

/** 'Your payment is processing': the bank takes some days, and the visits are kept until then. */
export function PlanPaymentProcessingMail(plan: PlanMail) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={`We’re holding your visits until your payment of ${plan.price} goes through`}
      heading="Your payment is processing"
      action={{ label: "See your plan", url: plan.url }}
    >
      <MailGreeting name={plan.customer_name} />
      <MailText>
        Thank you! Your first payment is processing, which can take a few business days. We’re holding your
        visits, and your plan starts as soon as the payment goes through. If it doesn’t, we’ll let you know.
      </MailText>
      <MailFacts facts={[...factsOf(plan), { label: "Price", value: `${plan.price} a month` }]} />
      <MailText>Questions? Reply to this email or call {plan.sender.phone}.</MailText>
    </MailTemplate>
  );
}

/** 'Your plan has started', with every visit that is laid out. */
export function PlanStartedMail({
  visits,
  next_charge,
  open,
  receipt,
  ...plan
}: PlanMail & {
  visits: string[];
  next_charge: string | null;
  open: number;
  receipt: ReceiptInMail | null;
}) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={`${plan.when}, starting ${visits[0] ?? "on the day you chose"}`}
      heading="Your plan has started"
      action={{ label: MANAGE, url: plan.url }}
    >
      <MailGreeting name={plan.customer_name} />
      <MailText>
        Thank you! We received your first payment. You’ll have the same crew whenever possible.
      </MailText>
      <MailFacts
        facts={[
          ...factsOf(plan),
          { label: "Price", value: `${plan.price} a month` },
          ...(next_charge ? [{ label: "Next charge", value: next_charge }] : []),
        ]}
      />
      {receipt && <MailReceipt receipt={receipt} />}
      <MailText>Here are your next visits. The attached calendar file has all of them.</MailText>
      <MailDays days={visits} />
      {open > 0 && (
        <MailText>
          {open === 1 ? "One visit doesn’t" : `${open} visits don’t`} have a time yet. We’ll call you to
          schedule {open === 1 ? "it" : "them"}.
        </MailText>
      )}
      <MailText>
        Skip or reschedule a visit, skip a month, pause or end your plan at any time: use the button, reply to
        this email or call {plan.sender.phone}.
      </MailText>
    </MailTemplate>
  );
}

type PlanChargeMail = PlanMail & {
  date: string;
  /** Null when the month can't be skipped: the plan ends in it, or soon after. */
  skip_url: string | null;
};

/** 'Your next payment': three days before it is charged. */
export function PlanChargeMail({ date, skip_url, ...plan }: PlanChargeMail) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={`${plan.price} on ${date}`}
      heading="Your next payment"
      action={skip_url ? { label: "Skip next month", url: skip_url } : { label: MANAGE, url: plan.url }}
    >
      <MailGreeting name={plan.customer_name} />
      <MailText>
        On {date} we’ll charge {plan.price} for the next month of your plan. There’s nothing you need to do.
      </MailText>
      <MailFacts
        facts={[{ label: "Amount", value: plan.price }, { label: "Date", value: date }, ...factsOf(plan)]}
      />
      {skip_url && (
        <MailText>
          Away for a while? Use the button to skip the month: no visits and no charge. You’ll see exactly what
          changes before you confirm.
        </MailText>
      )}
    </MailTemplate>
  );
}

/** 'Your payment didn’t go through': where to pay, and what happens otherwise. */
export function PlanPaymentFailedMail({
  pay_url,
  pay_by,
  ...plan
}: PlanMail & { pay_url: string | null; pay_by: string }) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={`Please pay ${plan.price} by ${pay_by}`}
      heading="Your payment didn’t go through"
      action={pay_url ? { label: `Pay ${plan.price}`, url: pay_url } : { label: MANAGE, url: plan.url }}
    >
      <MailGreeting name={plan.customer_name} />
      <MailText>
        Your bank declined the {plan.price} charge for your plan. Please pay by {pay_by}. Until then, your
        visits go ahead as planned.
      </MailText>
      <MailFacts facts={[...factsOf(plan), { label: "Amount due", value: plan.price }]} />
      <MailText>
        If we don’t receive your payment by then, we’ll release your visits and end your plan. Questions?
        Reply to this email or call {plan.sender.phone}.
      </MailText>
    </MailTemplate>
  );
}

/** `as asked` and `by staff` end a plan on purpose; `unpaid` and the provider's end come from a charge. */
export type PlanEndReason =
  | "as asked"
  | "by staff"
  | "given back"
  | "unpaid"
  | "payment failed"
  | "ended at the provider";

const ENDED: Record<PlanEndReason, string> = {
  "as asked": "As you asked, we’ve ended your plan.",
  "by staff": "We’ve ended your plan. If you didn’t expect this, please call us.",
  "given back":
    "The amount you paid wasn’t the price of the plan, so we couldn’t start it. We’ll refund all of it.",
  unpaid: "We didn’t receive your last payment, so we released your visits and ended your plan.",
  "payment failed": "Your bank didn’t approve the payment, so we released your visits.",
  "ended at the provider": "We can no longer charge for your plan, so it has ended.",
};

/** How a plan that is over stands: it has ended, or was never begun. */
export function formatEnded(why: PlanEndReason): string {
  if (why === "payment failed") return "Your payment didn't go through";
  return why === "given back" ? "Your plan didn't start" : "Your plan has ended";
}

/** 'Your plan has ended', or has never begun: then its payment did not arrive, or goes back. */
export function PlanEndedMail({
  why,
  again_url,
  days,
  ...plan
}: PlanMail & { why: PlanEndReason; again_url: string; days: string[] }) {
  const begun = why !== "payment failed";
  const visits = days.length > 0 ? "You still have the paid visits below" : "You won’t have any more visits";
  return (
    <MailTemplate
      sender={plan.sender}
      preview={begun ? `${visits}, and we won’t charge you again` : "Your plan didn’t start"}
      heading={formatEnded(why)}
      action={{ label: "Subscribe again", url: again_url }}
    >
      <MailGreeting name={plan.customer_name} />
      <MailText>
        {ENDED[why]}{" "}
        {begun
          ? `${visits}, and we won’t charge you again.`
          : "Your plan didn’t start, and you weren’t charged. You can subscribe again with another payment method."}
      </MailText>
      <MailFacts facts={factsOf(plan)} />
      <MailDays days={days} />
      <MailText>
        {begun && "Thank you for choosing us. You’re welcome back any time.  "}Questions? Reply to this email
        or call {plan.sender.phone}.
      </MailText>
    </MailTemplate>
  );
}

export type PlanNews = { heading: string; text: string; facts: { label: string; value: string }[] };

/** What has become of a plan: paused, a month skipped, resumed, or about to end. */
export function PlanChangedMail({ news, days, ...plan }: PlanMail & { news: PlanNews; days: string[] }) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={news.text}
      heading={news.heading}
      action={{ label: MANAGE, url: plan.url }}
    >
      <MailGreeting name={plan.customer_name} />
      <MailText>{news.text}</MailText>
      <MailFacts facts={[...factsOf(plan), ...news.facts]} />
      <MailDays days={days} />
      <MailText>
        Not what you wanted? Use the button, reply to this email or call {plan.sender.phone}.
      </MailText>
    </MailTemplate>
  );
}

/** 'One of your visits has a new time': the crew can't come at its own. */
export function PlanVisitMovedMail({
  own,
  now,
  move_url,
  ...plan
}: PlanMail & { own: string | null; now: string; move_url: string }) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={`New time: ${now}`}
      heading="One of your visits has a new time"
      action={{ label: "Choose another time", url: move_url }}
    >
      <MailGreeting name={plan.customer_name} />
      <MailText>
        We can’t make the usual time for one of your visits, so we moved it as close to it as we could. The
        attached calendar file has the new time.
      </MailText>
      <MailFacts
        facts={[
          { label: "Service", value: plan.service },
          ...(own ? [{ label: "Usual time", value: own }] : []),
          { label: "New time", value: now },
          { label: "Where", value: plan.where },
        ]}
      />
      <MailText>
        If that doesn’t work for you, choose another time with the button, reply to this email or call{" "}
        {plan.sender.phone}.
      </MailText>
    </MailTemplate>
  );
}

export function factsOf({ service, when, where }: PlanMail) {
  return [
    { label: "Service", value: service },
    { label: "When", value: when },
    { label: "Where", value: where },
  ];
}

/** Visits, one a line. */
function MailDays({ days }: { days: string[] }) {
  if (days.length === 0) return null;
  return <MailLines>{days.join("\n")}</MailLines>;
}
