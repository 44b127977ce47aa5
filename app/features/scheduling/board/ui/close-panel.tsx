import { Form, Link } from "react-router";
import {
  type Board,
  type BoardClosure,
  type BoardVisit,
  MAX_REASON,
} from "~/features/scheduling/board/board";
import { formatLongDate } from "~/lib/dates";
import { buttonLook } from "~/ui/action/button-look";
import { TextField } from "~/ui/form/text-field";
import { Badge } from "~/ui/list/badge";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";

type ClosePanelProps = {
  board: Board;
  date: string;
  slots: readonly string[];
  closeHref: string;
  visitHref: (id: string) => string;
  refusal: string | undefined;
};

/** Closes a day or a slot of it, and opens it again. What is booked there is shown: closing does not cancel it. */
export function ClosePanel({ board, date, slots, closeHref, visitHref, refusal }: ClosePanelProps) {
  const closures = board.closures.filter((closure) => closure.date === date);
  const visits = board.visits.filter((visit) => visit.date === date && visit.status !== "completed");
  const whole = closures.find(({ time }) => time === null);
  const inClosed = visits.filter(({ time }) => whole || closures.some((closure) => closure.time === time));
  return (
    <SidePanel title="Close times" closeHref={closeHref}>
      <p className="mb-4 text-moss">
        {formatLongDate(date)}. Closed times can't be booked. Existing bookings stay.
      </p>
      {refusal && (
        <Notice tone="error" className="mb-4">
          {refusal}
        </Notice>
      )}
      <Form method="post" preventScrollReset noValidate>
        {/* Enter presses the first button of a form: this one, so that it closes nothing. */}
        <button type="submit" disabled hidden />
        <input type="hidden" name="date" value={date} />
        <TextField
          label="Reason"
          name="reason"
          optional
          hint="Visible to staff only."
          maxLength={MAX_REASON}
          autoComplete="off"
        />
        <ul className="mt-4 grid">
          <Line label="All day" value="day" closure={whole} booked={visits.length} />
          {slots.map((time) => (
            <Line
              key={time}
              label={time}
              value={time}
              closure={closures.find((closure) => closure.time === time)}
              booked={visits.filter((visit) => visit.time === time).length}
            />
          ))}
        </ul>
      </Form>
      {inClosed.length > 0 && <Booked visits={inClosed} visitHref={visitHref} />}
      {whole && inClosed.some(({ status }) => status === "confirmed") && (
        <Link
          to={`/admin/storm/new?kind=closing&date=${date}`}
          className={`${buttonLook({ variant: "secondary", size: "small" })} mt-4 min-h-11`}
        >
          Offer other times
        </Link>
      )}
    </SidePanel>
  );
}

type LineProps = { label: string; value: string; closure: BoardClosure | undefined; booked: number };

function Line({ label, value, closure, booked }: LineProps) {
  return (
    <li className="flex items-center justify-between gap-3 border-line py-2 not-last:border-b">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-2 font-medium tabular-nums">
          {label} {closure && <Badge tone="amber">Closed</Badge>}
        </p>
        <p className="text-[0.875rem]/5 text-moss">
          {[closure?.reason, booked === 1 ? "1 visit booked" : booked > 1 && `${booked} visits booked`]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {closure?.id === null ? (
        <Link
          to="/admin/settings/hours"
          className={`${buttonLook({ variant: "ghost", size: "small" })} min-h-11`}
        >
          Holidays
        </Link>
      ) : (
        <button
          type="submit"
          name={closure ? "open" : "close"}
          value={closure?.id ?? value}
          aria-label={`${closure ? "Open" : "Close"} ${label.replace("All", "all")}`}
          className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}
        >
          {closure ? "Open" : "Close"}
        </button>
      )}
    </li>
  );
}

function Booked({ visits, visitHref }: { visits: BoardVisit[]; visitHref: (id: string) => string }) {
  return (
    <section aria-labelledby="booked" className="mt-6">
      <h3 id="booked" className="mb-2 font-sans font-semibold text-[1.0625rem]/6">
        Booked during closed times
      </h3>
      <ul className="grid">
        {visits.map(({ id, time, customer, service }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-3 border-line py-1.5 not-last:border-b"
          >
            <span className="min-w-0 wrap-anywhere">
              {time}, {customer ?? "No name yet"}, {service}
            </span>
            <Link
              to={visitHref(id)}
              preventScrollReset
              aria-label={`Move the visit of ${customer ?? "no name yet"} at ${time}`}
              className={`${buttonLook({ variant: "ghost", size: "small" })} min-h-11`}
            >
              Move
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
