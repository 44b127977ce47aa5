import { Form, useNavigation } from "react-router";
import { LIMITS } from "~/features/scheduling/crews/forms";
import type { Refused } from "~/features/scheduling/crews/refused";
import { formatDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { fieldProps } from "~/ui/field-props";
import { TextField } from "~/ui/text-field";
import { PanelPart } from "./panel-part";

type Props = {
  time_off: { id: string; first_day: string; last_day: string; reason: string | null }[];
  today: string;
  /** Of what is added next. */
  newId: string;
  refused: Refused | undefined;
};

/** Days on which the crew takes no visits. */
export function CrewTimeOff({ time_off, today, newId, refused }: Props) {
  const pending = useNavigation().formData?.get("intent") === "add-time-off";
  const field = fieldProps(refused?.values, refused?.errors);
  return (
    <PanelPart id="time-off" title="Time off">
      {time_off.length > 0 && (
        <ul className="mb-4 grid gap-1">
          {time_off.map(({ id, first_day, last_day, reason }) => {
            const days =
              first_day === last_day
                ? formatDate(first_day)
                : `${formatDate(first_day)} – ${formatDate(last_day)}`;
            return (
              <li key={id} className="flex items-center justify-between gap-3">
                <div className="min-w-0 wrap-anywhere">
                  <p className="font-medium tabular-nums">{days}</p>
                  {reason && <p className="text-[0.9375rem]/5 text-moss">{reason}</p>}
                </div>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="time_off" value={id} />
                  <button
                    type="submit"
                    name="intent"
                    value="remove-time-off"
                    aria-label={`Remove ${days}`}
                    className={`${buttonLook({ variant: "ghost", size: "small" })} -mr-4 min-h-11`}
                  >
                    Remove
                  </button>
                </Form>
              </li>
            );
          })}
        </ul>
      )}
      <Form method="post" preventScrollReset noValidate className="grid grid-cols-2 gap-3">
        <input type="hidden" name="id" value={refused?.values.id ?? newId} />
        <TextField label="First day" {...field("first_day")} type="date" min={today} required />
        <TextField label="Last day" {...field("last_day")} type="date" min={today} />
        <TextField
          label="Reason"
          {...field("reason")}
          optional
          maxLength={LIMITS.reason}
          className="col-span-2"
        />
        <Button
          type="submit"
          name="intent"
          value="add-time-off"
          size="small"
          variant="secondary"
          className="col-span-2 min-h-11 justify-self-start"
          pending={pending}
          pendingLabel="Saving..."
        >
          Add time off
        </Button>
      </Form>
    </PanelPart>
  );
}
