/**
 * A labelled list to pick one from; takes every attribute of `<select>`.
 *
 *   <SelectField label="Time zone" name="timezone" defaultValue={…}>
 *     <option value="America/New_York">Eastern – New York</option> …
 *   </SelectField>
 */
import type { ComponentProps } from "react";
import { controlLook } from "./control-look";
import { Field, type FieldProps } from "./field";

type Props = FieldProps & ComponentProps<"select">;

export function SelectField({ label, hint, error, optional, id, className, children, ...select }: Props) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => (
        <select {...select} {...control} className={controlLook}>
          {children}
        </select>
      )}
    </Field>
  );
}
