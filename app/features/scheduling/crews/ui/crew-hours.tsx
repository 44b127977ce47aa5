import { Form, useNavigation } from "react-router";
import { hoursKey, LIMITS, type Refused, USUAL_SHIFT } from "~/features/scheduling/crews/forms";
import { type Shift, WEEK } from "~/features/scheduling/crews/week";
import { dayName, formatDate } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { controlLook } from "~/ui/form/control-look";
import { ErrorText } from "~/ui/form/error-text";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { PanelPart } from "./crew-form";

type Props = { shifts: Shift[]; refused: Refused | undefined };

/** When the crew works, by weekday; a visit must lie within, the travel after it need not. */
export function CrewHours({ shifts, refused }: Props) {
  const pending = useNavigation().formData?.get("intent") === "hours";
  const values = refused?.values ?? valuesOf(shifts);
  return (
    <PanelPart id="hours" title="Working hours">
      <Form method="post" preventScrollReset noValidate className="group/hours grid gap-3">
        <input type="hidden" name="intent" value="hours" />
        <input type="hidden" name="seen" value={hoursKey(shifts)} />
        <fieldset className="grid gap-1">
          <legend className="sr-only">When the crew works</legend>
          {(["company", "own"] as const).map((kind) => (
            <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="hours"
                value={kind}
                defaultChecked={(values.hours ?? "company") === kind}
                className="size-5 accent-evergreen-700"
              />
              {kind === "company" ? "Same as the company's hours" : "Its own hours"}
            </label>
          ))}
        </fieldset>
        <Wrong>{refused?.errors.hours}</Wrong>
        <ul className="hidden gap-1 group-has-[[value=own]:checked]/hours:grid">
          {WEEK.map((weekday) => (
            <Day key={weekday} weekday={weekday} values={values} error={refused?.errors[`day_${weekday}`]} />
          ))}
        </ul>
        <Button
          type="submit"
          size="small"
          variant="secondary"
          className="min-h-11 justify-self-start"
          pending={pending}
          pendingLabel="Saving..."
        >
          Save hours
        </Button>
      </Form>
    </PanelPart>
  );
}

type DayProps = { weekday: number; values: Record<string, string>; error: string | undefined };

function Day({ weekday, values, error }: DayProps) {
  const name = dayName(weekday);
  return (
    <li className="group/day">
      <div className="grid grid-cols-2 items-center gap-x-2 sm:grid-cols-[1fr_7.5rem_7.5rem]">
        <CheckboxField
          name={`works_${weekday}`}
          label={name}
          className="max-sm:col-span-2"
          defaultChecked={Boolean(values[`works_${weekday}`])}
        />
        {(["starts", "ends"] as const).map((edge) => (
          <input
            key={edge}
            type="time"
            name={`${edge}_${weekday}`}
            aria-label={`${name}, ${edge === "starts" ? "from" : "until"}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `day-${weekday}-error` : undefined}
            defaultValue={values[`${edge}_${weekday}`] ?? USUAL_SHIFT[edge]}
            className={cx(
              controlLook,
              "hidden min-h-11! px-2! py-1! text-[0.875rem]! tabular-nums group-has-checked/day:block",
            )}
          />
        ))}
      </div>
      <Wrong id={`day-${weekday}-error`}>{error}</Wrong>
    </li>
  );
}

function Wrong({ id, children }: { id?: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <ErrorText announced id={id} className="py-1">
      {children}
    </ErrorText>
  );
}

function valuesOf(shifts: Shift[]): Record<string, string> {
  const shown = shifts.length > 0 ? shifts : WEEK.slice(0, 5).map((weekday) => ({ weekday, ...USUAL_SHIFT }));
  const fields = shown.flatMap(({ weekday, starts, ends }) => [
    [`works_${weekday}`, "on"],
    [`starts_${weekday}`, starts],
    [`ends_${weekday}`, ends],
  ]);
  return { hours: shifts.length > 0 ? "own" : "company", ...Object.fromEntries(fields) };
}

type CrewTimeOffProps = {
  time_off: { id: string; first_day: string; last_day: string; reason: string | null }[];
  today: string;
  /** Of what is added next. */
  newId: string;
  refused: Refused | undefined;
};

/** Days on which the crew takes no visits. */
export function CrewTimeOff({ time_off, today, newId, refused }: CrewTimeOffProps) {
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
