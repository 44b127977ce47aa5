import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Form, Link } from "react-router";
import { SCHEDULE_PAGE, type ScheduleView, schedulePath } from "~/features/scheduling/board/board";
import { addDays, formatDate, formatLongDate } from "~/lib/dates";
import { buttonLook } from "~/ui/button-look";
import { controlLook } from "~/ui/control-look";
import { cx } from "~/ui/cx";
import { FeedAddress } from "~/ui/feed-address";
import { SidePanel } from "~/ui/side-panel";

type Props = { view: ScheduleView; date: string; days: string[]; today: string };

/** Which days are shown, and the ways to others. */
export function ScheduleBar({ view, date, days, today }: Props) {
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
        {date >= today && (
          <Link to={`/admin/storm?date=${date}`} className={small}>
            Storm day
          </Link>
        )}
      </div>
    </div>
  );
}

type FeedPanelProps = { url: string | null; action: string; closeHref: string };

/** The office's private calendar address, with the visits of all crews. */
export function FeedPanel({ url, action, closeHref }: FeedPanelProps) {
  return (
    <SidePanel title="Calendar" closeHref={closeHref}>
      <p className="mb-4 text-moss">
        See every crew's visits in your own calendar, with address, access notes, first name and phone. Anyone
        with the private address can read it, so replace it when someone leaves the team. Each crew has its
        own address on its page.
      </p>
      <FeedAddress url={url} action={action} label="Private address of the office" />
    </SidePanel>
  );
}
