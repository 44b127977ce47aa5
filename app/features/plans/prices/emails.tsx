import { EmailFacts, EmailLink, EmailText } from "~/features/notifications/email/template";
import { factsOf, type PlanEmail, PlanTemplate } from "~/features/plans/emails/emails";

type PlanRiseEmail = PlanEmail & {
  /** Formatted, per month. */
  new_price: string;
  /** The first charge that costs it. */
  from: string;
  /** Where the customer keeps, changes or ends the plan; each shows what it does first. */
  keep_url: string;
  end_url: string;
};

/** 'The price of your plan changes': when, to what, and what the customer can do about it until then. */
export function PlanRiseEmail({ new_price, from, keep_url, end_url, ...plan }: PlanRiseEmail) {
  return (
    <PlanTemplate
      plan={plan}
      preview={`${new_price} a month from ${from} on`}
      heading="The price of your plan changes"
      action={{ label: "Keep my plan", url: keep_url }}
      after={
        <>
          <EmailText>
            <EmailLink href={plan.url}>Change my plan</EmailLink>: skip, pause, or another day.
          </EmailText>
          <EmailText>
            <EmailLink href={end_url}>Cancel my plan</EmailLink>: you keep the month you paid for.
          </EmailText>
        </>
      }
    >
      <EmailText>
        From {from} on, your plan costs {new_price} a month instead of {plan.price}. Charges before that day
        stay at {plan.price}. You can end your plan before then, and if you do nothing, it goes on at the new
        price.
      </EmailText>
      <EmailFacts
        facts={[
          { label: "Price now", value: `${plan.price} a month` },
          { label: "New price", value: `${new_price} a month` },
          { label: "First charged", value: from },
          ...factsOf(plan),
        ]}
      />
      <EmailText>Questions? Reply to this email or call {plan.sender.phone}.</EmailText>
    </PlanTemplate>
  );
}

/** 'The price of your plan stays the same': the rise was withdrawn. */
export function PlanRiseWithdrawnEmail({ new_price, ...plan }: PlanEmail & { new_price: string }) {
  return (
    <PlanTemplate
      plan={plan}
      preview={`Your plan still costs ${plan.price} a month`}
      heading="The price of your plan stays the same"
      action={{ label: "View or change your plan", url: plan.url }}
    >
      <EmailText>
        We told you that your plan would cost {new_price} a month. It won’t: it still costs {plan.price}.
        There’s nothing you need to do.
      </EmailText>
      <EmailFacts facts={[{ label: "Price", value: `${plan.price} a month` }, ...factsOf(plan)]} />
      <EmailText>Questions? Reply to this email or call {plan.sender.phone}.</EmailText>
    </PlanTemplate>
  );
}
