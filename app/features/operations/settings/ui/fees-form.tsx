import { type ChangeEvent, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { type FeeValues, feeSentence, readFees } from "~/features/operations/settings/fee-policy";
import { Button } from "~/ui/action/button";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";

type Props = {
  values: FeeValues;
  /** A form that was not accepted: what was typed stays. `seen`: what the next one starts from. */
  refused: { values: Record<string, string>; errors: Partial<FeeValues>; seen: string } | undefined;
};

/** What a late cancellation and a no-show cost, and how customers will read it. */
export function FeesForm({ values: stored, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Record<string, string>>({ ...stored, ...refused?.values });
  const pending = useNavigation().formData?.get("intent") === "save";
  const field = fieldProps({ ...stored, ...refused?.values }, refused?.errors);
  const read = readFees(values);
  useFocusError(form, refused?.errors);
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      noValidate
      onChange={({ target }: ChangeEvent<HTMLFormElement>) =>
        setValues((all) => ({ ...all, [target.name]: target.value }))
      }
      className="grid grid-cols-1 gap-6"
    >
      <input type="hidden" name="seen" value={refused?.seen ?? JSON.stringify(stored)} />
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
      <div className="border-line border-t pt-5">
        <Button type="submit" name="intent" value="save" pending={pending} pendingLabel="Saving...">
          Save fees
        </Button>
      </div>
    </Form>
  );
}
