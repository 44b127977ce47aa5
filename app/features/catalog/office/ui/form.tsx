import { useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { FREQUENCIES, FREQUENCY_LABELS } from "~/features/catalog/frequency";
import {
  previewOf,
  SERVICE_LIMITS,
  SERVICES_PAGE,
  type ServiceValues,
  SUBSCRIPTION_LABELS,
  servicePath,
  TYPE_LABELS,
  typedValues,
} from "~/features/catalog/office/service";
import { hoursApply, isMonthly, priceLabel, type Service } from "~/features/catalog/service";
import { PAY_LABELS, PAYS } from "~/features/catalog/terms";
import { ServiceCard } from "~/features/catalog/ui/service-card";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { BirchScene } from "~/ui/art/birch-scene";
import { Picture } from "~/ui/art/picture";
import { cx } from "~/ui/cx";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { fieldProps } from "~/ui/form/field-props";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import { OfficeFeatures } from "./features";
import { PICTURE_CHOICES } from "./picture-choices";

type Props = {
  /** Null for a new service. */
  id: string | null;
  /** A new service's form id, or the version that the form was filled with. */
  version: { form_id: string } | { seen: string };
  values: ServiceValues;
  errors: Record<string, string> | undefined;
  currency: string;
  /** The service, if it has a price list: its prices are not edited here. */
  listed: Service | null;
};

/** The service form, with a live preview of the card. */
export function OfficeForm({ id, version, values, errors = {}, currency, listed }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const field = fieldProps(values, errors);
  const [typed, setTyped] = useState(values);
  const [lines, setLines] = useState(() => values.features.split("\n"));
  const saving = useNavigation().formMethod === "POST";
  const preview = previewOf({ ...typed, features: lines.join("\n") }, id ?? "new");
  const draft = { ...preview, prices: listed?.prices ?? null };
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
          {listed ? (
            <PricesByList id={listed.id} price={priceLabel(listed, currency)} values={values} />
          ) : (
            <TextField
              label={`Price in ${currency}`}
              {...field("price")}
              inputMode="decimal"
              autoComplete="off"
              required
              hint={`Shown on the site as ${priceLabel(draft, currency)}. Enter 0 if customers should ask for an estimate.`}
            />
          )}
          <TextField
            className={listed ? "hidden" : undefined}
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
        <div className={listed ? "hidden" : isMonthly(draft) ? undefined : "hidden noscript:block"}>
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
        <div className={cx("grid gap-5 sm:grid-cols-2", isMonthly(draft) && "hidden noscript:grid")}>
          <SelectField
            label="When it is paid"
            {...field("pay")}
            hint="Staff can change it for one booking. Plans are charged by the month."
          >
            {PAYS.map((pay) => (
              <option key={pay} value={pay}>
                {PAY_LABELS[pay]}
              </option>
            ))}
          </SelectField>
          <TextField
            className={typed.pay === "deposit" ? undefined : "hidden noscript:grid"}
            label="Deposit"
            {...field("deposit")}
            autoComplete="off"
            maxLength={12}
            hint="In percent or dollars: 20% or 50."
          />
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

/** Where the price would be typed. What the list replaces is sent as it is. */
function PricesByList({ id, price, values }: { id: string; price: string; values: ServiceValues }) {
  return (
    <div>
      <input type="hidden" name="price" value={values.price} />
      <p className="mb-1.5 font-semibold text-[0.9375rem]/5">Price</p>
      <p className="text-[0.9375rem]/6">
        By its price list, shown on the site as {price}.{" "}
        <Link to={`${servicePath(id)}/prices`} className="font-medium text-evergreen-700 underline">
          Edit prices
        </Link>
      </p>
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

/** Preview of the card. Nothing in it is clickable. */
function OfficePreview({ service, currency }: { service: Service; currency: string }) {
  return (
    <section aria-labelledby="preview-title" className="grid gap-3 lg:sticky lg:top-20">
      <h2 id="preview-title" className="font-sans font-semibold text-[0.9375rem]/5 text-moss">
        {service.is_active ? "On the site" : "On the site once it's active"}
      </h2>
      <div inert className={service.is_active ? "grid pt-2" : "grid pt-2 opacity-60"}>
        <ServiceCard service={service} currency={currency} heading="h3" bookHref="/book" />
      </div>
    </section>
  );
}

/** Choice of a picture, or the drawn landscape. */
function OfficePictures({ chosen, error }: { chosen: string; error: string | undefined }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Picture</legend>
      <div className="grid grid-cols-3 gap-2 sm:max-md:grid-cols-5 lg:grid-cols-5">
        <OfficePicturesChoice value="" checked={chosen === ""} name="Birch illustration">
          <BirchScene variant={1} className="size-full object-cover" />
        </OfficePicturesChoice>
        {PICTURE_CHOICES.map(({ key, name }) => (
          <OfficePicturesChoice key={key} value={key} checked={chosen === key} name={name}>
            <Picture of={key} alt="" sizes="8rem" className="size-full object-cover" />
          </OfficePicturesChoice>
        ))}
      </div>
      {error && <p className="mt-1.5 font-medium text-[0.9375rem]/5 text-berry">{error}</p>}
    </fieldset>
  );
}

type ChoiceProps = { value: string; checked: boolean; name: string; children: React.ReactNode };

function OfficePicturesChoice({ value, checked, name, children }: ChoiceProps) {
  return (
    <label className={look}>
      <input
        type="radio"
        name="image"
        value={value}
        defaultChecked={checked}
        className="peer absolute inset-0 z-1 cursor-pointer appearance-none rounded-control outline-none"
      />
      <span className="block aspect-4/3 overflow-hidden rounded-t-control">{children}</span>
      <span className="block truncate px-2 py-1 text-[0.8125rem]/5 peer-checked:font-semibold">{name}</span>
    </label>
  );
}

const look = cx(
  "relative block cursor-pointer rounded-control bg-snow ring-1 ring-line transition-shadow hover:ring-evergreen-400",
  "has-checked:bg-evergreen-50 has-checked:ring-2 has-checked:ring-evergreen-700",
  "has-focus-visible:outline-2 has-focus-visible:outline-evergreen-700 has-focus-visible:outline-offset-3",
);
