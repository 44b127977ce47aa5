import { type ComponentProps, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { BATHROOM_OPTIONS, BEDROOM_OPTIONS, LIMITS } from "~/features/booking/limits";
import type { DetailsFields, OfficeBooking } from "~/features/booking/office/booking";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { fieldProps } from "~/ui/form/field-props";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";
import { TextareaField } from "~/ui/form/textarea-field";
import { useFocusError } from "~/ui/form/use-focus-error";
import type { Refused } from "./sections";

type Props = { booking: OfficeBooking; refused: Refused | undefined };

/** The form for a visit's customer and address. The crew gets an email about a new address. */
export function OfficeDetailsForm({ booking, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "details";
  const fields = { values: { ...booking.fields, ...refused?.values }, errors: refused?.errors ?? {} };
  useFocusError(form, refused?.errors);
  return (
    <Disclosure title="Edit details" open={refused !== undefined}>
      <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-4">
        <input type="hidden" name="intent" value="details" />
        <input type="hidden" name="sequence" value={booking.sequence} />
        <ContactFields {...fields} />
        <PlaceFields {...fields} />
        {booking.service.asks_rooms && <RoomsFields {...fields} />}
        {refused?.errors.zip && (
          <OverrideField
            title="Go outside the area"
            rules="the service area"
            open
            value={refused.values.override_reason}
            error={refused.errors.override_reason}
          />
        )}
        <NotesField {...fields} />
        <Button
          type="submit"
          size="small"
          pending={busy}
          pendingLabel="Saving..."
          className="justify-self-start"
        >
          Save changes
        </Button>
      </Form>
    </Disclosure>
  );
}

type ContactFieldsProps = { values: Partial<DetailsFields>; errors: Record<string, string> };

/** Who the customer is. */
export function ContactFields({ values, errors }: ContactFieldsProps) {
  const field = fieldProps(values, errors);
  return (
    <>
      <TextField
        label="Name"
        {...field("customer_name")}
        required
        maxLength={LIMITS.name}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Phone" {...field("customer_phone")} type="tel" maxLength={40} autoComplete="off" />
        <TextField
          label="Email"
          {...field("customer_email")}
          type="email"
          maxLength={LIMITS.email}
          autoComplete="off"
        />
      </div>
    </>
  );
}

/** Where the visit is. */
export function PlaceFields({ values, errors }: ContactFieldsProps) {
  const field = fieldProps(values, errors);
  return (
    <>
      <TextField label="Street" {...field("street")} required maxLength={LIMITS.street} autoComplete="off" />
      <TextField
        label="Apartment, suite"
        {...field("apartment")}
        optional
        maxLength={LIMITS.street}
        autoComplete="off"
      />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[minmax(0,1fr)_5rem_7rem]">
        <TextField
          label="City"
          {...field("city")}
          required
          maxLength={LIMITS.city}
          autoComplete="off"
          className="max-sm:col-span-2"
        />
        <TextField label="State" {...field("state")} required maxLength={LIMITS.state} autoComplete="off" />
        <TextField
          label="ZIP code"
          {...field("zip")}
          required
          maxLength={LIMITS.zip}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </>
  );
}

/** How many rooms there are; the highest numbers mean 'or more' (spec section 9). */
export function RoomsFields({ values, errors }: ContactFieldsProps) {
  const field = fieldProps(values, errors);
  return (
    <div className="grid grid-cols-2 gap-4">
      <Rooms label="Bedrooms" {...field("bedrooms")} options={BEDROOM_OPTIONS} />
      <Rooms label="Bathrooms" {...field("bathrooms")} options={BATHROOM_OPTIONS} />
    </div>
  );
}

type RoomsProps = ReturnType<ReturnType<typeof fieldProps>> & { label: string; options: readonly number[] };

function Rooms({ options, ...field }: RoomsProps) {
  const most = options.at(-1);
  return (
    <SelectField {...field}>
      <option value="">Unknown</option>
      {options.map((rooms) => (
        <option key={rooms} value={rooms}>
          {rooms === most ? `${rooms}+` : rooms}
        </option>
      ))}
    </SelectField>
  );
}

/** What the customer wants to be known. */
export function NotesField({ values, errors }: ContactFieldsProps) {
  const field = fieldProps(values, errors);
  return (
    <TextareaField
      label="Notes"
      {...field("notes")}
      optional
      maxLength={LIMITS.notes}
      hint="Visible to the customer and the crew."
    />
  );
}

type OverrideProps = Pick<ComponentProps<"input">, "onChange"> & {
  title: string;
  value: string | undefined;
  error: string | undefined;
  /** What the reason sets aside. */
  rules?: string;
  open?: boolean;
};

/** Where staff say why they set aside when and where visits can be. */
export function OverrideField({
  title,
  value,
  error,
  rules = "opening hours, notice and closed days",
  open = false,
  onChange,
}: OverrideProps) {
  return (
    <Disclosure title={title} open={open || Boolean(value)}>
      <TextField
        label="Reason"
        name="override_reason"
        optional
        hint={`Sets aside ${rules} for this visit. Kept with the booking.`}
        maxLength={LIMITS.override}
        autoComplete="off"
        defaultValue={value}
        error={error}
        onChange={onChange}
      />
    </Disclosure>
  );
}
