import { Link } from "react-router";
import { type BookingListQuery, TABS, tabSearch } from "~/features/booking/office/list/list";
import { cx } from "~/ui/cx";

type Props = { query: BookingListQuery };

/** The bookings by the day of their visit, as links: the address says which ones show. */
export function OfficeTabs({ query }: Props) {
  return (
    <nav aria-label="Bookings by day">
      <ul className="grid grid-cols-4 gap-1 rounded-control bg-sage-soft p-1 sm:inline-grid">
        {TABS.map(({ when, label }) => (
          <li key={label}>
            <Link
              to={`/admin/bookings${tabSearch(query, when)}`}
              preventScrollReset
              aria-current={query.filters.when === when ? "page" : undefined}
              className={look}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const look = cx(
  "flex min-h-11 items-center justify-center rounded-lg px-1 font-semibold text-[0.9375rem]/5 text-moss sm:px-5 md:min-h-10",
  "transition-colors duration-150 hover:text-ink aria-[current=page]:bg-snow aria-[current=page]:text-ink aria-[current=page]:shadow-rest",
  "forced-colors:aria-[current=page]:border",
);
