import { WEEK } from "~/features/scheduling/crews/week";
import { dayName } from "~/lib/dates";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { ErrorText } from "~/ui/form/error-text";
import type { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";

type Props = {
  values: Record<string, string>;
  errors: Record<string, string> | undefined;
  field: ReturnType<typeof fieldProps>;
};

/** When the company works, day by day. */
export function HoursFields({ values, errors, field }: Props) {
  return (
    <>
      {errors?.hours && <ErrorText>{errors.hours}</ErrorText>}
      {WEEK.map((weekday) => (
        <fieldset key={weekday} className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[9rem_1fr_1fr]">
          <legend className="sr-only">{dayName(weekday)}</legend>
          <CheckboxField
            className="max-sm:col-span-2"
            name={`works_${weekday}`}
            defaultChecked={values[`works_${weekday}`] === "on"}
            label={dayName(weekday)}
          />
          <TextField label="Opens" {...field(`opens_${weekday}`)} type="time" />
          <TextField label="Last finish" {...field(`finish_${weekday}`)} type="time" />
          {errors?.[`day_${weekday}`] && (
            <ErrorText className="col-span-full">{errors[`day_${weekday}`]}</ErrorText>
          )}
        </fieldset>
      ))}
    </>
  );
}
