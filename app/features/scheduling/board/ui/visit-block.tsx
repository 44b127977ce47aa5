import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type BoardVisit, formatSpan } from "~/features/scheduling/board/board";
import { formatDate } from "~/lib/dates";
import { cx } from "~/ui/cx";

type Props = {
  visit: BoardVisit;
  href: string;
  current: boolean;
  /** What its crew's times say against it. */
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
  confirmed: "border-evergreen-600 bg-evergreen-100 text-ink",
  completed: "border-sage bg-sage-soft text-ink",
  cancelled: "border-line bg-paper text-moss line-through",
};
