import { type PlanLink, planPath, type ShownPlan, standing } from "~/features/plans/change/plan-page";
import { formatDate } from "~/lib/dates";
import { ButtonLink } from "~/ui/button-link";
import { Notice } from "~/ui/notice";

type Props = { link: PlanLink; plan: ShownPlan; phone: string };

/** What its customer must know of a plan before anything else. */
export function PlanNotices({ link, plan, phone }: Props) {
  const words = standing(plan);
  return (
    <>
      {plan.status === "past_due" && <FailedCharge plan={plan} className="mt-6" />}
      {plan.needs_attention && (
        <Notice className="mt-6" title="We’ll get in touch">
          We need to find a new time for one of your visits. You can also call us at {phone}.
        </Notice>
      )}
      {plan.checked && (
        <Notice className="mt-6" title="Your payment has arrived">
          It isn’t the amount we asked for, so we’re looking into it and will call you. You can also call us
          at {phone}.
        </Notice>
      )}
      {plan.status === "pending" && !plan.checked && (
        <Notice className="mt-6">Not paid yet. We’re holding your visits for 30 minutes.</Notice>
      )}
      {words && (
        <Notice
          className="mt-6"
          action={
            plan.can.resume && (
              <ButtonLink
                href={planPath(link, "resume")}
                variant="secondary"
                size="small"
                className="min-h-11"
              >
                Resume
              </ButtonLink>
            )
          }
        >
          {words}
        </Notice>
      )}
    </>
  );
}

/** A charge that did not go through: where to pay it, and until when. */
export function FailedCharge({ plan, className }: { plan: ShownPlan; className?: string }) {
  return (
    <Notice
      tone="error"
      className={className}
      title={`Your payment of ${plan.price} didn’t go through`}
      action={
        plan.pay_url && (
          <ButtonLink href={plan.pay_url} size="small" className="min-h-11">
            Pay now
          </ButtonLink>
        )
      }
    >
      {plan.pay_by
        ? `Please pay by ${formatDate(plan.pay_by)}. After that, we’ll release your visits and end your plan.`
        : "Please pay so your visits can go ahead."}
    </Notice>
  );
}
