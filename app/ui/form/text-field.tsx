/**
 * A labelled line of text; takes every attribute of `<input>`.
 *
 *   <TextField label="Street" name="street" autoComplete="street-address" error={errors.street} required />
 */
import type { ComponentProps } from "react";
import { cx } from "~/ui/cx";
import { controlLook } from "./control-look";
import { Field, type FieldProps, isLive } from "./field";

/** Browsers are content with "ada@mail"; the server is not. */
const EMAIL_PATTERN = String.raw`[^@\s]+@[^@\s]+\.[A-Za-z]{2,}`;

type Props = Omit<FieldProps, "live"> & ComponentProps<"input"> & { inputClassName?: string };

export function TextField({ label, hint, error, optional, id, className, inputClassName, ...input }: Props) {
  const live = isLive(input);
  const pattern = live && input.type === "email" ? EMAIL_PATTERN : undefined;
  return (
    <Field live={live} {...{ label, hint, error, optional, id, className }}>
      {(control) => (
        <input
          type="text"
          pattern={pattern}
          {...input}
          {...control}
          className={cx(controlLook, inputClassName)}
        />
      )}
    </Field>
  );
}
