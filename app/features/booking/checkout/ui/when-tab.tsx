import type { ComponentProps } from "react";
import {
  type Day,
  isSlotTime,
  SLOT_TIMES,
  type Slot,
  type SlotTime,
} from "~/features/scheduling/availability/slots";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { ChipRadio } from "~/ui/form/chip-radio";
import { Notice } from "~/ui/page/notice";
import { type AskForMonth, Calendar } from "./calendar";

type Props = {
  draft: { date: string; time: string };
  month: string;
  firstMonth: string;
  lastMonth: string;
  today: string;
  days: Day[] | null;
  failed?: boolean;
  errors: Record<string, string>;
  /** When the visit is now that is to be moved. */
  current?: { date: string; time: string };
  askForMonth?: AskForMonth;
  /** How a form asks for the times of the chosen day without script: the attributes of its submit button. */
  askForDay?: Pick<ComponentProps<"button">, "name" | "value" | "formMethod">;
  onRetry?: () => void;
  onMonthChange: (month: string) => void;
  onDateChange: (date: string) => void;
  onTimeChange: (time: SlotTime) => void;
};

const NOTES = { free: undefined, full: "Full", closed: "Closed", past: "Past" };

/** A day and one of its five times: the second step of a booking, and what a visit is moved with. */
export function WhenTab({
  draft,
  days,
  failed = false,
  errors,
  current,
  askForDay = { name: "intent", value: "update" },
  onRetry,
  onDateChange,
  onTimeChange,
  ...calendar
}: Props) {
  const isCurrent = (time: string) => current?.date === draft.date && current.time === time;
  const slots = days?.find(({ date }) => date === draft.date)?.slots;
  return (
    <div className="grid gap-8 md:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <fieldset aria-describedby={errors.date ? "date-error" : "days-legend"}>
        <legend className="sr-only">Date</legend>
        <ErrorText id="date-error" message={errors.date} />
        {failed ? (
          <Notice
            tone="error"
            action={
              <Button variant="secondary" size="small" onClick={onRetry}>
                Try again
              </Button>
            }
          >
            We couldn’t load the available days.
          </Notice>
        ) : (
          <Calendar
            {...calendar}
            days={days}
            value={draft.date}
            current={current?.date}
            onValueChange={onDateChange}
          />
        )}
        <p id="days-legend" className="mt-3 text-moss text-sm">
          Days in gray are past or closed;{" "}
          <span className="line-through decoration-moss/60">crossed-out</span> ones are fully booked.
        </p>
      </fieldset>
      <fieldset id="time" tabIndex={-1} aria-describedby={errors.time ? "time-error" : undefined}>
        <legend className="font-display text-heading [font-weight:560]">Time</legend>
        <p aria-live="polite" className="mt-1 mb-4 text-moss">
          {draft.date ? formatLongDate(draft.date) : "Choose a day to see the available times."}
        </p>
        <ErrorText id="time-error" message={errors.time} />
        <div className="flex flex-wrap gap-3">
          {(slots ?? unknown).map(({ time, state }) => (
            <ChipRadio
              key={time}
              name="time"
              value={time}
              checked={draft.time === time}
              disabled={state !== "free"}
              note={NOTES[state] ?? (isCurrent(time) ? "Current" : undefined)}
              onChange={(event) =>
                isSlotTime(event.currentTarget.value) && onTimeChange(event.currentTarget.value)
              }
            >
              {time}
            </ChipRadio>
          ))}
        </div>
        <div className="mt-5 hidden noscript:block">
          <Button {...askForDay} type="submit" formNoValidate variant="secondary">
            Show available times
          </Button>
        </div>
      </fieldset>
    </div>
  );
}

/** Before a day is chosen nothing is known against any time. */
const unknown: Slot[] = SLOT_TIMES.map((time) => ({ time, state: "free" }));

function ErrorText({ id, message }: { id: string; message?: string }) {
  if (!message) return null;
  return (
    <p id={id} className="mb-4 font-medium text-berry">
      {message}
    </p>
  );
}
