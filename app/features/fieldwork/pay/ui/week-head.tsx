import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Link } from "react-router";
import { hoursPath } from "~/features/fieldwork/pay/forms";
import type { WeekState } from "~/features/fieldwork/pay/view";
import { Badge } from "~/ui/list/badge";

type Props = { title: string; state: WeekState; member_id?: string; crew?: string | null };

const arrow =
  "grid size-11 place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink";

/** Which week is shown, the ones around it, and whether it is locked. */
export function WeekHead({ title, state, member_id, crew }: Props) {
  const { approved, reopened, is_over } = state;
  const to = (monday: string) => hoursPath(monday, member_id) + (crew ? `&crew=${crew}` : "");
  const done = approved ?? reopened;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <nav aria-label="Week" className="-ml-3 flex items-center">
        <Link to={to(state.previous)} aria-label="The week before" className={arrow}>
          <ChevronLeft aria-hidden strokeWidth={1.75} className="size-5" />
        </Link>
        <span aria-live="polite" className="px-1 font-semibold tabular-nums">
          {title}
        </span>
        <Link to={to(state.next)} aria-label="The week after" className={arrow}>
          <ChevronRight aria-hidden strokeWidth={1.75} className="size-5" />
        </Link>
      </nav>
      <Badge tone={approved ? "green" : "neutral"}>
        {approved ? "Approved" : is_over ? "Open" : "Not over yet"}
      </Badge>
      {done && (
        <span className="wrap-anywhere text-[0.9375rem]/6 text-moss">
          {approved ? "Approved" : "Reopened"} {done.at}
          {done.by && ` by ${done.by}`}
          {reopened && `: ${reopened.why}`}
        </span>
      )}
    </div>
  );
}
