import type { Sheet, SheetStop, Sheets } from "~/features/fieldwork/sheet/sheet";
import { formatLongDate } from "~/lib/dates";
import { cx } from "~/ui/cx";

type Props = { sheet: Sheet; date: string; company: Sheets["company"] };

/** A crew's day on paper: a page of its own, on which eight visits fit. */
export function RouteSheet({ sheet: { id, crew, members, stops }, date, company }: Props) {
  return (
    <section
      aria-labelledby={id}
      className="break-after-page rounded-card bg-snow p-4 shadow-rest ring-1 ring-line last:break-after-auto sm:p-6 print:rounded-none print:p-0 print:shadow-none print:ring-0"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 border-ink border-b-2 pb-2">
        <div className="min-w-0">
          <h2 id={id} className="wrap-anywhere text-heading">
            {crew}
          </h2>
          {members.length > 0 && <p>{new Intl.ListFormat("en-US").format(members)}</p>}
        </div>
        <p className="text-right max-sm:text-left">
          {formatLongDate(date)}
          <span className="block">{[company.name, company.phone].filter(Boolean).join(", ")}</span>
        </p>
      </div>
      <ol>
        {stops.map((stop) => (
          <Stop key={stop.id} stop={stop} />
        ))}
      </ol>
    </section>
  );
}

function Stop({ stop }: { stop: SheetStop }) {
  const { starts, ends, drive, customer, phone, address, number, service, rooms, extras, notes, items } =
    stop;
  const told = [stop.pets && `Pets: ${stop.pets}`, stop.parking && `Parking: ${stop.parking}`, ...notes];
  return (
    <li
      className={cx(
        "grid break-inside-avoid gap-x-4 gap-y-1 border-line-strong border-b py-3 text-[0.9375rem]/5 last:border-b-0 lg:grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,1fr)]",
        "print:grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,1fr)] print:py-1.5 print:text-[0.8125rem]/4",
      )}
    >
      <div className="tabular-nums">
        <p className="font-semibold">{starts}</p>
        <p>to {ends}</p>
        {drive !== null && <p>{drive} min drive</p>}
      </div>
      <div className="wrap-anywhere min-w-0">
        <p className="font-semibold">{customer}</p>
        <p>{address}</p>
        {phone && <p className="tabular-nums">{phone}</p>}
      </div>
      <div className="wrap-anywhere min-w-0">
        <p>
          <span className="font-semibold">{service}</span> <span className="tabular-nums">{number}</span>
        </p>
        <p>{[rooms, extras].filter(Boolean).join(" · ")}</p>
        {told.map(
          (text) =>
            text && (
              <p key={text} className="whitespace-pre-line">
                {text}
              </p>
            ),
        )}
      </div>
      {items.length > 0 && (
        <ul
          aria-label={`Checklist of ${customer}`}
          className="flex flex-wrap gap-x-4 gap-y-0.5 lg:col-span-2 lg:col-start-2 print:col-span-2 print:col-start-2"
        >
          {items.map(({ id, text, required }) => (
            <li key={id} className="flex items-baseline gap-1.5">
              <span aria-hidden className="size-3 shrink-0 translate-y-0.5 border border-ink" />
              <span className={cx("wrap-anywhere", required && "font-semibold")}>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
