import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import {
  LIMITS,
  missingLines,
  type PropertyForm as Posted,
  type PropertyFields,
  propertySchema,
} from "~/features/customers/homes/forms";
import { addressLines, PROPERTIES_PAGE, type Property, titleOf } from "~/features/customers/homes/property";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { ChipRadio } from "~/ui/form/chip-radio";
import { type ConformField, controlOf } from "~/ui/form/conform-control";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { useHydrated } from "~/ui/live/use-hydrated";
import { Notice } from "~/ui/page/notice";

type Props = {
  /** Property to edit; a new one if left out. */
  property?: Property;
  result: SubmissionResult<string[]> | undefined;
  /** Present state, if another window was faster. */
  current?: Property;
};

/** Adds or edits a property. Works without JavaScript. */
export function PropertyForm({ property, result, current }: Props) {
  const intent = property ? "update-property" : "add-property";
  const navigation = useNavigation();
  const hydrated = useHydrated();
  const [opened] = useState(property?.version);
  const [form, fields] = useForm<PropertyFields, Posted>({
    id: property ? `property-${property.id}` : "property",
    lastResult: navigation.state === "idle" ? result : undefined,
    defaultValue: fieldsOf(property),
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: propertySchema, disableAutoCoercion: true }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  const missing = missingLines((name) => fields[name].value);
  const { property_type } = fields;
  return (
    <Form
      method="post"
      action={`${PROPERTIES_PAGE}&${property ? `edit=${property.id}` : "add"}`}
      preventScrollReset
      {...getFormProps(form)}
      className="group/property grid max-w-3xl gap-5"
    >
      {property && <input type="hidden" name="id" value={property.id} />}
      {property && <input type="hidden" name="version" value={current?.version ?? opened} />}
      <fieldset>
        <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Type</legend>
        <div className="flex flex-wrap gap-2.5">
          {(["residential", "commercial"] as const).map((type) => (
            <ChipRadio
              key={type}
              name={property_type.name}
              value={type}
              defaultChecked={(property_type.initialValue ?? "residential") === type}
            >
              {type === "residential" ? "Residential" : "Commercial"}
            </ChipRadio>
          ))}
        </div>
      </fieldset>
      <TextField
        key={fields.name.key}
        {...controlOf(fields.name)}
        label="Name"
        optional
        placeholder="Home, Camp, Office"
        maxLength={LIMITS.name}
      />
      <AddressFields fields={fields} />
      <RoomFields fields={fields} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextareaField
          key={fields.pets.key}
          {...controlOf(fields.pets)}
          label="Pets"
          optional
          rows={2}
          hint="Who is at home, and what to do."
          maxLength={LIMITS.pets}
        />
        <TextareaField
          key={fields.parking.key}
          {...controlOf(fields.parking)}
          label="Parking"
          optional
          rows={2}
          hint="Where the crew can park."
          maxLength={LIMITS.parking}
        />
      </div>
      <TextareaField
        key={fields.special_instructions.key}
        {...controlOf(fields.special_instructions)}
        label="Special instructions"
        optional
        hint="What to be careful with. Codes and keys are kept under Entry codes."
        maxLength={LIMITS.special_instructions}
      />
      {form.errors?.[0] && (
        <Notice tone="error">
          <p>{form.errors[0]}</p>
          {current && (
            <p className="mt-1 wrap-anywhere">{[titleOf(current), ...addressLines(current)].join(" · ")}</p>
          )}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          name="intent"
          value={intent}
          disabled={hydrated && missing.length > 0}
          pending={navigation.formData?.get("intent") === intent}
          pendingLabel="Saving..."
        >
          {property ? "Save Property" : "Add Property"}
        </Button>
        <Link to={PROPERTIES_PAGE} preventScrollReset className={buttonLook({ variant: "ghost" })}>
          Cancel
        </Link>
        {missing.length > 0 && (
          <p className="text-moss text-sm max-sm:w-full noscript:hidden">
            Still missing: {missing.join(", ")}
          </p>
        )}
      </div>
    </Form>
  );
}

function fieldsOf(property: Property | undefined): PropertyFields {
  if (!property) return {};
  const { id: _id, is_default: _default, version: _version, ...fields } = property;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
}

type Name = "address_line1" | "address_line2" | "city" | "state" | "zip_code";
type Fields = Record<Name, ConformField>;

function AddressFields({ fields }: { fields: Fields }) {
  const line = (name: Name) => ({ ...controlOf(fields[name]), maxLength: LIMITS[name] });
  return (
    <div className="grid grid-cols-2 gap-5 sm:grid-cols-6">
      <TextField
        key={fields.address_line1.key}
        {...line("address_line1")}
        label="Street"
        autoComplete="address-line1"
        required
        className="col-span-2 sm:col-span-4"
      />
      <TextField
        key={fields.address_line2.key}
        {...line("address_line2")}
        label="Apartment"
        optional
        autoComplete="address-line2"
        className="col-span-2"
      />
      <TextField
        key={fields.city.key}
        {...line("city")}
        label="City"
        autoComplete="address-level2"
        required
        className="col-span-2"
      />
      <TextField
        key={fields.state.key}
        {...line("state")}
        label="State"
        autoComplete="address-level1"
        required
        className="sm:col-span-2"
      />
      <TextField
        key={fields.zip_code.key}
        {...line("zip_code")}
        label="ZIP code"
        autoComplete="postal-code"
        inputMode="numeric"
        placeholder="03263"
        required
        className="sm:col-span-2"
      />
    </div>
  );
}

type RoomProps = Record<"bedrooms" | "bathrooms" | "half_baths" | "square_footage", ConformField>;

/** Rooms of a home. Hidden by CSS while the surrounding form (`group/property`) says 'Commercial'. */
function RoomFields({ fields: { bedrooms, bathrooms, half_baths, square_footage } }: { fields: RoomProps }) {
  return (
    <fieldset className="grid grid-cols-2 gap-5 group-has-[[value=commercial]:checked]/property:hidden md:grid-cols-4">
      <legend className="sr-only">The home (optional)</legend>
      <TextField
        key={bedrooms.key}
        {...controlOf(bedrooms)}
        label="Bedrooms"
        inputMode="numeric"
        maxLength={4}
      />
      <TextField
        key={bathrooms.key}
        {...controlOf(bathrooms)}
        label="Bathrooms"
        inputMode="numeric"
        maxLength={4}
      />
      <TextField
        key={half_baths.key}
        {...controlOf(half_baths)}
        label="Half baths"
        inputMode="numeric"
        maxLength={4}
      />
      <TextField
        key={square_footage.key}
        {...controlOf(square_footage)}
        label="Square footage"
        inputMode="numeric"
        maxLength={9}
      />
    </fieldset>
  );
}
