import CalendarSync from "lucide-react/icons/calendar-sync";
import Clock from "lucide-react/icons/clock";
import Hash from "lucide-react/icons/hash";
import MapPin from "lucide-react/icons/map-pin";
import NotebookPen from "lucide-react/icons/notebook-pen";
import UsersRound from "lucide-react/icons/users-round";
import { Link } from "react-router";
import { type PlanLink, planPath, type ShownPlan, standing } from "~/features/plans/change/view";
import { formatDate } from "~/lib/dates";
import { ButtonLink } from "~/ui/action/button-link";
import { Badge } from "~/ui/list/badge";
import { FactList } from "~/ui/list/fact-list";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import { TestMark } from "~/ui/page/test-mark";

type Props = { link: PlanLink; plan: ShownPlan; phone: string };

/** What its customer must know of a plan before anything else. */
export function PlanNotices({ link, plan, phone }: Props) {
  const words = standing(plan);
  return (
    <>
      {plan.status === "past_due" && <FailedCharge plan={plan} className="mt-6" />}
      {plan.next_price?.rise && (
        <Notice
          className="mt-6"
          title={`${plan.next_price.price} a month from ${formatDate(plan.next_price.from)} on`}
          action={
            !plan.next_price.kept && (
              <ButtonLink
                href={planPath(link, "price")}
                variant="secondary"
                size="small"
                className="min-h-11"
              >
                Keep or cancel
              </ButtonLink>
            )
          }
        >
          Until then your plan costs {plan.price} a month.
        </Notice>
      )}
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
        <Notice className="mt-6">Not paid yet. We’re holding your visits while you pay.</Notice>
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

/** When, how long, where and who, and what the customer wrote. */
export function PlanFacts({ plan }: { plan: ShownPlan }) {
  const facts = [
    { label: "When", value: plan.when, Icon: CalendarSync },
    { label: "Duration", value: plan.duration, Icon: Clock },
    { label: "Who", value: "The same crew whenever possible", Icon: UsersRound },
    { label: "Where", value: plan.address, Icon: MapPin },
    { label: "Notes", value: plan.notes, Icon: NotebookPen },
    { label: "Plan", value: plan.number, Icon: Hash },
  ];
  return <FactList facts={facts} />;
}

const UNPAID = { pending: "Not paid yet", failed: "Failed", checked: "In review" } as const;

/** The months that were paid, the newest first. */
export function PlanPayments({
  link,
  charges,
  is_test,
}: { link: PlanLink } & Pick<ShownPlan, "charges" | "is_test">) {
  if (charges.length === 0) return null;
  return (
    <section aria-labelledby="payments-heading" className="mt-10">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="payments-heading" className="text-heading">
          Payments
        </h2>
        <TestMark is={is_test} />
      </div>
      <Card className="mt-4 px-5 sm:px-6">
        <ul className="divide-y divide-line">
          {charges.map(({ id, amount, refunded, status, date }) => (
            <li
              key={id}
              className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-2 tabular-nums"
            >
              <span>{date}</span>
              <span className="flex items-center gap-4">
                <span className="text-right">
                  <span className="font-semibold">{amount}</span>
                  {refunded && <span className="block text-moss text-sm">−{refunded} refunded</span>}
                </span>
                {status === "completed" ? (
                  <Link
                    to={planPath(link, `receipt/${id}`)}
                    className="inline-flex min-h-11 items-center font-medium text-evergreen-700 underline decoration-evergreen-300 underline-offset-4 hover:decoration-evergreen-700"
                  >
                    Receipt<span className="sr-only"> of {date}</span>
                  </Link>
                ) : (
                  <Badge tone={status === "failed" ? "berry" : "amber"}>{UNPAID[status]}</Badge>
                )}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
