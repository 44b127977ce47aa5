import CircleAlert from "lucide-react/icons/circle-alert";
import { Form, useNavigation } from "react-router";
import type { Refused } from "~/features/scheduling/crews/refused";
import { hoursKey, type Shift, USUAL_SHIFT, WEEK } from "~/features/scheduling/crews/week";
import { dayName } from "~/lib/dates";
import { Button } from "~/ui/button";
import { CheckboxField } from "~/ui/checkbox-field";
import { controlLook } from "~/ui/control-look";
import { cx } from "~/ui/cx";
import { PanelPart } from "./panel-part";

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
    <p
      id={id}
      role="alert"
      className="flex items-start gap-1.5 py-1 font-medium text-[0.9375rem]/5 text-berry"
    >
      <CircleAlert aria-hidden strokeWidth={2} className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
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
