import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { LimitField, LimitValues } from "~/features/payments/approvals/limits";
import { Button } from "~/ui/action/button";
import { AmountField } from "~/ui/form/amount-field";
import { fieldProps } from "~/ui/form/field-props";
import { useFocusError } from "~/ui/form/use-focus-error";

type Props = {
  values: Record<LimitField, string>;
  /** The limits that the viewer may change. */
  fields: readonly LimitField[];
  /** A form that was not accepted: what was typed stays. `seen`: what the next one starts from. */
  refused: { values: Record<string, string>; errors: LimitValues; seen: string } | undefined;
};

const LABELS: Record<LimitField, string> = {
  refund_limit_manager: "Managers",
  refund_limit_bookkeeper: "Bookkeepers",
};

/** What each role may refund alone. */
export function LimitsForm({ values: stored, fields, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get("intent") === "save";
  const field = fieldProps({ ...stored, ...refused?.values }, refused?.errors);
  const others = (Object.keys(LABELS) as LimitField[]).filter((name) => !fields.includes(name));
  useFocusError(form, refused?.errors);
  return (
    <Form ref={form} method="post" preventScrollReset noValidate className="grid grid-cols-1 gap-6">
      <input type="hidden" name="seen" value={refused?.seen ?? JSON.stringify(stored)} />
      <p className="text-[0.9375rem]/6 text-moss">
        How much one person may refund or take off an order alone within 24 hours. Above it, a second person
        whose own limit covers it must approve. What the cancellation policy gives back always goes through.
        Owners have no limit.
      </p>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {fields.map((name) => (
          <AmountField
            key={name}
            label={LABELS[name]}
            hint="In dollars. Empty: no limit."
            {...field(name)}
            optional
          />
        ))}
      </div>
      {others.map((name) => (
        <p key={name} className="text-[0.9375rem]/6">
          {LABELS[name]}: <b className="tabular-nums">{stored[name] ? `$${stored[name]}` : "no limit"}</b>.
          Only an owner can change this.
        </p>
      ))}
      <div className="border-line border-t pt-5">
        <Button type="submit" name="intent" value="save" pending={pending} pendingLabel="Saving...">
          Save limits
        </Button>
      </div>
    </Form>
  );
}
