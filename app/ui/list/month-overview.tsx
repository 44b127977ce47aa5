/**
 * A month at a glance, weeks from Sunday. Days with marks are links. Nothing is chosen here.
 *
 *   <MonthOverview month="2026-11" today={today} marks={{ "2026-11-24": [{ href: "#visit-1", label: "…", tone: "green" }] }}
 *     previous="?month=2026-10" next={null} />
 *
 * previous, next  addresses of the neighboring months; null when there is nothing to see
 */
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { addDays, formatLongDate, formatMonth, weekdayOf } from "~/lib/dates";
import { cx } from "~/ui/cx";

type Mark = { href: string; label: string; tone: "green" | "amber" };

type Props = {
  month: string;
  today: string;
  marks: Record<string, Mark[]>;
  previous: string | null;
  next: string | null;
};

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function MonthOverview({ month, today, marks, previous, next }: Props) {
  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-2">
        <MonthLink to={previous} label="Previous month">
          <ChevronLeft strokeWidth={1.75} className="size-5" />
        </MonthLink>
        <p
          aria-live="polite"
          className="whitespace-nowrap font-display text-heading [font-weight:560] max-[22.5rem]:text-lg"
        >
          {formatMonth(month)}
        </p>
        <MonthLink to={next} label="Next month">
          <ChevronRight strokeWidth={1.75} className="size-5" />
        </MonthLink>
      </div>
      <table className="w-full table-fixed text-center tabular-nums">
        <caption className="sr-only">{formatMonth(month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name} className="pb-1 font-normal text-moss text-sm">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} className="p-0">
                  {date.startsWith(month) && <DayCell date={date} today={today} marks={marks[date] ?? []} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayCell({ date, today, marks }: { date: string; today: string; marks: Mark[] }) {
  const number = Number(date.slice(8));
  const isToday = date === today;
  const [first] = marks;
  if (!first) {
    return (
      <span
        aria-current={isToday ? "date" : undefined}
        className={cx(dayLook, "text-moss", isToday && todayLook)}
      >
        {number}
      </span>
    );
  }
  const { tone } = marks.find((mark) => mark.tone === "green") ?? first;
  const label = [formatLongDate(date), isToday && "today", ...marks.map((mark) => mark.label)];
  return (
    <a
      href={first.href}
      aria-current={isToday ? "date" : undefined}
      className={cx(dayLook, "font-semibold", tones[tone], isToday && todayLook)}
    >
      <span className="sr-only">{label.filter(Boolean).join(", ")}</span>
      <span aria-hidden>{number}</span>
      {marks.length > 1 && (
        <span
          aria-hidden
          className="absolute -top-1 -right-1 grid size-4.5 place-items-center rounded-full bg-snow text-[0.6875rem] text-evergreen-800 ring-1 ring-line-strong"
        >
          {marks.length}
        </span>
      )}
    </a>
  );
}

const dayLook =
  "relative mx-auto grid aspect-square w-full max-w-10 place-items-center rounded-full sm:max-w-11";

const tones = {
  green: "bg-fern text-snow transition-colors duration-150 hover:bg-fern-deep forced-colors:border-2",
  amber:
    "bg-sunlight-soft text-honey-ink ring-1 ring-honey-ink/50 ring-inset transition-colors duration-150 hover:ring-honey-ink forced-colors:border-2",
};

/** A birch dash under the number. */
const todayLook =
  "after:absolute after:bottom-1 after:h-0.5 after:w-4 after:rounded-full after:bg-current after:content-['']";

function MonthLink({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  const look = "grid size-11 place-items-center rounded-full";
  if (to === null)
    return (
      <span aria-hidden className={cx(look, "text-moss/40")}>
        {children}
      </span>
    );
  return (
    <Link
      to={to}
      preventScrollReset
      aria-label={label}
      className={cx(look, "text-evergreen-700 transition-colors duration-150 hover:bg-sage-soft")}
    >
      {children}
    </Link>
  );
}

/** The weeks of a month, each as seven days. */
function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const start = addDays(first, -weekdayOf(first));
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(start, week * 7 + day)),
  );
  return weeks.filter((week) => week.some((date) => date.startsWith(month)));
}
