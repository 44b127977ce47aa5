import { useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { FREQUENCY_LABELS } from "~/features/catalog/frequency";
import {
  draftOf,
  SERVICE_LIMITS,
  SERVICES_PAGE,
  type ServiceValues,
  SUBSCRIPTION_LABELS,
  TYPE_LABELS,
  typedValues,
} from "~/features/catalog/office/service";
import { FREQUENCIES, hoursApply, isMonthly, priceLabel } from "~/features/catalog/service";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { CheckboxField } from "~/ui/checkbox-field";
import { fieldProps } from "~/ui/field-props";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";
import { TextareaField } from "~/ui/textarea-field";
import { useFocusError } from "~/ui/use-focus-error";
import { OfficeFeatures } from "./features";
import { OfficePictures } from "./pictures";
import { OfficePreview } from "./preview";

type Props = {
  /** Null for a new one. */
  id: string | null;
  /** Of a new one the id of its form, else the version that the form was filled with. */
  version: { form_id: string } | { seen: string };
  values: ServiceValues;
  errors: Record<string, string> | undefined;
  currency: string;
};

/** Everything about a service, and its card as the site will show it, which follows while one types. */
export function OfficeForm({ id, version, values, errors = {}, currency }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const field = fieldProps(values, errors);
  const [typed, setTyped] = useState(values);
  const [lines, setLines] = useState(() => values.features.split("\n"));
  const saving = useNavigation().formMethod === "POST";
  const draft = draftOf({ ...typed, features: lines.join("\n") }, id ?? "new");
  useFocusError(form, Object.keys(errors).length > 0 ? errors : null);

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
      <Form
        ref={form}
        method="post"
        noValidate
        onInput={({ currentTarget }) =>
          setTyped(typedValues(Object.fromEntries(new FormData(currentTarget)) as Record<string, string>))
        }
        className="grid gap-5 rounded-card bg-snow p-5 shadow-rest ring-1 ring-line sm:p-6"
      >
        {Object.entries(version).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <TextField
          label="Title"
          {...field("title")}
          maxLength={SERVICE_LIMITS.title}
          autoComplete="off"
          required
        />
        <TextareaField
          label="Description"
          {...field("description")}
          maxLength={SERVICE_LIMITS.description}
          rows={3}
          required
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Type" {...field("service_type")}>
            {Object.entries(TYPE_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField label="Subscription type" {...field("subscription_type")}>
            {Object.entries(SUBSCRIPTION_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField
            label={`Price in ${currency}`}
            {...field("price")}
            inputMode="decimal"
            autoComplete="off"
            required
            hint={`Shown on the site as ${priceLabel(draft, currency)}. Enter 0 if customers should ask for an estimate.`}
          />
          <TextField
            label="Length of a visit, in minutes"
            {...field("visit_minutes")}
            type="number"
            min={15}
            max={SERVICE_LIMITS.minutes}
            step={15}
            inputMode="numeric"
            hint={
              hoursApply(draft)
                ? "Not used: customers choose the number of hours."
                : "How long the crew is on site."
            }
          />
        </div>
        <div className={isMonthly(draft) ? undefined : "hidden noscript:block"}>
          <SelectField
            label="How often it comes"
            {...field("frequency")}
            hint="The monthly price is for this frequency. For another one, add another service."
          >
            {FREQUENCIES.map((frequency) => (
              <option key={frequency} value={frequency}>
                {FREQUENCY_LABELS[frequency]}
              </option>
            ))}
          </SelectField>
        </div>
        <OfficeFeatures lines={lines} onChange={setLines} error={errors.features} />
        <OfficePictures chosen={values.image} error={errors.image} />
        <div className="grid gap-1 border-line border-t pt-4">
          <CheckboxField
            name="is_active"
            defaultChecked={values.is_active === "on"}
            label={<Choice title="Active">Shown on the site and open for booking.</Choice>}
          />
          <CheckboxField
            name="is_popular"
            defaultChecked={values.is_popular === "on"}
            label={<Choice title="Popular">Listed first, with a ‘Most Popular’ badge.</Choice>}
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={saving} pendingLabel="Saving...">
            {id ? "Save Changes" : "Add Service"}
          </Button>
          <Link to={SERVICES_PAGE} className={buttonLook({ variant: "ghost" })}>
            Cancel
          </Link>
        </div>
      </Form>
      <OfficePreview service={draft} currency={currency} />
    </div>
  );
}

function Choice({ title, children }: { title: string; children: string }) {
  return (
    <>
      <span className="block font-semibold">{title}</span>
      <span className="block text-moss">{children}</span>
    </>
  );
}
