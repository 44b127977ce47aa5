import type { ReactNode } from "react";
import { type MyVisit, statusChip } from "~/features/booking/manage/my-visits";
import { formatDate } from "~/lib/dates";
import { Badge } from "~/ui/badge";
import { cx } from "~/ui/cx";
import { TestMark } from "~/ui/test-mark";

type Props = {
  visit: MyVisit;
  /** A word before the time, such as 'Tomorrow'. */
  near?: string | null;
  /** A link beside the price. */
  extra?: ReactNode;
  /** Under the facts, such as stars. */
  aside?: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
};

/** A visit in the profile: what, when, where, how much, and how it stands. */
export function MyVisitCard({ visit, near, extra, aside, actions, children }: Props) {
  const { id, service, date, date_in_words, time, duration, address, total, status, note } = visit;
  const { tone, label } = statusChip(status);
  const off = status === "cancelled";
  return (
    <li
      id={`visit-${id}`}
      className="flex scroll-mt-24 flex-wrap items-center gap-x-6 gap-y-4 rounded-card bg-snow p-5 shadow-rest ring-1 ring-line target:ring-2 target:ring-evergreen-700 sm:p-6"
    >
      <article className="flex min-w-0 flex-[1_1_22rem] gap-4 sm:gap-5">
        <DateLeaf date={date} off={off} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="text-heading wrap-anywhere">
              <a href={`/bookings/${id}`} className={titleLook}>
                {service}
              </a>
            </h3>
            <Badge tone={tone}>{label}</Badge>
          </div>
          <p className={cx("mt-1.5 font-medium", off && "line-through decoration-moss/60")}>
            {date_in_words}
          </p>
          <p>
            {near && <span className="font-medium text-evergreen-700">{near} at </span>}
            {time}, {duration}
          </p>
          <p className="text-[0.9375rem]/6 text-moss wrap-anywhere">{address}</p>
          <p className="flex flex-wrap items-center gap-x-5">
            <span className="py-1 font-semibold tabular-nums">{total}</span>
            <TestMark is={visit.is_test} />
            {extra}
          </p>
          {aside}
          {note && <p className="mt-1 text-[0.9375rem]/6 text-honey-ink">{note}</p>}
        </div>
      </article>
      {actions && <div className="flex flex-wrap gap-2.5 max-sm:w-full">{actions}</div>}
      {children && <div className="basis-full border-line border-t pt-5">{children}</div>}
    </li>
  );
}

const titleLook =
  "underline decoration-transparent underline-offset-4 transition-colors duration-150 hover:decoration-evergreen-400";

/** A small link beside the price, such as to the receipt. */
export const extraLook =
  "inline-flex min-h-8 items-center gap-1.5 font-medium text-[0.9375rem] text-evergreen-700 underline decoration-evergreen-300 " +
  "underline-offset-4 transition-colors duration-150 hover:decoration-evergreen-700 pointer-coarse:min-h-11";

/** The day as a leaf of a calendar; the words beside it say it to everybody. */
function DateLeaf({ date, off }: { date: string; off: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        "flex w-14 shrink-0 flex-col self-start overflow-hidden rounded-control text-center ring-1 ring-line sm:w-15",
        off && "text-moss",
      )}
    >
      <span
        className={cx(
          "py-0.5 font-semibold text-xs/5 uppercase tracking-wide",
          off ? "bg-paper" : "bg-sage-soft text-evergreen-800",
        )}
      >
        {formatDate(date).slice(0, 3)}
      </span>
      <span className="py-1.5 font-display text-2xl/8 tabular-nums [font-weight:560]">
        {Number(date.slice(8))}
      </span>
    </span>
  );
}
