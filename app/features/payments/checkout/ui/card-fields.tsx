import type { YearMonth } from "~/features/payments/checkout/card";
import { EXPIRED } from "~/features/payments/checkout/card-form";
import type { FieldRules } from "~/lib/field-rules";
import { TextField } from "~/ui/text-field";
import cardFields from "./card-masks.ts?url";

type Name = "number" | "expiry" | "cvc";

type Props = {
  form: string;
  rules: Record<Name, FieldRules>;
  errors?: Partial<Record<Name, string[] | null>>;
  month: YearMonth;
};

/** Card number, expiry and CVC, grouped while they are typed (spec section 5). What is typed is never sent back. */
export function CardFields({ form, rules, errors = {}, month }: Props) {
  const field = (name: Name) => ({
    ...rules[name],
    id: `${form}-${name}`,
    name,
    error: errors[name],
    inputMode: "numeric" as const,
    "data-card": name,
    "data-kept": "",
  });
  return (
    <div className="grid grid-cols-2 gap-5">
      <TextField
        {...field("number")}
        label="Card number"
        autoComplete="cc-number"
        placeholder="4242 4242 4242 4242"
        maxLength={19}
        className="col-span-2"
      />
      <TextField
        {...field("expiry")}
        data-past={EXPIRED}
        data-year={month.year}
        data-month={month.month}
        label="Expiry"
        autoComplete="cc-exp"
        placeholder="MM/YY"
        maxLength={5}
      />
      <TextField
        {...field("cvc")}
        label="CVC"
        autoComplete="cc-csc"
        placeholder="123"
        maxLength={3}
        pattern="[0-9]{3}"
      />
      <script type="module" async src={cardFields} />
    </div>
  );
}
