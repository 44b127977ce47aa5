import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { FREQUENCIES, FREQUENCY_LABELS } from "~/features/catalog/frequency";
import type { Errors } from "~/features/catalog/office/prices/forms";
import type { Bounds } from "~/features/catalog/office/prices/rules";
import { PRICE_LIMITS, type PriceValues } from "~/features/catalog/office/prices/values";
import { isMonthly, type Service } from "~/features/catalog/service";
import { addDays } from "~/lib/dates";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { HintedRadio } from "~/ui/form/card-radio";
import { ErrorText } from "~/ui/form/error-text";
import { fieldProps } from "~/ui/form/field-props";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { Card } from "~/ui/page/card";
import { RateFields } from "./rate-fields";
import { PriceRows } from "./rows";
import { SamplePrice } from "./sample";

type Props = {
  service: Service;
  bounds: Bounds;
  values: PriceValues;
  errors: Errors | undefined;
  /** The draft that the form was filled with; empty for a new one. */
  seen: string;
};

const WAYS = [
  { by: "hour", label: "By the hour", hint: "Customers choose the hours." },
  { by: "flat", label: "Flat", hint: "One price, whatever the home." },
  { by: "home", label: "By the home", hint: "A base, its rooms and its size." },
] as const;

/** The draft of a price list, with what it makes of a sample home. */
export function PricesForm({ service, bounds, values, errors = {}, seen }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(values);
  const [rows, setRows] = useState(0);
  const field = fieldProps(values, errors);
  const intent = useNavigation().formData?.get("intent");
  useFocusError(form, Object.keys(errors).length > 0 ? errors : null);
  const read = () => form.current && setTyped(Object.fromEntries(new FormData(form.current)) as PriceValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were added or removed are read anew
  useEffect(() => void read(), [rows]);
  const monthly = isMonthly(service);
  const rate = { field, errors, currency: bounds.currency };
  const changeRows = () => setRows(rows + 1);

  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      noValidate
      onInput={read}
      className="group/prices grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      {/* Enter in a field saves, whatever button comes first. */}
      <button type="submit" name="intent" value="save" tabIndex={-1} aria-hidden className="sr-only">
        Save draft
      </button>
      <input type="hidden" name="seen" value={seen} />
      <Card className="grid min-w-0 grid-cols-1 gap-8 p-5 sm:p-7">
        <Part title="How it's priced" hint="Minutes decide how long a visit is, and so which slots are free.">
          <div className="grid gap-2 sm:grid-cols-3">
            {WAYS.map(({ by, label, hint }) => (
              <HintedRadio
                key={by}
                name="by"
                value={by}
                defaultChecked={values.by === by}
                aria-invalid={errors.by ? true : undefined}
                aria-describedby={errors.by ? "by-error" : undefined}
                label={label}
                hint={hint}
              />
            ))}
          </div>
          {errors.by && (
            <ErrorText announced id="by-error">
              {errors.by}
            </ErrorText>
          )}
          <div className="grid gap-4">
            <RateFields
              {...rate}
              name="base"
              label={monthly ? "Every visit" : <BaseLabel />}
              hidesPrice={monthly}
              minutesClass="group-has-[[value=hour]:checked]/prices:hidden"
            />
            <div className="hidden gap-4 group-has-[[value=home]:checked]/prices:grid">
              <RateFields {...rate} name="bedroom" label="Each bedroom" />
              <RateFields {...rate} name="bathroom" label="Each bathroom" />
              <RateFields {...rate} name="half_bath" label="Each half bath" />
            </div>
          </div>
        </Part>
        <Part
          title="Size of the home"
          hint="What each size adds. If you list no sizes, customers aren't asked. A home larger than the last one needs an estimate."
          className="hidden group-has-[[value=home]:checked]/prices:grid"
        >
          <PriceRows kind="bands" values={values} errors={errors} onChange={changeRows} />
        </Part>
        <Part title="Extras" hint="What customers can add to a visit.">
          <PriceRows kind="extras" values={values} errors={errors} onChange={changeRows} />
        </Part>
        <Part
          title="Plans"
          hint={
            monthly
              ? "Replaces the base price in a plan. A frequency without a price isn't sold."
              : "Replaces the base price in a plan. Leave all as not offered to sell single visits only."
          }
          className="grid group-has-[[value=hour]:checked]/prices:hidden"
        >
          {FREQUENCIES.map((frequency) => (
            <fieldset key={frequency} className="grid min-w-0 grid-cols-2 gap-x-4 gap-y-2">
              <legend className="mb-2 font-medium">{FREQUENCY_LABELS[frequency]}</legend>
              <SelectField label="Sold" {...field(`${frequency}.per`)}>
                <option value="">Not offered</option>
                <option value="visit">Priced by the visit</option>
                <option value="month">Priced by the month</option>
              </SelectField>
              <TextField
                label={`Price in ${bounds.currency}`}
                {...field(`${frequency}.price`)}
                inputMode="decimal"
                autoComplete="off"
              />
            </fieldset>
          ))}
        </Part>
        <Part title="First visit and minimum">
          <RateFields
            {...rate}
            name="first_visit"
            label="A customer's first visit adds"
            hint="For a single visit. A plan does not pay it, and its first visit is as long as the others."
          />
          <TextField
            label={`Minimum charge in ${bounds.currency}`}
            hint="The lowest price of a visit. Empty for none."
            {...field("minimum")}
            inputMode="decimal"
            autoComplete="off"
            className="sm:max-w-72"
          />
        </Part>
        <Part title="When it begins">
          <TextField
            type="date"
            label="First day"
            hint="Bookings made from this day on have these prices. Plans keep theirs."
            {...field("begins_on")}
            min={bounds.today}
            max={addDays(bounds.today, PRICE_LIMITS.days)}
            required
            className="sm:max-w-72"
          />
        </Part>
        <div className="flex flex-wrap gap-3 border-line border-t pt-5">
          <Button type="submit" name="intent" value="compare" pending={intent === "compare"}>
            Save and compare
          </Button>
          <Button
            type="submit"
            name="intent"
            value="save"
            variant="secondary"
            pending={intent === "save"}
            pendingLabel="Saving..."
          >
            Save draft
          </Button>
          {seen && (
            <Button
              type="submit"
              name="intent"
              value="discard"
              variant="ghost"
              pending={intent === "discard"}
            >
              Discard draft
            </Button>
          )}
        </div>
      </Card>
      <SamplePrice service={service} values={useDeferredValue(typed)} bounds={bounds} />
    </Form>
  );
}

function BaseLabel() {
  return (
    <>
      <span className="group-has-[[value=hour]:checked]/prices:hidden">Base</span>
      <span className="hidden group-has-[[value=hour]:checked]/prices:inline">Each hour</span>
    </>
  );
}

type PartProps = { title: string; hint?: string; className?: string; children: ReactNode };

function Part({ title, hint, className = "grid", children }: PartProps) {
  return (
    <fieldset className={`${className} min-w-0 grid-cols-1 gap-4`}>
      <legend className={cx("font-display text-heading [font-weight:560]", hint ? "mb-1" : "mb-3")}>
        {title}
      </legend>
      {hint && <p className="text-moss">{hint}</p>}
      {children}
    </fieldset>
  );
}
