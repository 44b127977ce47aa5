/**
 * A number from a short list, one step down or up: the value itself is the browser's own list, so it works
 * without script and by keyboard; the − and + beside it appear with script.
 *
 *   <Stepper label="Bedrooms" name="bedrooms" options={[{ value: 1, label: "1" }, …, { value: 5, label: "5+" }]}
 *            value={bedrooms} onValueChange={setBedrooms} />
 *
 * fewer, more  what the buttons are called; "Fewer"/"More" and the label in small letters when left out
 */
import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import type { ReactNode } from "react";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { Field, type FieldError } from "~/ui/form/field";

type Props = {
  label: string;
  name: string;
  options: readonly { value: number; label: string }[];
  value: number;
  onValueChange: (value: number) => void;
  fewer?: string;
  more?: string;
  /** The label is only for assistive technology: what stands beside it says the same. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: FieldError;
  id?: string;
  disabled?: boolean;
  className?: string;
};

export function Stepper({
  options,
  value,
  onValueChange,
  name,
  disabled,
  fewer,
  more,
  labelHidden = false,
  ...field
}: Props) {
  const place = options.findIndex((option) => option.value === value);
  const small = field.label.toLowerCase();
  const step = (to: number, label: string, sign: ReactNode) => {
    const target = options[to];
    return (
      <button
        type="button"
        aria-label={label}
        disabled={disabled || !target}
        onClick={() => target && onValueChange(target.value)}
        className={stepLook}
      >
        {sign}
      </button>
    );
  };
  return (
    <Field {...field} label={labelHidden ? <span className="sr-only">{field.label}</span> : field.label}>
      {(control) => (
        <span className="flex items-center gap-2">
          {step(place - 1, fewer ?? `Fewer ${small}`, <Minus strokeWidth={2} className="size-5" />)}
          <select
            {...control}
            name={name}
            value={value}
            disabled={disabled}
            onChange={(event) => onValueChange(Number(event.currentTarget.value))}
            className={cx(
              controlLook,
              "cursor-pointer appearance-none text-center font-semibold tabular-nums [text-align-last:center]",
            )}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          {step(place + 1, more ?? `More ${small}`, <Plus strokeWidth={2} className="size-5" />)}
        </span>
      )}
    </Field>
  );
}

const stepLook = cx(
  "grid size-12 shrink-0 cursor-pointer place-items-center rounded-full bg-sage-soft text-evergreen-700",
  "transition-colors duration-150 hover:bg-evergreen-100 active:bg-evergreen-200 noscript:hidden",
  "disabled:cursor-not-allowed disabled:bg-paper disabled:text-moss/60 forced-colors:border",
);
