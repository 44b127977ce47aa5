import type { ReactNode } from "react";
import type { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";

type Props = {
  /** Names the fields "NAME.price" and "NAME.minutes". */
  name: string;
  label: ReactNode;
  hint?: string;
  field: ReturnType<typeof fieldProps<string>>;
  currency: string;
  /** Sends the price as it is: it does not count. */
  hidesPrice?: boolean;
  minutesClass?: string;
};

/** What one thing adds to a visit: its price and its minutes. */
export function RateFields({ name, label, hint, field, currency, hidesPrice, minutesClass }: Props) {
  const price = field(`${name}.price`);
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-x-4 gap-y-2">
      <legend className="mb-2 font-medium">{label}</legend>
      {hidesPrice ? (
        <input type="hidden" name={price.name} value={price.defaultValue ?? ""} />
      ) : (
        <TextField label={`Price in ${currency}`} {...price} inputMode="decimal" autoComplete="off" />
      )}
      <TextField
        label="Minutes"
        {...field(`${name}.minutes`)}
        inputMode="numeric"
        autoComplete="off"
        className={minutesClass}
      />
      {hint && <p className="col-span-2 text-[0.9375rem]/5 text-moss">{hint}</p>}
    </fieldset>
  );
}
