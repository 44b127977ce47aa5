import { useRef, useState } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import type { OfficeBooking } from "~/features/booking/office/booking";
import type { Slot } from "~/features/scheduling/availability/slots";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { NoScriptButton } from "~/ui/action/no-script-button";
import { PickField } from "~/ui/form/pick-field";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { OverrideField } from "./details-form";
import type { Refused } from "./sections";

type Props = {
  booking: OfficeBooking;
  day: { date: string; slots: Slot[] };
  refused: Refused | undefined;
};

/** The form for another day, time or crew. Free times load when a day is chosen; without script by a button. */
export function OfficeMoveForm({ booking, day, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const fetcher = useFetcher<{ day: Props["day"] }>();
  const busy = useNavigation().formData?.get("intent") === "move";
  const { values } = refused ?? {};
  const [time, setTime] = useState(values?.time ?? booking.time);
  const slots = fetcher.data?.day.slots ?? refused?.slots ?? day.slots;
  useFocusError(form, refused?.errors);
  return (
    <Disclosure title="Reschedule or assign a crew" open={refused !== undefined || day.date !== booking.date}>
      <Form ref={form} method="post" preventScrollReset className="grid gap-4">
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="sequence" value={booking.sequence} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Date"
            type="date"
            name="date"
            required
            defaultValue={values?.date ?? day.date}
            error={refused?.errors.date}
            onChange={({ currentTarget: { value } }) => {
              if (value) fetcher.load(`/admin/bookings/${booking.id}?date=${value}`);
            }}
          />
          <SelectField
            label="Time"
            name="time"
            value={time}
            onChange={({ currentTarget: { value } }) => setTime(value)}
            error={refused?.errors.time}
          >
            {!slots.some((slot) => slot.time === booking.time) && <option>{booking.time}</option>}
            {slots.map(({ time: start, state }) => (
              <option key={start} value={start}>
                {start}
                {state === "free" ? "" : ` (${state})`}
              </option>
            ))}
          </SelectField>
        </div>
        <PickField
          label="Crew"
          name="crew_id"
          options={booking.crews.map((one) => ({ ...one, note: one.busy ? "busy at this time" : null }))}
          none={booking.crew ? `${booking.crew.name} if free, otherwise another crew` : "Any available crew"}
          defaultValue={values?.crew_id ?? ""}
          error={refused?.errors.crew_id}
          hint={booking.crew ? `Currently ${booking.crew.name}.` : "No crew assigned yet."}
        />
        <OverrideField
          title="Move outside the hours"
          value={values?.override_reason}
          error={refused?.errors.override_reason}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="small" pending={busy} pendingLabel="Moving...">
            Save
          </Button>
          <NoScriptButton variant="ghost" formMethod="get" formNoValidate>
            Show available times
          </NoScriptButton>
        </div>
      </Form>
    </Disclosure>
  );
}
