/**
 * A labelled text of several lines that grows with what is typed; takes every attribute of `<textarea>`.
 *
 *   <TextareaField label="Notes" name="notes" optional maxLength={1000} />
 */
import type { ComponentProps } from "react";
import { cx } from "~/ui/cx";
import { controlLook } from "./control-look";
import { Field, type FieldProps, isLive } from "./field";

type Props = Omit<FieldProps, "live"> & ComponentProps<"textarea">;

export function TextareaField({ label, hint, error, optional, id, className, ...textarea }: Props) {
  return (
    <Field live={isLive(textarea)} {...{ label, hint, error, optional, id, className }}>
      {(control) => (
        <textarea
          rows={4}
          {...textarea}
          {...control}
          className={cx(controlLook, "field-sizing-content max-h-96 min-h-28 resize-y")}
        />
      )}
    </Field>
  );
}
