import { formatDate } from "~/lib/dates";
import { ButtonLink } from "~/ui/button-link";
import { Notice } from "~/ui/notice";
import { type PlanLink, planPath, type ShownPlan, standing } from "../plan-page";

type Props = { link: PlanLink; plan: ShownPlan; phone: string };

/** What its customer must know of a plan before anything else. */
export function PlanNotices({ link, plan, phone }: Props) {
  const words = standing(plan);
  return (
    <>
      {plan.status === "past_due" && <FailedCharge plan={plan} className="mt-6" />}
      {plan.needs_attention && (
        <Notice className="mt-6" title="We will get in touch">
          One of your visits needs another time that we could not find by ourselves. You can also call us at{" "}
          {phone}.
        </Notice>
      )}
      {plan.checked && (
        <Notice className="mt-6" title="Your payment has arrived">
          It is not the amount that we asked for, so we are looking into it and will call you. You can also
          call us at {phone}.
        </Notice>
      )}
      {plan.status === "pending" && !plan.checked && (
        <Notice className="mt-6">Not paid yet. We keep your visits for you for 30 minutes.</Notice>
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
      title={`Your payment of ${plan.price} did not go through`}
      action={
        plan.pay_url && (
          <ButtonLink href={plan.pay_url} size="small" className="min-h-11">
            Pay now
          </ButtonLink>
        )
      }
    >
      {plan.pay_by
        ? `Please pay by ${formatDate(plan.pay_by)}. After that your visits are released and the plan ends.`
        : "Please pay it, so that your visits can take place."}
    </Notice>
  );
}
