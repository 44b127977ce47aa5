import { MailReceipt, type ReceiptInMail } from "~/features/mail/receipt";
import { MailFacts, MailLines, MailTemplate, MailText, type Sender } from "~/features/mail/template";
import { greeting } from "~/lib/mail-words";

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

export const MANAGE = "See or change your plan";

/** 'Your payment is on its way': the bank takes some days, and the visits are kept until then. */
export function PlanPaymentProcessingMail(plan: PlanMail) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={`Your visits are kept until ${plan.price} arrives`}
      heading="Your payment is on its way"
      action={{ label: "See your plan", url: plan.url }}
    >
      <MailText>
        {greeting(plan.customer_name)} thank you. Your bank takes some days to send your first payment. Your
        visits are kept until then: your plan starts as soon as the payment arrives. If it does not arrive, we
        let you know.
      </MailText>
      <MailFacts facts={[...factsOf(plan), { label: "Price", value: `${plan.price} a month` }]} />
      <MailText>Questions? Answer this mail or call {plan.sender.phone}.</MailText>
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
      preview={`${plan.when}, the first time on ${visits[0] ?? "the day you chose"}`}
      heading="Your plan has started"
      action={{ label: MANAGE, url: plan.url }}
    >
      <MailText>
        {greeting(plan.customer_name)} thank you. Your first payment has arrived, and the same crew comes
        whenever it can.
      </MailText>
      <MailFacts
        facts={[
          ...factsOf(plan),
          { label: "Price", value: `${plan.price} a month` },
          ...(next_charge ? [{ label: "Next charge", value: next_charge }] : []),
        ]}
      />
      {receipt && <MailReceipt receipt={receipt} />}
      <MailText>These are your next visits; the attached calendar file has all of them.</MailText>
      <MailDays days={visits} />
      {open > 0 && (
        <MailText>
          {open === 1 ? "One visit has" : `${open} visits have`} no time yet: we will call you about{" "}
          {open === 1 ? "it" : "them"}.
        </MailText>
      )}
      <MailText>
        Skip or move a visit, skip a month, pause or end your plan whenever you like: use the button, answer
        this mail or call {plan.sender.phone}.
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
      action={skip_url ? { label: "Skip the coming month", url: skip_url } : { label: MANAGE, url: plan.url }}
    >
      <MailText>
        {greeting(plan.customer_name)} on {date} we charge {plan.price} for the coming month of your plan.
        There is nothing to do.
      </MailText>
      <MailFacts
        facts={[{ label: "Amount", value: plan.price }, { label: "Date", value: date }, ...factsOf(plan)]}
      />
      {skip_url && (
        <MailText>
          Away for a while? With the button you skip the month: no visits, and no charge. You see what it does
          before anything happens.
        </MailText>
      )}
    </MailTemplate>
  );
}

/** 'Your payment did not go through': where to pay, and what happens otherwise. */
export function PlanPaymentFailedMail({
  pay_url,
  pay_by,
  ...plan
}: PlanMail & { pay_url: string | null; pay_by: string }) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={`Please pay ${plan.price} by ${pay_by}`}
      heading="Your payment did not go through"
      action={pay_url ? { label: `Pay ${plan.price}`, url: pay_url } : { label: MANAGE, url: plan.url }}
    >
      <MailText>
        {greeting(plan.customer_name)} your bank did not let us charge {plan.price} for your plan. Please pay
        by {pay_by}: your visits take place as planned until then.
      </MailText>
      <MailFacts facts={[...factsOf(plan), { label: "To be paid", value: plan.price }]} />
      <MailText>
        If it is not paid by then, your visits are released and the plan ends. Questions? Answer this mail or
        call {plan.sender.phone}.
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
  "as asked": "as you asked, your plan has ended.",
  "by staff": "your plan has ended. If that is news to you, please call us.",
  "given back":
    "what you paid was not the price, so we could not begin your plan. All of it goes back to you.",
  unpaid: "your last payment did not arrive, so your visits are released and your plan has ended.",
  "payment failed": "your bank has not confirmed the payment, so your visits are released.",
  "ended at the provider": "your plan can't be charged any more, so it has ended.",
};

/** How a plan that is over stands: it has ended, or was never begun. */
export function endedInWords(why: PlanEndReason): string {
  if (why === "payment failed") return "Your payment did not arrive";
  return why === "given back" ? "Your plan has not begun" : "Your plan has ended";
}

/** 'Your plan has ended', or has never begun: then its payment did not arrive, or goes back. */
export function PlanEndedMail({
  why,
  again_url,
  days,
  ...plan
}: PlanMail & { why: PlanEndReason; again_url: string; days: string[] }) {
  const begun = why !== "payment failed";
  const visits =
    days.length > 0 ? "Only the visits below that you have paid for are left" : "There are no more visits";
  return (
    <MailTemplate
      sender={plan.sender}
      preview={begun ? `${visits}, and there are no more charges` : "Your plan has not begun"}
      heading={endedInWords(why)}
      action={{ label: "Subscribe again", url: again_url }}
    >
      <MailText>
        {greeting(plan.customer_name)} {ENDED[why]}{" "}
        {begun
          ? `${visits}, and nothing is charged any more.`
          : "Your plan has not begun, and nothing was charged. You can subscribe again, with another way to pay."}
      </MailText>
      <MailFacts facts={factsOf(plan)} />
      <MailDays days={days} />
      <MailText>
        {begun && "Thank you for having us. You are welcome back at any time. "}Questions? Answer this mail or
        call {plan.sender.phone}.
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
      <MailText>
        {greeting(plan.customer_name)} {news.text}
      </MailText>
      <MailFacts facts={[...factsOf(plan), ...news.facts]} />
      <MailDays days={days} />
      <MailText>Not what you wanted? Use the button, answer this mail or call {plan.sender.phone}.</MailText>
    </MailTemplate>
  );
}

/** 'One of your visits has another time': the crew can't come at its own. */
export function PlanVisitMovedMail({
  own,
  now,
  move_url,
  ...plan
}: PlanMail & { own: string | null; now: string; move_url: string }) {
  return (
    <MailTemplate
      sender={plan.sender}
      preview={`Now ${now}`}
      heading="One of your visits has another time"
      action={{ label: "Choose another time", url: move_url }}
    >
      <MailText>
        {greeting(plan.customer_name)} we can't come at the usual time of one visit, so we put it as near to
        it as we could. The attached calendar file has the new time.
      </MailText>
      <MailFacts
        facts={[
          { label: "Service", value: plan.service },
          ...(own ? [{ label: "Usually", value: own }] : []),
          { label: "Now", value: now },
          { label: "Where", value: plan.where },
        ]}
      />
      <MailText>
        If that does not suit you, choose another time with the button, answer this mail or call{" "}
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
