import CalendarOff from "lucide-react/icons/calendar-off";
import UsersRound from "lucide-react/icons/users-round";
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { nearestSlot } from "~/features/scheduling/board/axis";
import {
  type Board,
  type BoardVisit,
  type SchedulePlace,
  schedulePath,
  whyNotThere,
} from "~/features/scheduling/board/board";
import { formatDate } from "~/lib/dates";
import { ButtonLink } from "~/ui/button-link";
import { cx } from "~/ui/cx";
import { EmptyState } from "~/ui/empty-state";
import { Notice } from "~/ui/notice";
import { useQuickLinks } from "~/ui/quick-link";
import { useToast } from "~/ui/toast";
import { DayBoard } from "./day-board";
import { type Hover, useDrag } from "./use-drag";
import { WaitingLane } from "./visit-block";
import { WeekBoard } from "./week-board";

type Props = {
  board: Board & {
    place: SchedulePlace;
    today: string;
    now: number;
    waiting: BoardVisit[];
    waiting_total: number;
    more_visits: boolean;
  };
};

type Answer = { refusal: { message: string } | null };

/** The lane of what waits, and the board below, over which a mouse drags visits. */
export function ScheduleBoard({ board }: Props) {
  const { place, today, now, waiting } = board;
  const root = useRef<HTMLDivElement>(null);
  const fetcher = useFetcher<Answer>();
  const toast = useToast();
  useQuickLinks(root, "a[data-visit]");
  const all = [...board.visits, ...waiting];
  const targetOf = ({ crew_id, date, start, visit_id }: Hover) => {
    const visit = all.find(({ id }) => id === visit_id);
    return visit && { visit, crew_id, date, time: start === null ? visit.time : nearestSlot(start) };
  };
  const { hover, dragging } = useDrag({
    board: root,
    deciding: fetcher.state !== "idle",
    onDrop: (over) => {
      const target = targetOf(over);
      if (!target || isThere(target.visit, target)) return false;
      const { visit, crew_id, date, time } = target;
      const fields = { intent: "move", id: visit.id, crew_id, date, time, sequence: String(visit.sequence) };
      fetcher.submit(fields, {
        method: "post",
        action: schedulePath({ ...place, visit: null, close: null }),
      });
      return true;
    },
  });
  const { state, data: answer } = fetcher;
  useEffect(() => {
    if (state !== "idle" || !answer?.refusal) return;
    toast({ title: "Not moved", description: answer.refusal.message, destructive: true });
  }, [state, answer, toast]);
  const hrefOf = (visit: string) => schedulePath({ ...place, visit, close: null });
  const target = hover && targetOf(hover);
  const crewName = board.crews.find(({ id }) => id === target?.crew_id)?.name;
  const problem = target && !isThere(target.visit, target) ? whyNotThere(board, target.visit, target) : null;
  return (
    <div ref={root} data-dragging={dragging ?? undefined} className="grid gap-6">
      <WaitingLane
        visits={waiting}
        total={board.waiting_total}
        current={place.visit}
        visitHref={({ id, date }) => schedulePath({ view: place.view, date, visit: id })}
      />
      {board.more_visits && (
        <Notice tone="error" title="Not all visits are shown">
          Showing the first {board.visits.length.toLocaleString("en-US")}.{" "}
          {place.view === "week" && "Open a single day to see all its visits."}
        </Notice>
      )}
      {board.crews.length === 0 ? (
        <EmptyState
          icon={UsersRound}
          title="No crews yet"
          action={<ButtonLink href="/admin/crews">Crews</ButtonLink>}
        >
          Without an active crew, every slot is full.
        </EmptyState>
      ) : (
        <div
          className={cx(
            "md:overflow-x-auto md:rounded-card md:bg-snow md:shadow-rest md:ring-1 md:ring-line",
            dragging && "md:overflow-visible",
          )}
        >
          {place.view === "day" ? (
            <DayBoard
              board={board}
              date={place.date}
              now={place.date === today ? now : null}
              current={place.visit}
              visitHref={hrefOf}
            />
          ) : (
            <WeekBoard
              board={board}
              today={today}
              current={place.visit}
              visitHref={hrefOf}
              dayHref={(date) => schedulePath({ view: "day", date })}
            />
          )}
        </div>
      )}
      {board.crews.length > 0 && board.visits.length === 0 && (
        <p className="flex items-center gap-2 text-moss">
          <CalendarOff aria-hidden strokeWidth={1.75} className="size-5" />
          No visits {place.view === "day" ? "on this day" : "this week"}.
        </p>
      )}
      {dragging && (
        <p
          role="status"
          className={cx(
            "-translate-x-1/2 pointer-events-none fixed bottom-6 left-1/2 z-50 rounded-full px-5 py-2.5 font-semibold shadow-lift",
            problem ? "bg-berry text-snow" : "bg-evergreen-700 text-snow",
          )}
        >
          {target
            ? (problem ?? `${crewName}, ${formatDate(target.date)}, ${target.time}`)
            : "Drop it on a crew's row"}
        </p>
      )}
    </div>
  );
}

function isThere(visit: BoardVisit, to: { crew_id: string; date: string; time: string }): boolean {
  return visit.crew_id === to.crew_id && visit.date === to.date && visit.time === to.time;
}
