import type { ComponentProps } from "react";
import { EmailReceipt, type ReceiptInEmail } from "~/features/notifications/email/receipt";
import {
  EmailFacts,
  EmailGreeting,
  EmailLines,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";
import { formatEnded, type PlanEndReason } from "./words";

/** The content of every email about a plan. */
export type PlanEmail = {
  sender: Sender;
  /** "#1042". */
  number: string;
  customer_name: string | null;
  service: string;
  /** "Every other Tuesday at 10:00 AM". */
  when: string;
  where: string;
  /** Formatted, per month. */
  price: string;
  /** Where the customer sees and changes it; opening it changes nothing. */
  url: string;
};

type TemplateProps = Omit<ComponentProps<typeof EmailTemplate>, "sender"> & { plan: PlanEmail };

/** An email to the plan's customer. */
export function PlanTemplate({ plan, children, ...props }: TemplateProps) {
  return (
    <EmailTemplate sender={plan.sender} {...props}>
      <EmailGreeting name={plan.customer_name} />
      {children}
    </EmailTemplate>
  );
}

export const MANAGE = "View or change your plan";

/** 'Your plan has started', with every visit that is laid out. */
export function PlanStartedEmail({
  visits,
  next_charge,
  open,
  receipt,
  ...plan
}: PlanEmail & {
  visits: string[];
  next_charge: string | null;
  open: number;
  receipt: ReceiptInEmail | null;
}) {
  return (
    <PlanTemplate
      plan={plan}
      preview={`${plan.when}, starting ${visits[0] ?? "on the day you chose"}`}
      heading="Your plan has started"
      action={{ label: MANAGE, url: plan.url }}
    >
      <EmailText>
        Thank you! We received your first payment. You’ll have the same crew whenever possible.
      </EmailText>
      <EmailFacts
        facts={[
          ...factsOf(plan),
          { label: "Price", value: `${plan.price} a month` },
          ...(next_charge ? [{ label: "Next charge", value: next_charge }] : []),
        ]}
      />
      {receipt && <EmailReceipt receipt={receipt} />}
      <EmailText>Here are your next visits. The attached calendar file has all of them.</EmailText>
      <EmailDays days={visits} />
      {open > 0 && (
        <EmailText>
          {open === 1 ? "One visit doesn’t" : `${open} visits don’t`} have a time yet. We’ll call you to
          schedule {open === 1 ? "it" : "them"}.
        </EmailText>
      )}
      <EmailText>
        Skip or reschedule a visit, skip a month, pause or end your plan at any time: use the button, reply to
        this email or call {plan.sender.phone}.
      </EmailText>
    </PlanTemplate>
  );
}

const ENDED: Record<PlanEndReason, string> = {
  "as asked": "As you asked, we’ve ended your plan.",
  "by staff": "We’ve ended your plan. If you didn’t expect this, please call us.",
  "given back":
    "The amount you paid wasn’t the price of the plan, so we couldn’t start it. We’ll refund all of it.",
  unpaid: "We didn’t receive your last payment, so we released your visits and ended your plan.",
  "payment failed": "Your bank didn’t approve the payment, so we released your visits.",
  "ended at the provider": "We can no longer charge for your plan, so it has ended.",
};

/** 'Your plan has ended', or has never begun: then its payment did not arrive, or goes back. */
export function PlanEndedEmail({
  why,
  again_url,
  days,
  ...plan
}: PlanEmail & { why: PlanEndReason; again_url: string; days: string[] }) {
  const begun = why !== "payment failed";
  const visits = days.length > 0 ? "You still have the paid visits below" : "You won’t have any more visits";
  return (
    <PlanTemplate
      plan={plan}
      preview={begun ? `${visits}, and we won’t charge you again` : "Your plan didn’t start"}
      heading={formatEnded(why)}
      action={{ label: "Subscribe again", url: again_url }}
    >
      <EmailText>
        {ENDED[why]}{" "}
        {begun
          ? `${visits}, and we won’t charge you again.`
          : "Your plan didn’t start, and you weren’t charged. You can subscribe again with another payment method."}
      </EmailText>
      <EmailFacts facts={factsOf(plan)} />
      <EmailDays days={days} />
      <EmailText>
        {begun && "Thank you for choosing us. You’re welcome back any time.  "}Questions? Reply to this email
        or call {plan.sender.phone}.
      </EmailText>
    </PlanTemplate>
  );
}

export type PlanNews = { heading: string; text: string; facts: { label: string; value: string }[] };

/** What has become of a plan: paused, a month skipped, resumed, or about to end. */
export function PlanChangedEmail({ news, days, ...plan }: PlanEmail & { news: PlanNews; days: string[] }) {
  return (
    <PlanTemplate
      plan={plan}
      preview={news.text}
      heading={news.heading}
      action={{ label: MANAGE, url: plan.url }}
    >
      <EmailText>{news.text}</EmailText>
      <EmailFacts facts={[...factsOf(plan), ...news.facts]} />
      <EmailDays days={days} />
      <EmailText>
        Not what you wanted? Use the button, reply to this email or call {plan.sender.phone}.
      </EmailText>
    </PlanTemplate>
  );
}

/** 'One of your visits has a new time': the crew can't come at its own. */
export function PlanVisitMovedEmail({
  own,
  now,
  move_url,
  ...plan
}: PlanEmail & { own: string | null; now: string; move_url: string }) {
  return (
    <PlanTemplate
      plan={plan}
      preview={`New time: ${now}`}
      heading="One of your visits has a new time"
      action={{ label: "Choose another time", url: move_url }}
    >
      <EmailText>
        We can’t make the usual time for one of your visits, so we moved it as close to it as we could. The
        attached calendar file has the new time.
      </EmailText>
      <EmailFacts
        facts={[
          { label: "Service", value: plan.service },
          ...(own ? [{ label: "Usual time", value: own }] : []),
          { label: "New time", value: now },
          { label: "Where", value: plan.where },
        ]}
      />
      <EmailText>
        If that doesn’t work for you, choose another time with the button, reply to this email or call{" "}
        {plan.sender.phone}.
      </EmailText>
    </PlanTemplate>
  );
}

export function factsOf({ number, service, when, where }: PlanEmail) {
  return [
    { label: "Service", value: service },
    { label: "When", value: when },
    { label: "Where", value: where },
    { label: "Plan", value: number },
  ];
}

/** Visits, one a line. */
export function EmailDays({ days }: { days: string[] }) {
  if (days.length === 0) return null;
  return <EmailLines>{days.join("\n")}</EmailLines>;
}
