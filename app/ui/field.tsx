/**
 * A label, a hint and an error around one control, tied together for assistive technology.
 * Ready-made with a control: text-field.tsx, textarea-field.tsx.
 *
 *   <Field label="ZIP code" hint="Five digits" error={errors.zip}>
 *     {(control) => <input {...control} name="zip" className={controlLook} />}
 *   </Field>
 *
 * error     a text, or Conform's list of texts (the first one shows)
 * optional  adds "(optional)" to the label
 * live      keeps a place for the error that live-forms.ts shows; on by itself for a control with `data-message`
 */
import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useId } from "react";
import { cx } from "./cx";

export type FieldError = string | readonly string[] | null | undefined;

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: FieldError;
  optional?: boolean;
  live?: boolean;
  /** Of the control; made up when left out. Give it when something links to the field. */
  id?: string;
  className?: string;
};

export type ControlProps = { id: string; "aria-invalid"?: true; "aria-describedby"?: string };

export function Field({
  label,
  hint,
  error,
  optional = false,
  live = false,
  id,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const madeUp = useId();
  const controlId = id ?? madeUp;
  const message = typeof error === "string" ? error : error?.[0];
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = message || live ? `${controlId}-error` : undefined;
  return (
    <div className={cx("min-w-0", className)}>
      <label htmlFor={controlId} className="mb-1.5 block font-semibold text-[0.9375rem]/5">
        {label}
        {optional && <span className="font-normal text-moss"> (optional)</span>}
      </label>
      {children({
        id: controlId,
        "aria-invalid": message ? true : undefined,
        "aria-describedby": cx(errorId, hintId) || undefined,
      })}
      {hint && (
        <p id={hintId} className="mt-1.5 text-[0.9375rem]/5 text-moss">
          {hint}
        </p>
      )}
      {errorId && (
        <p
          id={errorId}
          hidden={!message}
          className="mt-1.5 flex items-start gap-1.5 font-medium text-[0.9375rem]/5 text-berry"
        >
          <CircleAlert strokeWidth={2} className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">{message}</span>
        </p>
      )}
    </div>
  );
}

/** Whether live-forms.ts checks a control with these attributes. */
export function isLive(control: object): boolean {
  return "data-message" in control && Boolean(control["data-message"]);
}
