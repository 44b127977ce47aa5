import { Form, Link, useNavigation } from "react-router";
import {
  type Board,
  type BoardClosure,
  type BoardCrew,
  type BoardVisit,
  MAX_REASON,
  type OpenVisit,
} from "~/features/scheduling/board/board";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { Badge } from "~/ui/list/badge";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";

/** A move that was refused: what was wished for, why not, and what that day has left. */
export type MoveRefusal = {
  wish: { date: string; time: string; crew_id: string };
  field: "date" | "time" | "crew_id" | null;
  message: string;
  slots: OpenVisit["slots"];
};

type Props = {
  visit: OpenVisit;
  crews: BoardCrew[];
  today: string;
  closeHref: string;
  refusal: MoveRefusal | undefined;
};

/** A visit beside the board, and the form that moves it: by keyboard, on a phone and without script. */
export function VisitPanel({ visit, crews, today, closeHref, refusal }: Props) {
  const facts = [
    ["When", `${visit.when} (${visit.duration})`],
    ["Crew", crews.find(({ id }) => id === visit.crew_id)?.name ?? "No crew yet"],
    ["Where", visit.address],
    ["Phone", visit.phone],
    ["Email", visit.email],
    ["Notes", visit.notes],
  ].filter(([, text]) => text);
  return (
    <SidePanel title={visit.customer ?? "No name yet"} closeHref={closeHref}>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {visit.service}{" "}
        <Badge tone={tones[visit.status]} className="capitalize">
          {visit.status}
        </Badge>
      </p>
      {visit.attention && (
        <Notice tone="error" className="mt-4" title="Needs attention">
          {visit.attention}
        </Notice>
      )}
      <dl className="mt-4 grid gap-3">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt className="text-[0.875rem]/5 text-moss">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <Link
        to={`/admin/bookings/${visit.id}`}
        className={`${buttonLook({ variant: "secondary", size: "small" })} mt-5 min-h-11`}
      >
        Open booking
      </Link>
      <section aria-labelledby="move" className="mt-6 border-line border-t pt-5">
        <h3 id="move" className="mb-3 font-sans font-semibold text-[1.0625rem]/6">
          Move
        </h3>
        {visit.why_not ? (
          <p className="text-moss">{visit.why_not}</p>
        ) : (
          <MoveForm {...{ visit, crews, today, refusal }} />
        )}
      </section>
    </SidePanel>
  );
}

const tones: Record<string, "amber" | "green" | "neutral" | "berry"> = {
  pending: "amber",
  confirmed: "green",
  completed: "neutral",
  cancelled: "berry",
};

function MoveForm({ visit, crews, today, refusal }: Omit<Props, "closeHref">) {
  const pending = useNavigation().formData?.get("intent") === "move";
  const wish = refusal?.wish ?? { ...visit, crew_id: visit.crew_id ?? "" };
  const slots = refusal?.slots.length ? refusal.slots : visit.slots;
  const errorOf = (field: MoveRefusal["field"]) => (refusal?.field === field ? refusal.message : undefined);
  const free = refusal?.slots.filter(({ state }) => state === "free").map(({ time }) => time) ?? [];
  const times = slots.some(({ time }) => time === visit.time)
    ? slots
    : [{ time: visit.time, state: "free" }, ...slots];
  return (
    <Form method="post" preventScrollReset noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={visit.id} />
      <input type="hidden" name="sequence" value={visit.sequence} />
      {refusal && (
        <Notice tone="error" title="Not moved">
          {refusal.message}
          {free.length > 0 && (
            <span className="mt-1 block">Still available that day: {free.join(", ")}.</span>
          )}
        </Notice>
      )}
      <SelectField
        key={`crew ${wish.crew_id}`}
        label="Crew"
        name="crew_id"
        defaultValue={wish.crew_id}
        error={errorOf("crew_id")}
      >
        <option value="">Any available crew</option>
        {crews
          .filter(({ id, is_active }) => is_active || id === visit.crew_id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          key={`date ${wish.date}`}
          label="Date"
          name="date"
          type="date"
          min={today}
          defaultValue={wish.date}
          error={errorOf("date")}
        />
        <SelectField
          key={`time ${wish.time}`}
          label="Time"
          name="time"
          defaultValue={wish.time}
          error={errorOf("time")}
        >
          {times.map(({ time }) => (
            <option key={time} value={time}>
              {time}
            </option>
          ))}
        </SelectField>
      </div>
      <Button
        type="submit"
        size="small"
        className="min-h-11 justify-self-start"
        pending={pending}
        pendingLabel="Moving..."
      >
        Move
      </Button>
    </Form>
  );
}

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
