import { LIMITS } from "~/features/customers/homes/forms";
import { type ConformField, controlOf } from "~/ui/conform-control";
import { TextField } from "~/ui/text-field";

type Name = "address_line1" | "address_line2" | "city" | "state" | "zip_code";
type Fields = Record<Name, ConformField>;

export function AddressFields({ fields }: { fields: Fields }) {
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
        placeholder="NH"
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
