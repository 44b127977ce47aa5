/**
 * A labelled choice from a list, by the browser's own control; takes every attribute of `<select>`.
 *
 *   <SelectField label="State" name="state" options={[{ value: "NH", label: "New Hampshire" }]} />
 */
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import { controlLook } from "./control-look";
import { cx } from "./cx";
import { Field, type FieldProps } from "./field";

export type Option = { value: string | number; label: string; disabled?: boolean };

type Props = FieldProps & Omit<ComponentProps<"select">, "children"> & { options: readonly Option[] };

export function SelectField({ label, hint, error, optional, id, className, options, ...select }: Props) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => (
        <span className="relative block">
          <select
            {...select}
            {...control}
            className={cx(controlLook, "cursor-pointer appearance-none pr-11")}
          >
            {options.map(({ value, label: text, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {text}
              </option>
            ))}
          </select>
          <ChevronDown
            strokeWidth={1.75}
            className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-moss"
          />
        </span>
      )}
    </Field>
  );
}
