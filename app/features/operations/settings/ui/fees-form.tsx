import { useState } from "react";
import { type FeeValues, feeSentence, readFees } from "~/features/operations/settings/fee-policy";
import { fieldProps } from "~/ui/form/field-props";
import { type RefusedForm, SeenForm } from "~/ui/form/seen-form";
import { TextField } from "~/ui/form/text-field";

type Props = {
  values: FeeValues;
  refused: RefusedForm<Partial<FeeValues>> | undefined;
};

/** What a late cancellation and a no-show cost, and how customers will read it. */
export function FeesForm({ values: stored, refused }: Props) {
  const [values, setValues] = useState<Record<string, string>>({ ...stored, ...refused?.values });
  const field = fieldProps({ ...stored, ...refused?.values }, refused?.errors);
  const read = readFees(values);
  return (
    <SeenForm
      stored={stored}
      refused={refused}
      button="Save fees"
      onChange={({ target }) => setValues((all) => ({ ...all, [target.name]: target.value }))}
    >
      <p className="text-[0.9375rem]/6 text-moss">
        For new bookings and plans, paid or not. Existing ones keep the policy they were made with.
      </p>
      <div className="grid items-start gap-6 sm:grid-cols-3">
        <TextField
          label="Free until"
          hint="Hours before the start."
          {...field("free_cancellation_hours")}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          required
        />
        <TextField
          label="Late cancellation"
          hint="Percent of the price."
          {...field("late_fee_percent")}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          required
        />
        <TextField
          label="No-show"
          hint="Percent of the price, if nobody lets the crew in."
          {...field("no_show_percent")}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          required
        />
      </div>
      <div className="rounded-control bg-sage-soft px-4 py-3">
        <p className="font-semibold text-[0.9375rem]/6">Customers will read</p>
        <output className="block">
          {read.ok ? feeSentence(read.policy) : "Fill in the numbers to see the sentence."}
        </output>
      </div>
    </SeenForm>
  );
}
