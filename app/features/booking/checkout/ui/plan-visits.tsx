import Check from "lucide-react/icons/check";
import { useState } from "react";
import { isNearEnough, movesText, type PlanMove } from "~/features/booking/checkout/draft";
import { acceptedMoves, formatPlace, type PlanVisit, waiting } from "~/features/booking/checkout/plan-visits";
import { isSlotTime, type SlotTime } from "~/features/scheduling/availability/slots";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { ChipRadio } from "~/ui/form/chip-radio";
import { Loading } from "~/ui/page/loading";
import { Notice } from "~/ui/page/notice";
import { Calendar, useAvailability } from "./calendar";

type Props = {
  /** Null until they are known. */
  visits: PlanVisit[] | null;
  /** What the customer has agreed to; null until they have seen what clashes. */
  moves: PlanMove[] | null;
  failed: boolean;
  rhythm: string;
  picker: Pick<PickerProps, "service" | "draft" | "length" | "today" | "firstMonth" | "lastMonth">;
  onRetry: () => void;
  onMoves: (moves: PlanMove[]) => void;
};

/** The visits that a plan would begin with, and what to do about those that can't be at their own time. */
export function PlanVisits({ visits, moves, failed, rhythm, picker, onRetry, onMoves }: Props) {
  return (
    <section
      id="moves"
      tabIndex={-1}
      aria-labelledby="visits-heading"
      className="mt-10 border-line border-t pt-8"
    >
      <h3 id="visits-heading" className="text-heading">
        {isWhole(visits) ? `Your next ${visits.length} visits` : "Your next visits"}
      </h3>
      {failed ? (
        <Notice
          tone="error"
          className="mt-4"
          action={
            <Button variant="secondary" size="small" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          We couldn’t check the times of your next visits.
        </Notice>
      ) : visits ? (
        <Known {...{ visits, moves, rhythm, picker, onMoves }} />
      ) : (
        <Loading className="py-10">Checking your next visits...</Loading>
      )}
    </section>
  );
}

type KnownProps = Omit<Props, "failed" | "onRetry" | "visits"> & { visits: PlanVisit[] };

function Known({ visits, moves, rhythm, picker, onMoves }: KnownProps) {
  const clashes = visits.filter(({ state }) => state !== "free");
  const open = waiting(visits, moves);
  return (
    <>
      <p className="mt-1 text-moss">
        {rhythm}, with the same crew whenever possible.{" "}
        {clashes.length === 0 && "All of these times are available, and we’ll hold them for you."}
      </p>
      {clashes.length > 0 && (
        <div className="mt-5 rounded-card bg-snow p-5 shadow-rest ring-1 ring-line">
          <p className="font-semibold" aria-live="polite">
            {headingOf(clashes.length, open.length)}
          </p>
          <ul className="mt-2 divide-y divide-line">
            {clashes.map((visit) => (
              <ClashRow
                key={visit.visit}
                visit={visit}
                picker={picker}
                onMove={(move) =>
                  onMoves([
                    ...(moves ?? []).filter(
                      (one) => one.visit !== move.visit && clashes.some((clash) => clash.visit === one.visit),
                    ),
                    move,
                  ])
                }
              />
            ))}
          </ul>
          {open.length > 0 && (
            <Button
              type="submit"
              name="moves"
              value={movesText(acceptedMoves(visits))}
              className="mt-4 max-sm:w-full"
              onClick={(event) => {
                event.preventDefault();
                onMoves(acceptedMoves(visits));
              }}
            >
              {acceptWords(open)}
            </Button>
          )}
        </div>
      )}
      <ol hidden={!isWhole(visits)} className="mt-5 gap-x-8 text-[0.9375rem]/6 sm:columns-2 xl:columns-3">
        {visits
          .filter(({ state }) => state !== "open")
          .map((visit) => (
            <li
              key={visit.visit}
              className="flex break-inside-avoid justify-between gap-3 border-line border-b py-1.5 tabular-nums"
            >
              <span>{formatPlace(visit)}</span>
              {visit.state !== "free" && <span className="text-moss">New time</span>}
            </li>
          ))}
      </ol>
    </>
  );
}

/** Without script only those that clash are known. */
function isWhole(visits: PlanVisit[] | null): visits is PlanVisit[] {
  return visits?.some(({ state }) => state === "free") ?? false;
}

function headingOf(clashes: number, waits: number): string {
  if (waits === 0) return clashes === 1 ? "One visit has a new time" : `${clashes} visits have new times`;
  return clashes === 1 ? "One visit needs a new time" : `${clashes} visits need new times`;
}

function acceptWords(open: PlanVisit[]): string {
  if (open.every(({ state }) => state === "open")) return "That’s fine";
  return open.length === 1 ? "Accept this time" : "Accept these times";
}

type RowProps = Pick<Props, "picker"> & { visit: PlanVisit; onMove: (move: PlanMove) => void };

function ClashRow({ visit, picker, onMove }: RowProps) {
  const [picking, setPicking] = useState(false);
  const { asked, why, state } = visit;
  return (
    <li className="py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="tabular-nums">
            {asked && (
              <>
                <s className="mr-1.5 text-moss decoration-moss/60">{formatPlace(asked)}</s>{" "}
              </>
            )}
            {state === "open" ? (
              <span className="font-semibold">We’ll call you about this one</span>
            ) : (
              <span className="whitespace-nowrap font-semibold">
                <span className="sr-only">now </span>
                {formatPlace(visit)}
                {state === "moved" && (
                  <Check aria-hidden strokeWidth={2} className="ml-1.5 inline size-4.5 text-evergreen-700" />
                )}
              </span>
            )}
          </p>
          <p className="text-[0.9375rem]/6 text-moss">{why}</p>
        </div>
        <Button
          variant="secondary"
          size="small"
          aria-expanded={picking}
          onClick={() => setPicking(!picking)}
          className="min-h-11 noscript:hidden"
        >
          {picking ? "Close" : "Choose another time"}
          {asked && <span className="sr-only"> for {formatPlace(asked)}</span>}
        </Button>
      </div>
      {picking && (
        <PlanVisitPicker
          {...picker}
          visit={visit}
          onPick={(place) => {
            setPicking(false);
            onMove({ visit: visit.visit, ...place });
          }}
        />
      )}
    </li>
  );
}

type PickerProps = {
  visit: PlanVisit;
  service: string;
  draft: string;
  /** What the length of the visit depends on, as the API names it. */
  length: Record<string, string>;
  today: string;
  firstMonth: string;
  lastMonth: string;
  onPick: (place: { date: string; time: SlotTime }) => void;
};

/** Another day and time for one visit of a plan that is being booked; a press on a time chooses it. */
function PlanVisitPicker({
  visit,
  service,
  draft,
  length,
  today,
  firstMonth,
  lastMonth,
  onPick,
}: PickerProps) {
  const [date, setDate] = useState(visit.date);
  const [month, setMonth] = useState(visit.date.slice(0, 7));
  const { days: found, failed, retry } = useAvailability({ service, month, draft, length }, null);
  const own = visit.asked?.date ?? visit.date;
  const days =
    found?.map((day) =>
      isNearEnough(own, day.date) ? day : { ...day, state: "closed" as const, slots: [] },
    ) ?? null;
  const name = `visit-${visit.visit}`;
  const slots = days?.find((day) => day.date === date)?.slots ?? [];
  if (failed) {
    return (
      <Notice
        tone="error"
        className="mt-3"
        action={
          <Button variant="secondary" size="small" onClick={retry}>
            Try again
          </Button>
        }
      >
        We couldn’t load the available days.
      </Notice>
    );
  }
  return (
    <div className="mt-4 grid gap-6 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <Calendar
        {...{ month, firstMonth, days, today, name: `${name}-date` }}
        lastMonth={lastMonth > month ? lastMonth : month}
        value={date}
        current={visit.asked?.date}
        onValueChange={setDate}
        onMonthChange={setMonth}
      />
      <fieldset>
        <legend className="font-semibold">{formatLongDate(date)}</legend>
        <div className="mt-3 flex flex-wrap gap-2.5">
          {slots.map(({ time, state }) => (
            <ChipRadio
              key={time}
              name={`${name}-time`}
              value={time}
              checked={date === visit.date && time === visit.time}
              disabled={state !== "free"}
              note={state === "full" ? "Full" : undefined}
              onChange={({ currentTarget: { value } }) => isSlotTime(value) && onPick({ date, time: value })}
              onClick={({ currentTarget: { value, checked } }) =>
                checked && date === visit.date && value === visit.time && onPick({ date, time: visit.time })
              }
            >
              {time}
            </ChipRadio>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
