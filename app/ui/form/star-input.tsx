/**
 * An input for a rating from 1 to 5, made of radio buttons, so it works without script, by keyboard and by touch. To show a
 * rating, use stars.tsx.
 *
 *   <StarInput legend="How was it?" name="rating" defaultValue={review?.rating ?? 0} error={fields.rating.errors} />
 *
 * defaultValue  0 for none
 * disabled      shows the stars without input
 */

import Star from "lucide-react/icons/star";
import { type ReactNode, useId } from "react";
import { cx } from "~/ui/cx";
import { ErrorText } from "./error-text";
import type { FieldError } from "./field";

const RATINGS = [1, 2, 3, 4, 5];

type Props = {
  legend: ReactNode;
  name: string;
  defaultValue?: number;
  disabled?: boolean;
  error?: FieldError;
  onValueChange?: (rating: number) => void;
};

export function StarInput({ legend, name, defaultValue = 0, disabled, error, onValueChange }: Props) {
  const errorId = useId();
  const message = typeof error === "string" ? error : error?.[0];
  return (
    <fieldset disabled={disabled} aria-describedby={message ? errorId : undefined}>
      <legend className="mb-1 font-semibold text-[0.9375rem]/5">{legend}</legend>
      <div className="stars -ml-1.5 inline-flex">
        {RATINGS.map((rating) => (
          <label key={rating} className={starLook}>
            <input
              type="radio"
              name={name}
              value={rating}
              defaultChecked={rating === defaultValue}
              aria-invalid={message ? true : undefined}
              onChange={() => onValueChange?.(rating)}
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-control opacity-0"
            />
            <span className="sr-only">{rating === 1 ? "1 star" : `${rating} stars`}</span>
            <Star strokeWidth={1.5} className="size-8 fill-current stroke-honey-ink" />
          </label>
        ))}
      </div>
      {message && (
        <ErrorText id={errorId} className="mt-1">
          {message}
        </ErrorText>
      )}
    </fieldset>
  );
}

/** Filled up to the star under the pointer, otherwise up to the chosen one. */
const starLook = cx(
  "relative grid size-11 cursor-pointer place-items-center rounded-control text-transparent transition-colors duration-150",
  "[.stars:not(:has(label:hover))>&:has(:checked)]:text-sunlight",
  "[.stars:not(:has(label:hover))>&:has(~label_:checked)]:text-sunlight",
  "[fieldset:enabled_&:hover]:text-sunlight [fieldset:enabled_&:has(~label:hover)]:text-sunlight",
  "[fieldset:disabled_&:has(:checked)]:text-sunlight! [fieldset:disabled_&:has(~label_:checked)]:text-sunlight!",
  "in-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:outline-evergreen-700",
  "forced-colors:has-checked:outline-2",
);
