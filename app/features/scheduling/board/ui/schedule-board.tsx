import CalendarOff from "lucide-react/icons/calendar-off";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import UsersRound from "lucide-react/icons/users-round";
import { useEffect, useRef } from "react";
import { Form, Link, useFetcher } from "react-router";
import { nearestSlot } from "~/features/scheduling/board/axis";
import {
  type Board,
  type BoardVisit,
  SCHEDULE_PAGE,
  type SchedulePlace,
  type ScheduleView,
  schedulePath,
  whyNotThere,
} from "~/features/scheduling/board/board";
import { drivesPath } from "~/features/scheduling/board/swap";
import { addDays, formatDate, formatLongDate } from "~/lib/dates";
import { ButtonLink } from "~/ui/action/button-link";
import { buttonLook } from "~/ui/action/button-look";
import { type AddressProps, FeedAddress } from "~/ui/action/feed-address";
import { useQuickLinks } from "~/ui/action/quick-link";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { EmptyState } from "~/ui/list/empty-state";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";
import { useToast } from "~/ui/page/toast";
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
    return (
      visit && { visit, crew_id, date, time: start === null ? visit.time : nearestSlot(start, board.starts) }
    );
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

type ScheduleBarProps = {
  view: ScheduleView;
  date: string;
  days: string[];
  today: string;
  /** Further pages about these days. */
  links: { href: string; label: string }[];
};

/** Which days are shown, and the ways to others. */
export function ScheduleBar({ view, date, days, today, links }: ScheduleBarProps) {
  const step = view === "week" ? 7 : 1;
  const [first = date, last = date] = [days[0], days.at(-1)];
  const heading = view === "day" ? formatLongDate(date) : `${formatDate(first)} – ${formatDate(last)}`;
  const small = `${buttonLook({ variant: "secondary", size: "small" })} min-h-11 md:min-h-10`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 className="w-full text-heading lg:w-auto" aria-live="polite">
        {heading}
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to={schedulePath({ view, date: addDays(date, -step) })}
          preventScrollReset
          aria-label={`Previous ${view}`}
          className={cx(small, "px-2.5")}
        >
          <ChevronLeft aria-hidden strokeWidth={1.75} className="size-5" />
        </Link>
        <Link to={schedulePath({ view, date: today })} preventScrollReset className={small}>
          Today
        </Link>
        <Link
          to={schedulePath({ view, date: addDays(date, step) })}
          preventScrollReset
          aria-label={`Next ${view}`}
          className={cx(small, "px-2.5")}
        >
          <ChevronRight aria-hidden strokeWidth={1.75} className="size-5" />
        </Link>
        <Form action={SCHEDULE_PAGE} className="flex gap-2">
          <input type="hidden" name="view" value={view} />
          <input
            key={date}
            type="date"
            name="date"
            defaultValue={date}
            aria-label="Go to date"
            className={cx(controlLook, "min-h-11! w-40 px-3 py-1! md:min-h-10!")}
          />
          <button type="submit" className={small}>
            Go
          </button>
        </Form>
        <nav aria-label="View" className="flex rounded-control bg-sage-soft p-1">
          {(["day", "week"] as const).map((one) => (
            <Link
              key={one}
              to={schedulePath({ view: one, date })}
              preventScrollReset
              aria-current={one === view ? "page" : undefined}
              className={cx(
                "flex min-h-9 items-center rounded-lg px-3.5 font-semibold text-[0.9375rem]/5 text-moss transition-colors hover:text-ink",
                one === view && "bg-snow text-ink shadow-rest",
              )}
            >
              {one === "day" ? "Day" : "Week"}
            </Link>
          ))}
        </nav>
        {view === "day" && date >= today && (
          <Link to={schedulePath({ view, date, close: date })} preventScrollReset className={small}>
            Close times
          </Link>
        )}
        <Link to={schedulePath({ view, date, feed: true })} preventScrollReset className={small}>
          Calendar
        </Link>
        {view === "day" && (
          <Link to={drivesPath(date)} className={small}>
            Drives
          </Link>
        )}
        {links.map(({ href, label }) => (
          <Link key={href} to={href} className={small}>
            {label}
          </Link>
        ))}
        {date >= today && (
          <Link to={`/admin/storm?date=${date}`} className={small}>
            Storm day
          </Link>
        )}
      </div>
    </div>
  );
}

type FeedPanelProps = { action: string; closeHref: string } & AddressProps;

/** The viewer's own address of the calendar with the visits of all crews. */
export function FeedPanel({ action, closeHref, ...address }: FeedPanelProps) {
  return (
    <SidePanel title="Calendar" closeHref={closeHref}>
      <p className="mb-4 text-moss">
        See every crew's visits in your own calendar, with address, access notes, first name and phone. Anyone
        with the private address can read it, so keep it to yourself. It stops working when your access to the
        schedule ends. For a single crew, make an address on the crew's page.
      </p>
      <FeedAddress {...address} action={action} label="Your address for all crews" />
    </SidePanel>
  );
}
