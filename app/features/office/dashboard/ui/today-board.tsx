import { Link } from "react-router";
import type { Today, TodayCrew, TodayVisit } from "~/features/office/dashboard/today";
import { formatLongDate } from "~/lib/dates";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";
import { Panel } from "./panel";

type Props = { today: Today; scheduleHref: string; visitHref: (id: string) => string };

export function TodayBoard({ today, scheduleHref, visitHref }: Props) {
  const { date, crews, more_crews, free } = today;
  return (
    <Panel
      id="today"
      title="Today’s schedule"
      note={formatLongDate(date)}
      more={{ href: scheduleHref, label: "Open schedule" }}
    >
      {crews.length === 0 && <p className="text-moss">No visits today.</p>}
      <ul
        className={cx(
          "grid gap-x-8 gap-y-6 sm:grid-cols-2 md:max-lg:grid-cols-1",
          crews.length !== 4 && "xl:grid-cols-3", // four stand two by two
        )}
      >
        {crews.map((crew) => (
          <CrewDay key={crew.id ?? "none"} crew={crew} scheduleHref={scheduleHref} visitHref={visitHref} />
        ))}
      </ul>
      {(free.length > 0 || more_crews > 0) && crews.length > 0 && (
        <p className="mt-5 border-line border-t pt-4 text-[0.9375rem]/5 text-moss">
          {more_crews > 0 && `${more_crews} more ${more_crews === 1 ? "crew is" : "crews are"} out. `}
          {free.length > 0 && `Free today: ${listNames(free)}.`}
        </p>
      )}
    </Panel>
  );
}

function CrewDay({ crew, scheduleHref, visitHref }: Omit<Props, "today"> & { crew: TodayCrew }) {
  const hidden = crew.count - crew.visits.length;
  return (
    <li className="min-w-0">
      <h3 className="mb-1 flex items-center justify-between gap-2 font-sans font-semibold text-[0.9375rem]/6">
        <span className="truncate">{crew.name ?? "No crew"}</span>
        {crew.name === null ? (
          <Badge tone="berry">{crew.count}</Badge>
        ) : (
          <span className="shrink-0 font-normal text-moss tabular-nums">
            {crew.count === 1 ? "1 visit" : `${crew.count} visits`}
          </span>
        )}
      </h3>
      <ol>
        {crew.visits.map((visit) => (
          <li key={visit.id} className="border-line border-t">
            <Visit visit={visit} href={visitHref(visit.id)} />
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <Link
          to={scheduleHref}
          className="inline-flex min-h-11 items-center text-evergreen-700 hover:underline"
        >
          {hidden} more
        </Link>
      )}
    </li>
  );
}

function Visit({ visit, href }: { visit: TodayVisit; href: string }) {
  const { time, ends, service, customer, city, state, status } = visit;
  return (
    <Link
      to={href}
      className={cx(
        "-mx-2 flex items-start gap-3 rounded-control px-2 py-2 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft",
        state === "past" && "text-moss",
      )}
    >
      <span className="w-20 shrink-0 tabular-nums">
        <span className={cx("block", state !== "past" && "font-semibold")}>{time}</span>
        <span className="block text-[0.8125rem]/5 text-moss">to {ends}</span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          {service} <span className="text-moss tabular-nums">{visit.number}</span>
        </span>
        <span className="block truncate text-[0.8125rem]/5 text-moss">
          {customer}, {city}
        </span>
      </span>
      {state === "now" && <Badge tone="green">Now</Badge>}
      {status === "pending" && <Badge tone="amber">Pending</Badge>}
    </Link>
  );
}

const NAME_LIMIT = 6;

function listNames(names: string[]): string {
  const more = names.length - NAME_LIMIT;
  return new Intl.ListFormat("en-US").format(
    more > 0 ? [...names.slice(0, NAME_LIMIT), `${more} more`] : names,
  );
}
