import CalendarPlus from "lucide-react/icons/calendar-plus";
import type { ReactNode } from "react";
import {
  isPromised,
  type MyVisit,
  nearDay,
  statusChip,
  type VisitMonth,
  withoutLater,
} from "~/features/booking/manage/visit";
import { formatDate } from "~/lib/dates";
import { ButtonLink } from "~/ui/action/button-link";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";
import { EmptyState } from "~/ui/list/empty-state";
import { MonthOverview } from "~/ui/list/month-overview";
import { Card } from "~/ui/page/card";
import { TestMark } from "~/ui/page/test-mark";

const PAGE = "/profile?tab=upcoming-cleans";

type Props = {
  today: string;
  visits: MyVisit[];
  month: VisitMonth;
  /** `when`: "Every other Tuesday at 10:00 AM". */
  plans: readonly { id: string; when: string }[];
};

/** The visits to come, on a calendar and as a list. */
export function UpcomingVisits({ today, visits, month, plans }: Props) {
  if (visits.length === 0) {
    return (
      <EmptyState
        icon={CalendarPlus}
        title="No upcoming cleanings"
        action={<ButtonLink href="/book">Book a Cleaning</ButtonLink>}
      >
        Pick a day and a time, and your visit shows up here.
      </EmptyState>
    );
  }
  const { shown, more } = withoutLater(visits);
  const whenOf = (plan_id: string) => {
    const when = plans.find(({ id }) => id === plan_id)?.when;
    return when && `, ${when[0]?.toLowerCase()}${when.slice(1)}`;
  };
  const href = (to: string | null) => to && `${PAGE}&month=${to}`;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_23rem]">
      <Card className="p-4 sm:mx-auto sm:w-full sm:max-w-md sm:p-5 lg:sticky lg:top-24 lg:order-2">
        <MonthOverview
          month={month.month}
          today={today}
          marks={marksOf(visits, shown)}
          previous={href(month.previous)}
          next={href(month.next)}
        />
      </Card>
      <h2 className="sr-only">Upcoming cleanings</h2>
      <ul className="grid min-w-0 gap-4">
        {shown.map((visit) => (
          <MyVisitCard
            key={visit.id}
            visit={visit}
            near={nearDay(visit.date, today)}
            extra={isPromised(visit) ? <CalendarFile visit={visit} /> : <Details visit={visit} />}
            actions={hasActions(visit) && <Actions visit={visit} />}
          />
        ))}
        {more.map(({ plan_id, first, count }) => (
          <li key={plan_id}>
            <ButtonLink href={`/plans/${plan_id}`} variant="secondary" className="w-full">
              See all {count} visits of {first.service}
              {whenOf(plan_id)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function marksOf(visits: MyVisit[], shown: MyVisit[]) {
  const days = Object.groupBy(visits, ({ date }) => date);
  return Object.fromEntries(
    Object.entries(days).map(([date, ofDay = []]) => [
      date,
      ofDay.map((visit) => {
        const { id, plan_id, service, time, status } = visit;
        const { tone, label } = statusChip(status);
        const href = shown.includes(visit) ? `#visit-${id}` : `/plans/${plan_id}`;
        return { href, label: `${service}, ${time}, ${label}`, tone };
      }),
    ]),
  );
}

function Details({ visit: { id, service, date_in_words } }: { visit: MyVisit }) {
  return (
    <a href={`/bookings/${id}`} className={extraLook}>
      Details<span className="sr-only">: {`${service} on ${date_in_words}`}</span>
    </a>
  );
}

function hasActions({ checkout_url, can_move, can_cancel }: MyVisit): boolean {
  return checkout_url !== null || can_move || can_cancel;
}

function CalendarFile({ visit: { id, service, date_in_words } }: { visit: MyVisit }) {
  return (
    <a href={`/bookings/${id}/calendar.ics`} className={extraLook}>
      <CalendarPlus aria-hidden strokeWidth={1.75} className="size-4.5" />
      Add to calendar
      <span className="sr-only">: {`${service} on ${date_in_words}`}</span>
    </a>
  );
}

function Actions({ visit }: { visit: MyVisit }) {
  const { id, service, date_in_words, checkout_url, can_move, can_cancel } = visit;
  const which = <span className="sr-only">: {`${service} on ${date_in_words}`}</span>;
  const look = { variant: "secondary", size: "small", className: "min-h-11 max-sm:grow" } as const;
  return (
    <>
      {checkout_url && (
        <ButtonLink href={checkout_url} {...look} variant="primary">
          Finish payment{which}
        </ButtonLink>
      )}
      {can_move && (
        <ButtonLink href={`/bookings/${id}/reschedule`} {...look}>
          Reschedule{which}
        </ButtonLink>
      )}
      {can_cancel && (
        <ButtonLink href={`/bookings/${id}/cancel`} {...look}>
          {visit.plan_id ? "Skip" : "Cancel"}
          {which}
        </ButtonLink>
      )}
    </>
  );
}

type MyVisitCardProps = {
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
export function MyVisitCard({ visit, near, extra, aside, actions, children }: MyVisitCardProps) {
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
            <span className="text-[0.9375rem]/6 text-moss tabular-nums">{visit.number}</span>
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
