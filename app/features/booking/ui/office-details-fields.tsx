import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";
import { TextareaField } from "~/ui/textarea-field";
import { BATHROOM_OPTIONS, BEDROOM_OPTIONS, LIMITS } from "../limits";
import type { DetailsFields } from "../office-booking";

type Props = { values: Partial<DetailsFields>; errors: Record<string, string> };

/** Who the customer is. */
export function ContactFields({ values, errors }: Props) {
  return (
    <>
      <TextField
        label="Name"
        name="customer_name"
        required
        maxLength={LIMITS.name}
        autoComplete="off"
        defaultValue={values.customer_name}
        error={errors.customer_name}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Phone"
          name="customer_phone"
          type="tel"
          maxLength={40}
          autoComplete="off"
          defaultValue={values.customer_phone}
          error={errors.customer_phone}
        />
        <TextField
          label="Email"
          name="customer_email"
          type="email"
          maxLength={LIMITS.email}
          autoComplete="off"
          defaultValue={values.customer_email}
          error={errors.customer_email}
        />
      </div>
    </>
  );
}

/** Where the visit is. */
export function PlaceFields({ values, errors }: Props) {
  return (
    <>
      <TextField
        label="Street"
        name="street"
        required
        maxLength={LIMITS.street}
        autoComplete="off"
        defaultValue={values.street}
        error={errors.street}
      />
      <TextField
        label="Apartment, suite"
        name="apartment"
        optional
        maxLength={LIMITS.street}
        autoComplete="off"
        defaultValue={values.apartment}
        error={errors.apartment}
      />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[minmax(0,1fr)_5rem_7rem]">
        <TextField
          label="City"
          name="city"
          required
          maxLength={LIMITS.city}
          autoComplete="off"
          defaultValue={values.city}
          error={errors.city}
          className="max-sm:col-span-2"
        />
        <TextField
          label="State"
          name="state"
          required
          maxLength={LIMITS.state}
          autoComplete="off"
          defaultValue={values.state}
          error={errors.state}
        />
        <TextField
          label="ZIP code"
          name="zip"
          required
          maxLength={LIMITS.zip}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values.zip}
          error={errors.zip}
        />
      </div>
    </>
  );
}

/** How many rooms there are; the highest numbers mean 'or more' (spec section 9). */
export function RoomsFields({ values, errors }: Props) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <Rooms
        label="Bedrooms"
        name="bedrooms"
        value={values.bedrooms}
        error={errors.bedrooms}
        options={BEDROOM_OPTIONS}
      />
      <Rooms
        label="Bathrooms"
        name="bathrooms"
        value={values.bathrooms}
        error={errors.bathrooms}
        options={BATHROOM_OPTIONS}
      />
    </div>
  );
}

type RoomsProps = {
  label: string;
  name: string;
  value: string | undefined;
  error: string | undefined;
  options: readonly number[];
};

function Rooms({ label, name, value = "", error, options }: RoomsProps) {
  const most = options.at(-1);
  return (
    <SelectField label={label} name={name} defaultValue={value} error={error}>
      <option value="">Not known</option>
      {options.map((rooms) => (
        <option key={rooms} value={rooms}>
          {rooms === most ? `${rooms}+` : rooms}
        </option>
      ))}
    </SelectField>
  );
}

/** What the customer wants to be known. */
export function NotesField({ values, errors }: Props) {
  return (
    <TextareaField
      label="Notes"
      name="notes"
      optional
      maxLength={LIMITS.notes}
      hint="The customer and the crew can read them."
      defaultValue={values.notes}
      error={errors.notes}
    />
  );
}
