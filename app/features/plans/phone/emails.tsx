import { EmailFacts, EmailText } from "~/features/notifications/email/template";
import { EmailDays, factsOf, type PlanEmail, PlanTemplate } from "~/features/plans/emails/emails";

/** 'Start your plan': what staff agreed with the customer on the phone, and where to pay its first month. */
export function PlanLinkEmail({
  pay_url,
  until,
  days,
  ...plan
}: PlanEmail & { pay_url: string; until: string; days: string[] }) {
  return (
    <PlanTemplate
      plan={plan}
      preview={`We hold your visits until ${until}`}
      heading="Your visits are held for you"
      action={{ label: "Pay and start your plan", url: pay_url }}
    >
      <EmailText>
        As we agreed on the phone, we hold the visits below for you until {until}. Your plan starts when you
        pay its first month by card.
      </EmailText>
      <EmailFacts facts={[...factsOf(plan), { label: "Price", value: `${plan.price} a month` }]} />
      <EmailDays days={days} />
      <EmailText>
        We charge {plan.price} when you pay, and then every month until you end the plan. Skip or reschedule a
        visit, skip a month, pause or end it online at any time.
      </EmailText>
      <EmailText>
        If you don’t pay by then, we release the visits, and you’re charged nothing. Is something not right?
        Reply to this email or call {plan.sender.phone}.
      </EmailText>
    </PlanTemplate>
  );
}
