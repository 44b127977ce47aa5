import { useState } from "react";
import { isNearEnough } from "~/features/booking/checkout/moves";
import type { PlanVisit } from "~/features/booking/checkout/plan-visits";
import { isSlotTime, type SlotTime } from "~/features/scheduling/availability/slots";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { ChipRadio } from "~/ui/chip-radio";
import { Notice } from "~/ui/notice";
import { Calendar } from "./calendar";
import { useAvailability } from "./use-availability";

export type PickerProps = {
  visit: PlanVisit;
  service: string;
  draft: string;
  today: string;
  firstMonth: string;
  lastMonth: string;
  onPick: (place: { date: string; time: SlotTime }) => void;
};

/** Another day and time for one visit of a plan that is being booked; a press on a time chooses it. */
export function PlanVisitPicker({
  visit,
  service,
  draft,
  today,
  firstMonth,
  lastMonth,
  onPick,
}: PickerProps) {
  const [date, setDate] = useState(visit.date);
  const [month, setMonth] = useState(visit.date.slice(0, 7));
  const { days: found, failed, retry } = useAvailability({ service, hours: null, month, draft }, null);
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
