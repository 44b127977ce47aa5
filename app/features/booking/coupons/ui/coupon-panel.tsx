import { type ChangeEvent, useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { CouponPanel } from "~/features/booking/coupons/view";
import { Button } from "~/ui/action/button";
import { IntentButton } from "~/ui/action/intent-button";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { ChipRadio } from "~/ui/form/chip-radio";
import { ErrorText } from "~/ui/form/error-text";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Fact, Facts } from "~/ui/list/facts";
import { PanelPart } from "~/ui/list/panel-part";
import { useHydrated } from "~/ui/live/use-hydrated";

export function CouponFacts({ coupon }: { coupon: CouponPanel }) {
  const { discount, limits, days, uses, taken_off, created, customer } = coupon;
  return (
    <Facts>
      <Fact label="Discount">{discount}</Fact>
      <Fact label="For" href={customer ? `/admin/customers/${customer.id}` : undefined}>
        {limits}
      </Fact>
      <Fact label="Days">{days}</Fact>
      <Fact label="Uses">{uses}</Fact>
      <Fact label="Discounts so far">{taken_off}</Fact>
      <Fact label="Created">{created}</Fact>
    </Facts>
  );
}

/** The last orders that a coupon counted for. */
export function CouponOrders({ orders }: Pick<CouponPanel, "orders">) {
  if (orders.length === 0) return null;
  return (
    <PanelPart title="Last used for">
      <ul className="grid gap-1">
        {orders.map(({ id, number, at, counts }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 text-[0.9375rem]/6">
            <Link
              to={`/admin/orders/${id}`}
              className="inline-flex min-h-11 items-center font-medium text-evergreen-700 underline-offset-4 hover:underline"
            >
              Order {number}
            </Link>
            <span className="text-moss">{counts ? at : "Cancelled, does not count"}</span>
          </li>
        ))}
      </ul>
    </PanelPart>
  );
}

type Props = {
  /** The version that a change was filled with, or the id of the form of a new coupon. */
  version: { seen: string } | { form_id: string };
  fields: Record<string, string>;
  errors: Record<string, string> | undefined;
  services: { id: string; title: string }[];
  currency: string;
  /** The only customer that a new coupon is for. */
  customer?: { id: string; name: string } | null;
};

/** The form for a new coupon, or for the terms of an existing one. */
export function CouponForm({ version, fields, errors, services, currency, customer }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const isNew = "form_id" in version;
  const intent = isNew ? "create" : "change";
  const [kind, setKind] = useState(fields.kind);
  const [scope, setScope] = useState(fields.scope);
  const pending = useNavigation().formData?.get("intent") === intent;
  const field = fieldProps(fields, errors);
  useFocusError(form, errors);
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      noValidate
      onChange={({ target }: ChangeEvent<HTMLFormElement>) => {
        if (target.name === "kind") setKind(target.value);
        if (target.name === "scope") setScope(target.value);
      }}
      className="grid grid-cols-1 gap-5"
    >
      {Object.entries(version).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {customer && <input type="hidden" name="customer_id" value={customer.id} />}
      {customer && <p className="text-[0.9375rem]/6">Only {customer.name} can use it.</p>}
      {isNew && (
        <TextField
          label="Code"
          {...field("code")}
          hint="3 to 24 letters and digits. Customers may type it with spaces, dashes and small letters."
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      )}
      <fieldset>
        <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Discount</legend>
        <div className="flex flex-wrap gap-2">
          <ChipRadio name="kind" value="percent" defaultChecked={fields.kind !== "amount"}>
            A percentage
          </ChipRadio>
          <ChipRadio name="kind" value="amount" defaultChecked={fields.kind === "amount"}>
            An amount
          </ChipRadio>
        </div>
        {errors?.kind && <ErrorText className="mt-1.5">{errors.kind}</ErrorText>}
      </fieldset>
      <TextField
        label={hydrated ? (kind === "amount" ? `Amount in ${currency}` : "Percent") : "Percent or amount"}
        {...field("value")}
        hint="Of the price before tax. Never more than the price."
        inputMode="decimal"
        maxLength={12}
        autoComplete="off"
        required
      />
      <fieldset aria-describedby={errors?.scope ? "scope-error" : undefined}>
        <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Services</legend>
        <div className="flex flex-wrap gap-2">
          <ChipRadio name="scope" value="all" defaultChecked={fields.scope !== "some"}>
            All services
          </ChipRadio>
          <ChipRadio name="scope" value="some" defaultChecked={fields.scope === "some"}>
            Only some
          </ChipRadio>
        </div>
        {errors?.scope && (
          <ErrorText id="scope-error" className="mt-1.5">
            {errors.scope}
          </ErrorText>
        )}
        {(!hydrated || scope === "some") && (
          <div className="mt-1 grid">
            {services.map(({ id, title }) => (
              <CheckboxField
                key={id}
                name={`service.${id}`}
                label={title}
                defaultChecked={fields[`service.${id}`] === "on"}
              />
            ))}
          </div>
        )}
        <p className="mt-1.5 text-[0.9375rem]/5 text-moss">
          For single visits. Plans have prices of their own.
        </p>
      </fieldset>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="First day" {...field("begins_on")} type="date" optional />
        <TextField label="Last day" {...field("ends_on")} type="date" optional />
        <TextField
          label="Total uses"
          {...field("most_uses")}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          hint="Empty: no limit."
        />
        <TextField
          label="Uses per customer"
          {...field("most_each")}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          hint="Empty: no limit."
        />
      </div>
      <div className="grid">
        <CheckboxField
          name="first_visit"
          defaultChecked={fields.first_visit === "on"}
          label="First visits only: a new customer at a new address"
        />
        <CheckboxField
          name="is_exclusive"
          defaultChecked={fields.is_exclusive === "on"}
          label="Can't be combined with a referral or credit"
        />
      </div>
      <Button
        type="submit"
        name="intent"
        value={intent}
        className="justify-self-start"
        pending={pending}
        pendingLabel="Saving..."
      >
        {isNew ? "Create coupon" : "Save changes"}
      </Button>
    </Form>
  );
}

/** Ends a coupon, or lets it be used again. */
export function EndCoupon({ ended }: { ended: boolean }) {
  const intent = ended ? "resume" : "end";
  const pending = useNavigation().formData?.get("intent") === intent;
  return (
    <div className="grid gap-3 border-line border-t pt-5">
      <p className="text-[0.9375rem]/6 text-moss">
        {ended
          ? "Customers are told that the code has ended."
          : "Ending it refuses the code from now on. Bookings made with it keep their price."}
      </p>
      <IntentButton
        intent={intent}
        variant={ended ? "secondary" : "destructive"}
        pending={pending}
        pendingLabel="Saving..."
      >
        {ended ? "Use it again" : "End this coupon"}
      </IntentButton>
    </div>
  );
}
