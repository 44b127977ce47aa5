/**
 * A box to tick, with its label beside it; takes every attribute of `<input>`. Links may stand in the label.
 *
 *   <CheckboxField name="terms" label={<>I agree to the <a href="/terms">Terms</a></>} error={errors.terms} />
 */

import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "~/ui/cx";
import { ErrorText } from "./error-text";
import { type FieldError, isLive } from "./field";

type Props = Omit<ComponentProps<"input">, "type" | "children"> & { label: ReactNode; error?: FieldError };

export function CheckboxField({ label, error, id, className, ...input }: Props) {
  const madeUp = useId();
  const controlId = id ?? madeUp;
  const message = typeof error === "string" ? error : error?.[0];
  const errorId = message || isLive(input) ? `${controlId}-error` : undefined;
  return (
    <div className={cx("min-w-0", className)}>
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          {...input}
          id={controlId}
          aria-invalid={message ? true : undefined}
          aria-describedby={errorId}
          className={box}
        />
        <label htmlFor={controlId} className="min-w-0 flex-1 cursor-pointer py-2.5 text-[0.9375rem]/6">
          {label}
        </label>
      </div>
      {errorId && (
        <ErrorText id={errorId} hidden={!message}>
          {message}
        </ErrorText>
      )}
    </div>
  );
}

/** The browser's own checkbox in our colors, with a margin that can be pressed, too. */
const box = cx(
  "relative mt-3 size-5.5 shrink-0 cursor-pointer appearance-none rounded-md border border-line-strong bg-snow",
  "transition-colors duration-150 hover:border-evergreen-700 before:absolute before:-inset-2.75",
  "checked:border-evergreen-700 checked:bg-evergreen-700 aria-invalid:border-berry aria-invalid:bg-berry-soft/40",
  "after:absolute after:top-[0.1875rem] after:left-[0.4375rem] after:hidden after:h-2.75 after:w-1.5 after:rotate-45",
  "after:border-snow after:border-r-2 after:border-b-2 checked:after:block forced-colors:appearance-auto",
);
