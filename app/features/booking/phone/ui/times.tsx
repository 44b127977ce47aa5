import { useState } from "react";
import { OverrideField } from "~/features/booking/office/ui/details-form";
import { type PhoneDay, type PhoneOffer, slotValue } from "~/features/booking/phone/view";
import { Button } from "~/ui/action/button";
import { ChipRadio } from "~/ui/form/chip-radio";
import { ErrorText } from "~/ui/form/error-text";
import { PickField } from "~/ui/form/pick-field";
import { TextField } from "~/ui/form/text-field";
import { useHydrated } from "~/ui/live/use-hydrated";
import { Part } from "./part";

type Props = { offer: PhoneOffer; values: Record<string, string>; errors: Record<string, string> };

/** When the visit is, the first free time first, and who comes. */
export function Times({ offer, values, errors }: Props) {
  const { days, crews, today, last } = offer;
  const hydrated = useHydrated();
  const [typed, setWhy] = useState(values.override_reason?.trim() ?? "");
  const why = offer.frequency ? "" : typed; // a plan keeps to the hours and the area
  const [date, setDate] = useState(values.date || offer.date);
  const error = errors.time && errors.date ? "Choose a time." : (errors.time ?? errors.date);
  return (
    <Part title={offer.frequency ? "First visit" : "When"}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Day"
          optional
          type="date"
          name="date"
          min={today}
          max={why ? undefined : last}
          value={date}
          onChange={({ currentTarget: { value } }) => setDate(value)}
        />
        <PickField
          label="Crew"
          name="crew_id"
          none="Any available crew"
          options={crews}
          defaultValue={values.crew_id ?? ""}
          error={errors.crew_id}
        />
      </div>
      <fieldset aria-describedby={error ? "time-error" : undefined} className="grid gap-3">
        <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Time</legend>
        {days.map((day, index) => (
          <DayTimes
            key={day.date}
            day={day}
            chosen={values.slot ?? (values.time && slotValue(values.date ?? "", values.time))}
            isWrong={index === 0 && error !== undefined}
            isOverride={why !== ""}
          />
        ))}
        {days.length === 0 && <p className="text-moss">No free times in the next three weeks.</p>}
        {error && <ErrorText id="time-error">{error}</ErrorText>}
      </fieldset>
      {!hydrated && (
        <Button
          type="submit"
          name="intent"
          value="show"
          variant="secondary"
          size="small"
          className="hidden justify-self-start noscript:inline-flex"
        >
          {offer.frequency ? "Show times, visits and price" : "Show times and price"}
        </Button>
      )}
      {!offer.frequency && (
        <OverrideField
          title="Book outside the hours or the area"
          rules="opening hours, notice, closed days and the service area"
          open={errors.zip !== undefined}
          value={values.override_reason}
          error={errors.override_reason}
          onChange={({ currentTarget: { value } }) => setWhy(value.trim())}
        />
      )}
    </Part>
  );
}

type DayProps = {
  day: PhoneDay;
  chosen: string | undefined;
  isWrong: boolean;
  /** Staff say why they set aside when visits can be: a closed time can be tried. */
  isOverride: boolean;
};

function DayTimes({ day, chosen, isWrong, isOverride }: DayProps) {
  return (
    <div className="grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <p className="font-medium text-[0.9375rem] tabular-nums">{day.label}</p>
      <div className="flex flex-wrap gap-2">
        {day.slots.map(({ time, state }, index) => {
          const free = state === "free" || (state === "closed" && isOverride);
          const value = slotValue(day.date, time);
          return (
            <ChipRadio
              key={`${time} ${state}`}
              name="slot"
              value={value}
              aria-label={`${day.label}, ${time}`}
              disabled={!free}
              defaultChecked={value === chosen && free}
              aria-invalid={isWrong && index === 0 ? true : undefined}
              note={free ? undefined : WORDS[state]}
            >
              {time}
            </ChipRadio>
          );
        })}
      </div>
    </div>
  );
}

const WORDS = { free: undefined, full: "Full", past: "Past", closed: "Closed" } as const;
