import CalendarPlus from "lucide-react/icons/calendar-plus";
import {
  isPromised,
  type MyVisit,
  nearDay,
  statusChip,
  type VisitMonth,
  withoutLater,
} from "~/features/booking/manage/my-visits";
import { ButtonLink } from "~/ui/button-link";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { MonthOverview } from "~/ui/month-overview";
import { extraLook, MyVisitCard } from "./my-visit";

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
