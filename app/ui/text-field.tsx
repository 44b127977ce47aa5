/**
 * A labelled line of text; takes every attribute of `<input>`.
 *
 *   <TextField label="Street" name="street" autoComplete="street-address" error={errors.street} required />
 */
import type { ComponentProps } from "react";
import { controlLook } from "./control-look";
import { cx } from "./cx";
import { Field, type FieldProps } from "./field";

type Props = FieldProps & ComponentProps<"input"> & { inputClassName?: string };

export function TextField({ label, hint, error, optional, id, className, inputClassName, ...input }: Props) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => <input type="text" {...input} {...control} className={cx(controlLook, inputClassName)} />}
    </Field>
  );
}
