import type { FieldMetadata } from "@conform-to/react";
import type { FormEvent } from "react";
import { TextField } from "~/ui/text-field";
import { formatCardNumber, formatCvc, formatExpiry } from "../card";

type Fields = Record<"number" | "expiry" | "cvc", FieldMetadata<string>>;

/** Card number, expiry and CVC, grouped while they are typed (spec section 5). */
export function CardFields({ number, expiry, cvc }: Fields) {
  return (
    <div className="grid grid-cols-2 gap-5">
      <TextField
        key={number.key}
        {...control(number)}
        label="Card number"
        autoComplete="cc-number"
        inputMode="numeric"
        placeholder="4242 4242 4242 4242"
        maxLength={19}
        onInput={formatted(formatCardNumber)}
        className="col-span-2"
      />
      <TextField
        key={expiry.key}
        {...control(expiry)}
        label="Expiry"
        autoComplete="cc-exp"
        inputMode="numeric"
        placeholder="MM/YY"
        maxLength={5}
        onInput={formatted(formatExpiry)}
      />
      <TextField
        key={cvc.key}
        {...control(cvc)}
        label="CVC"
        autoComplete="cc-csc"
        inputMode="numeric"
        placeholder="123"
        maxLength={3}
        onInput={formatted(formatCvc)}
      />
    </div>
  );
}

/** What a text field needs of Conform, beside its `key`. */
export function control({ id, name, errors, initialValue }: FieldMetadata<string>) {
  return { id, name, error: errors, defaultValue: initialValue, required: true };
}

/** Formats while the caret is at the end; in the middle the person is correcting and is left alone. */
function formatted(format: (text: string) => string) {
  return ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    if (input.selectionStart === input.value.length) input.value = format(input.value);
  };
}
