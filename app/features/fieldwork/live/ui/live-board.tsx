import MessageCircleWarning from "lucide-react/icons/message-circle-warning";
import UsersRound from "lucide-react/icons/users-round";
import { Link } from "react-router";
import type { VisitState } from "~/features/fieldwork/day/progress";
import {
  type LiveBoard as Board,
  formatMinutes,
  type LiveCrew,
  type LiveStop,
  summaryOf,
} from "~/features/fieldwork/live/live";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";
import { EmptyState } from "~/ui/list/empty-state";
import { Card } from "~/ui/page/card";

type Props = { board: Board; visitHref: (id: string) => string; sheetHref: (crew: string) => string };

/** Where each crew is in its day, a column a crew. */
export function LiveBoard({ board: { crews, free }, visitHref, sheetHref }: Props) {
  if (crews.length === 0)
    return (
      <EmptyState icon={UsersRound} title="No visits today">
        As soon as a crew has a visit today, it is shown here.
      </EmptyState>
    );
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] items-start gap-5">
        {crews.map((crew) => (
          <Card as="li" key={crew.id} className="min-w-0 p-4 sm:p-5">
            <CrewHead crew={crew} sheetHref={sheetHref(crew.id)} />
            <ol className="mt-3 grid">
              {crew.stops.map((stop) => (
                <Stop key={stop.id} stop={stop} href={visitHref(stop.id)} />
              ))}
            </ol>
          </Card>
        ))}
      </ul>
      {free.length > 0 && (
        <p className="text-moss">No visits today: {new Intl.ListFormat("en-US").format(free)}.</p>
      )}
    </>
  );
}

function CrewHead({ crew: { name, contact, stops }, sheetHref }: { crew: LiveCrew; sheetHref: string }) {
  const { done, isOver, late } = summaryOf(stops);
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="wrap-anywhere min-w-0 text-heading">{name}</h2>
        {late > 0 ? (
          <Badge tone="berry">Late by {formatMinutes(late)}</Badge>
        ) : (
          <Badge tone="green">{isOver ? "Done" : "On time"}</Badge>
        )}
      </div>
      <p className="mt-1 text-[0.875rem]/5 text-moss">
        {done} · {contact ? `Phone last heard of at ${contact}` : "No phone yet"}
      </p>
      <Link
        to={sheetHref}
        className="-mb-2 inline-flex min-h-11 items-center font-semibold text-[0.9375rem] text-evergreen-700 underline-offset-4 hover:underline"
      >
        Route sheet<span className="sr-only"> of {name}</span>
      </Link>
    </div>
  );
}

const TONES = {
  "to do": "neutral",
  "on the way": "glass",
  working: "sunlight",
  paused: "amber",
  done: "green",
} as const satisfies Record<VisitState, string>;

function Stop({ stop, href }: { stop: LiveStop; href: string }) {
  const { state, late } = stop;
  const isDone = state === "done";
  return (
    <li className="border-line border-t first:border-t-0">
      <Link
        to={href}
        className="-mx-2 grid grid-cols-[4.75rem_minmax(0,1fr)] gap-3 rounded-control px-2 py-3 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft"
      >
        <span className={cx("tabular-nums", isDone && "text-moss")}>
          <span className={cx("block", !isDone && "font-semibold")}>{stop.starts}</span>
          <span className="block text-[0.8125rem]/5 text-moss">to {stop.ends}</span>
        </span>
        <span className="min-w-0">
          <span className={cx("block truncate", !isDone && "font-semibold")}>{stop.customer}</span>
          <span className="block truncate text-[0.8125rem]/5 text-moss">
            {stop.service}, {stop.town} <span className="tabular-nums">{stop.number}</span>
          </span>
          <span className="mt-1.5 flex flex-wrap gap-1.5">
            <Badge tone={TONES[state]}>{stop.words}</Badge>
            {late > 0 && <Badge tone="berry">Late by {formatMinutes(late)}</Badge>}
            {stop.reports > 0 && (
              <Badge tone="amber">
                <MessageCircleWarning aria-hidden strokeWidth={2} className="size-3.5" />
                {stop.reports === 1 ? "1 report to answer" : `${stop.reports} reports to answer`}
              </Badge>
            )}
          </span>
          {(stop.present.length > 0 || stop.expected) && (
            <span className="mt-1.5 block text-[0.8125rem]/5 text-moss">
              {[new Intl.ListFormat("en-US").format(stop.present), stop.expected].filter(Boolean).join(" · ")}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
