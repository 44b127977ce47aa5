import { Link } from "react-router";
import { type PlanLink, planPath, type ShownPlanVisit } from "~/features/plans/change/view";
import { formatDay, shortDay } from "~/lib/dates";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";

type Props = { link: PlanLink; visits: ShownPlanVisit[]; empty: string };

/** The visits to come, each with what can be done about it. */
export function PlanVisitList({ link, visits, empty }: Props) {
  return (
    <section aria-labelledby="visits-heading">
      <h2 id="visits-heading" className="text-heading">
        Next visits
      </h2>
      {visits.length === 0 ? (
        <p className="mt-2 text-moss">{empty}</p>
      ) : (
        <Card className="mt-4 px-5 sm:px-6">
          <ul className="divide-y divide-line">
            {visits.map((visit) => (
              <Visit key={visit.id} visit={visit} link={link} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

function Visit({ visit, link }: { visit: ShownPlanVisit; link: PlanLink }) {
  const { id, date, time, state, can_change, move } = visit;
  const which = <span className="sr-only"> on {formatDay(date)}</span>;
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <p className={cx("min-w-0 flex-1 basis-28", state === "skipped" && "text-moss")}>
        <span
          className={cx(
            "font-semibold",
            state === "skipped" && "font-normal line-through decoration-moss/60",
          )}
        >
          <span className="sm:hidden">{shortDay(date)}</span>
          <span className="max-sm:hidden">{formatDay(date)}</span>
        </span>{" "}
        <span className="whitespace-nowrap text-moss max-sm:block">at {time}</span>
      </p>
      {state === "skipped" && <Badge>Skipped</Badge>}
      {state === "flagged" && <Badge tone="amber">We’ll call you</Badge>}
      {state === "done" && <Badge tone="green">Done</Badge>}
      {can_change && (
        <span className="-mr-3 flex">
          <Link to={move} className={buttonLook({ variant: "ghost", size: "small" })}>
            Reschedule{which}
          </Link>
          <Link
            to={planPath(link, "skip", { visit: id })}
            className={buttonLook({ variant: "ghost", size: "small" })}
          >
            Skip{which}
          </Link>
        </span>
      )}
    </li>
  );
}

/** A formatted clash; `to` is null if staff must find another time. */
export type ClashLine = { visit: number; from: string; to: string | null; why: string };

/** The visits that get another time with a change. */
export function ClashList({ clashes }: { clashes: ClashLine[] }) {
  if (clashes.length === 0) return null;
  return (
    <Card className="mt-6 p-5 sm:p-6">
      <p className="font-semibold">
        {clashes.length === 1 ? "One visit needs a new time" : `${clashes.length} visits need new times`}
      </p>
      <ul className="mt-1 divide-y divide-line">
        {clashes.map(({ visit, from, to, why }) => (
          <li key={visit} className="py-3">
            <s className="text-moss decoration-moss/60">{from}</s>{" "}
            <span className="font-semibold">{to ?? "We’ll call you about this one"}</span>
            <span className="block text-[0.9375rem]/6 text-moss">{why}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-[0.9375rem]/6 text-moss">You can reschedule each of them afterward.</p>
    </Card>
  );
}
