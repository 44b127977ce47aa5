import { Link } from "react-router";
import { type PlanLink, planPath, type ShownPlan } from "~/features/plans/change/plan-page";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { TestMark } from "~/ui/test-mark";

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
