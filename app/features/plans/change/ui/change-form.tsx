import ChevronRight from "lucide-react/icons/chevron-right";
import { Form, Link, useNavigation } from "react-router";
import type { ChangePreview } from "~/features/plans/change/preview";
import { type PlanChange, type PlanLink, planPath, type ShownPlan } from "~/features/plans/change/view";
import { formatDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { SelectField } from "~/ui/form/select-field";
import { Card } from "~/ui/page/card";
import { TestMark } from "~/ui/page/test-mark";
import { type ClashLine, ClashList } from "./visits";

type Props = {
  link: PlanLink;
  preview: ChangePreview;
  /** Visits that can't be at their own time, once the change was asked for. */
  clashes: ClashLine[];
  /** What accepting them sends. */
  moves: string;
  /** What was wrong with the day on which it should go on, and which it was. */
  error?: { field: string; value: string | undefined };
};

/** What a change does to visits and money, and the button that does it. */
export function PlanChangeForm({ link, preview, clashes, moves, error }: Props) {
  const { change, facts, seen, button, pending, resumes } = preview;
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" action={planPath(link, change)} className="mt-6">
      <input type="hidden" name="seen" value={seen} />
      {clashes.length > 0 && <input type="hidden" name="moves" value={moves} />}
      <Card className="px-5 sm:px-6">
        <dl className="divide-y divide-line">
          {facts.map(({ label, value }) => (
            <div key={label} className="grid gap-x-6 py-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
              <dt className="text-moss">{label}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {resumes.length > 0 && (
        <SelectField
          label="Resume"
          name="resumes_on"
          error={error?.field}
          defaultValue={error?.value}
          className="mt-6 max-w-sm"
        >
          <option value="">When I resume</option>
          {resumes.map((day, index) => (
            <option key={day} value={day}>
              {formatDate(day)} ({index === 0 ? "1 month" : `${index + 1} months`})
            </option>
          ))}
        </SelectField>
      )}
      <ClashList clashes={clashes} />
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:grow">
        <Button
          type="submit"
          variant={change === "end" ? "destructive" : "primary"}
          size="large"
          pending={busy}
          pendingLabel={pending}
        >
          {clashes.length > 0 ? "Accept and resume" : button}
        </Button>
        <Link to={planPath(link)} className={buttonLook({ variant: "secondary", size: "large" })}>
          Keep it as it is
        </Link>
      </div>
    </Form>
  );
}

type PlanWaysProps = { link: PlanLink; plan: ShownPlan };

type Way = { change: PlanChange | "day"; label: string; hint: string; calm?: true };

/** What a month costs, when the next charge is, and each change of the plan a press away. */
export function PlanWays({ link, plan }: PlanWaysProps) {
  const { price, can, status } = plan;
  const all: (Way | false)[] = [
    can.resume && { change: "resume", label: "Resume", hint: "Visits and charges start again." },
    can.day && {
      change: "day",
      label: "Change day or time",
      hint: "From one of your visits on.",
    },
    can.skip_month && {
      change: "skip-month",
      label: "Skip next month",
      hint: "No visits and no charge.",
    },
    can.pause && { change: "pause", label: "Pause", hint: "For a few months, or until you resume." },
    can.end && {
      change: "end",
      label: "End plan",
      hint: status === "active" ? "You keep the month you paid for." : "It ends today.",
      calm: true,
    },
  ];
  const ways = all.filter((way) => way !== false);
  return (
    <Card as="aside" aria-labelledby="money-heading" className="h-fit overflow-hidden">
      <div className="p-6">
        <h2 id="money-heading" className="sr-only">
          Price
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-display text-title tabular-nums [font-weight:560]">{price}</span>
          <TestMark is={plan.is_test} />
          <span className="text-moss">a month</span>
        </p>
        <Charge plan={plan} />
      </div>
      {ways.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {ways.map(({ change, label, hint, calm }) => (
            <li key={change}>
              <Link
                to={planPath(link, change)}
                className="flex min-h-16 items-center justify-between gap-4 px-6 py-3 transition-colors hover:bg-sage-soft/60"
              >
                <span>
                  <span className={cx("block font-semibold", calm ? "text-ink" : "text-evergreen-700")}>
                    {label}
                  </span>
                  <span className="block text-[0.9375rem]/6 text-moss">{hint}</span>
                </span>
                <ChevronRight aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-moss" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** When money is due; nothing before the first payment and after the end. */
function Charge({ plan: { status, next_charge, pay_by } }: Pick<PlanWaysProps, "plan">) {
  if (status === "ended" || status === "pending") return null;
  const day = pay_by ?? next_charge;
  if (!day) return <p className="mt-1 text-moss">No more charges</p>;
  return (
    <p className="mt-1 text-moss">
      {pay_by ? "Due by" : "Next charge on"} <span className="whitespace-nowrap">{formatDate(day)}</span>
    </p>
  );
}
