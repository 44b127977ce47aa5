import { Link } from "react-router";
import { formatDate } from "~/lib/dates";
import { Badge } from "~/ui/list/badge";

type Props = {
  outside: {
    visits: {
      id: string;
      number: string;
      date: string;
      time: string;
      customer: string | null;
      service: string;
      why: string;
      asked: boolean;
    }[];
    total: number;
  };
};

/** Upcoming visits that were booked before the hours changed. They stay until somebody moves them. */
export function OutsideVisits({ outside: { visits, total } }: Props) {
  return (
    <>
      <p className="text-moss">
        {total === 1 ? "1 upcoming visit was" : `${total} upcoming visits were`} booked before these hours.
        They stay until you move them.
      </p>
      <ul className="grid">
        {visits.map(({ id, number, date, time, customer, service, why, asked }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-line py-2 not-last:border-b"
          >
            <div className="min-w-0 wrap-anywhere">
              <Link
                to={`/admin/bookings/${id}`}
                className="inline-block py-1 font-semibold text-evergreen-700 underline-offset-4 hover:underline"
              >
                {number}, {customer ?? "No name yet"}
              </Link>
              <p className="text-[0.9375rem]/5 text-moss">
                {formatDate(date)}, {time} · {service}
              </p>
            </div>
            <p className="flex flex-wrap items-center gap-2 text-[0.9375rem]/6">
              {why} {asked && <Badge tone="amber">Customer asked</Badge>}
            </p>
          </li>
        ))}
      </ul>
      {total > visits.length && <p className="text-moss">And {total - visits.length} more.</p>}
    </>
  );
}
