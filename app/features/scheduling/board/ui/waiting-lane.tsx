import type { BoardVisit } from "~/features/scheduling/board/board";
import { VisitBlock } from "./visit-block";

type Props = {
  visits: BoardVisit[];
  /** How many there are in all. */
  total: number;
  current: string | null;
  visitHref: (visit: BoardVisit) => string;
};

/** Visits that nobody is sent to, or that somebody must look at, whenever they are. */
export function WaitingLane({ visits, total, current, visitHref }: Props) {
  if (visits.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="rounded-card bg-snow p-4 shadow-rest ring-1 ring-berry/30">
      <h2 id="waiting" className="mb-3 font-sans font-semibold text-[1.0625rem]/6">
        Needs attention{" "}
        <span className="font-normal text-moss tabular-nums">({total.toLocaleString("en-US")})</span>
      </h2>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {visits.map((visit) => (
          <li key={visit.id} className="min-w-0">
            <VisitBlock visit={visit} href={visitHref(visit)} current={visit.id === current} dated />
            <p className="mt-1 text-[0.8125rem]/5 text-moss">{visit.attention ?? "No crew is assigned."}</p>
          </li>
        ))}
      </ul>
      {visits.length < total && (
        <p className="mt-3 text-[0.9375rem] text-moss">
          Showing the first {visits.length}. More will appear as you resolve these.
        </p>
      )}
    </section>
  );
}
