import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type BoardCrew, type BoardVisit, formatSpan } from "~/features/scheduling/board/board";
import { formatDate } from "~/lib/dates";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";

type Props = {
  visit: BoardVisit;
  href: string;
  current: boolean;
  /** Why the crew's times don't fit it. */
  problem?: string | null;
  /** With its day in front of the time. */
  dated?: boolean;
  /** `tall`: as high as its row. */
  tall?: boolean;
};

/**
 * A visit on the board. Pressed, it opens beside it, with the form that moves it; with a mouse it can be dragged. A board may
 * have hundreds: it is a plain link (`useQuickLinks`), and what all have in common is a style of its own (app.css).
 */
export function VisitBlock({ visit, href, current, problem = null, dated = false, tall = false }: Props) {
  const state = stateOf(visit);
  const when = `${dated ? `${formatDate(visit.date)}, ` : ""}${formatSpan(visit)}`;
  return (
    <a
      href={href}
      draggable={false}
      data-visit={visit.id}
      data-movable={visit.movable || undefined}
      aria-current={current || undefined}
      className={cx(
        "visit-block",
        visit.movable && "md:cursor-grab",
        tall && "md:h-22",
        current && "ring-2 ring-evergreen-700",
        looks[state],
      )}
    >
      <span className="flex items-baseline justify-between gap-2 tabular-nums">
        <span className="truncate opacity-80">{when}</span>
        {(visit.attention ?? problem) && (
          <span title={visit.attention ?? problem ?? undefined} className="shrink-0 text-berry">
            <TriangleAlert aria-hidden strokeWidth={2} className="size-3.5" />
            <span className="sr-only">{visit.attention ?? problem}</span>
          </span>
        )}
      </span>
      <span className="block truncate font-semibold text-[0.875rem]/5">
        {visit.customer ?? "No name yet"}
      </span>
      <span className="block truncate">{visit.service}</span>
      <span className="block truncate">
        {visit.city} · <span className="font-medium">{words[state]}</span>
      </span>
    </a>
  );
}

type State = "attention" | "held" | "pending" | "confirmed" | "completed" | "cancelled";

function stateOf({ attention, held, status }: BoardVisit): State {
  if (attention && status !== "completed") return "attention";
  return held ? "held" : status;
}

const words: Record<State, string> = {
  attention: "Needs attention",
  held: "Awaiting payment",
  pending: "Pending",
  confirmed: "Confirmed",
  completed: "Completed",
  cancelled: "Cancelled",
};

const looks: Record<State, string> = {
  attention: "border-berry bg-berry-soft text-ink",
  held: "border-line-strong border-dashed bg-snow text-ink ring-1 ring-line",
  pending: "border-honey bg-sunlight-soft text-ink",
  confirmed: "border-fern bg-fern-soft text-ink",
  completed: "border-sage bg-sage-soft text-ink",
  cancelled: "border-line bg-paper text-moss line-through",
};

type CrewHeadProps = { crew: BoardCrew; note: string | null };

/** Whose row it is; `note` says what is particular about this crew on the days that are shown. */
export function CrewHead({ crew, note }: CrewHeadProps) {
  return (
    <th
      scope="row"
      className="border-line bg-snow px-4 py-3 text-left align-top font-semibold max-md:block max-md:rounded-t-card max-md:border-b max-md:px-4 md:sticky md:left-0 md:z-20 group-last/crew:border-b-0 md:w-36 md:border-r md:border-b lg:w-44 md:group-last/crew:rounded-bl-card"
    >
      <span className="wrap-anywhere">{crew.name}</span>
      {!crew.is_active && <Badge className="ml-2">Inactive</Badge>}
      {note && <span className="block font-normal text-[0.8125rem]/5 text-moss">{note}</span>}
    </th>
  );
}

type WaitingLaneProps = {
  visits: BoardVisit[];
  /** How many there are in all. */
  total: number;
  current: string | null;
  visitHref: (visit: BoardVisit) => string;
};

/** Visits that nobody is sent to, or that somebody must look at, whenever they are. */
export function WaitingLane({ visits, total, current, visitHref }: WaitingLaneProps) {
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
