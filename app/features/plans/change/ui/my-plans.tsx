import { nextVisit, priceFrom, type ShownPlan, standing } from "~/features/plans/change/view";
import { PLAN_LABELS } from "~/features/plans/emails/words";
import type { SaleState } from "~/features/plans/phone/rules";
import type { PlanStatus } from "~/features/plans/plan";
import { formatDate, formatDay } from "~/lib/dates";
import { ButtonLink } from "~/ui/action/button-link";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";
import { TestMark } from "~/ui/page/test-mark";
import { FailedCharge } from "./details";

/** The plans of a customer, above their visits: what, when, the next visit and the next charge. */
export function MyPlans({ plans }: { plans: ShownPlan[] }) {
  if (plans.length === 0) return null;
  return (
    <section aria-labelledby="plans-heading" className="mb-8">
      <h2 id="plans-heading" className="mb-4 text-heading">
        {plans.length === 1 ? "Your plan" : "Your plans"}
      </h2>
      <ul className="grid gap-4">
        {plans.map((plan) => (
          <MyPlan key={plan.id} plan={plan} />
        ))}
      </ul>
    </section>
  );
}

function MyPlan({ plan }: { plan: ShownPlan }) {
  const { id, status, service, when, next_charge } = plan;
  const next = nextVisit(plan);
  const facts = [
    { label: "Next visit", value: next && `${formatDay(next.date)}, ${next.time}` },
    {
      label: "Next charge",
      value: next_charge && `${priceFrom(plan, next_charge)} on ${formatDate(next_charge)}`,
    },
  ];
  return (
    <Card as="li" className="p-5 sm:p-6">
      {status === "past_due" && <FailedCharge plan={plan} className="mb-5" />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-[1_1_20rem]">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="text-heading wrap-anywhere">
              <a
                href={`/plans/${id}`}
                className="underline decoration-transparent underline-offset-4 transition-colors duration-150 hover:decoration-evergreen-400"
              >
                {service}
              </a>
            </h3>
            <PlanBadge status={status} />
            <TestMark is={plan.is_test} />
          </div>
          <p className="mt-1.5 font-medium">{when}</p>
          <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-[0.9375rem]/6">
            {facts.map(
              ({ label, value }) =>
                value && (
                  <div key={label}>
                    <dt className="text-moss">{label}</dt>
                    <dd className="tabular-nums">{value}</dd>
                  </div>
                ),
            )}
          </dl>
          <Standing plan={plan} />
        </div>
        <ButtonLink href={`/plans/${id}`} variant="secondary" size="small" className="min-h-11 max-sm:w-full">
          Manage plan<span className="sr-only">: {`${service}, ${when}`}</span>
        </ButtonLink>
      </div>
    </Card>
  );
}

function Standing({ plan }: { plan: ShownPlan }) {
  const words = standing(plan);
  return words && <p className="mt-2 text-[0.9375rem]/6 text-honey-ink">{words}</p>;
}

const TONES = {
  active: "green",
  past_due: "berry",
  paused: "amber",
  pending: "amber",
  ended: "neutral",
} as const;

type BadgeProps = {
  status: PlanStatus;
  /** It was paid, but not with what was asked for. */
  checked?: boolean;
  /** How far it is, if staff sold it by phone. */
  sale?: SaleState | null;
};

export function PlanBadge({ status, checked = false, sale = null }: BadgeProps) {
  if (checked) return <Badge tone="amber">In review</Badge>;
  if (sale === "withdrawn") return <Badge>Cancelled</Badge>;
  if (sale === "expired") return <Badge tone="berry">Expired</Badge>;
  return <Badge tone={TONES[status]}>{PLAN_LABELS[status]}</Badge>;
}
