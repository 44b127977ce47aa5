import type { Draft } from "~/features/booking/checkout/draft";
import { choiceOf, type SavedAddress, SIGNED_OUT } from "~/features/booking/checkout/page";
import { LIMITS } from "~/features/booking/limits";
import { ButtonLink } from "~/ui/action/button-link";
import { CardRadio } from "~/ui/form/card-radio";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";
import type { DraftChange } from "./use-checkout";

type Line = keyof Draft["address"];

type Props = {
  address: Draft["address"];
  property: string;
  saved: SavedAddress[];
  errors: Record<string, string>;
  onChange: (change: DraftChange) => void;
  /** Told when a line is left, so that it can be checked. */
  onLeave: (line: Line, input: HTMLInputElement) => void;
};

export function LocationTab({ address, property, saved, errors, onChange, onLeave }: Props) {
  const line = (name: Line) => ({
    name,
    id: name,
    value: address[name],
    error: errors[name],
    maxLength: LIMITS[name],
    required: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange({ address: { [name]: event.currentTarget.value } }),
    onBlur: (event: React.FocusEvent<HTMLInputElement>) => onLeave(name, event.currentTarget),
  });
  return (
    <div className="group/location grid max-w-2xl gap-6">
      {errors.property === SIGNED_OUT && (
        <Notice
          tone="error"
          action={
            <ButtonLink href="/login?redirect=%2Fbook" size="small" variant="secondary">
              Log in
            </ButtonLink>
          }
        >
          {SIGNED_OUT} You can also type the address and book without an account.
        </Notice>
      )}
      {saved.length > 0 && <SavedAddresses {...{ property, saved, onChange }} error={errors.property} />}
      <fieldset className="grid gap-5 group-has-[[name=property]:not([value='']):checked]/location:hidden sm:grid-cols-6">
        <legend className="sr-only">Visit address</legend>
        <TextField
          {...line("street")}
          label="Street"
          autoComplete="address-line1"
          className="sm:col-span-6"
        />
        <TextField {...line("city")} label="City" autoComplete="address-level2" className="sm:col-span-2" />
        <TextField {...line("state")} label="State" autoComplete="address-level1" className="sm:col-span-2" />
        <TextField
          {...line("zip")}
          label="ZIP code"
          autoComplete="postal-code"
          inputMode="numeric"
          placeholder="03263"
          className="sm:col-span-2"
        />
      </fieldset>
    </div>
  );
}

type SavedProps = Pick<Props, "property" | "saved" | "onChange"> & { error?: string };

/** The customer's own addresses come first; the fields for another one show only when that is chosen. */
function SavedAddresses({ property, saved, onChange, error }: SavedProps) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2" aria-describedby={error ? "property-error" : undefined}>
      <legend className="mb-3 font-semibold">Where should we come?</legend>
      {error && (
        <p id="property-error" className="font-medium text-berry sm:col-span-2">
          {error}
        </p>
      )}
      {saved.map((one) => (
        <CardRadio
          key={one.id}
          name="property"
          value={one.id}
          checked={property === one.id}
          onChange={() => onChange(choiceOf(one))}
        >
          <span className="block font-semibold wrap-anywhere">{one.name}</span>
          <span className="block text-[0.9375rem]/6 text-moss wrap-anywhere">
            {one.address.street}, {one.address.city}, {one.address.state} {one.address.zip}
          </span>
        </CardRadio>
      ))}
      <CardRadio
        name="property"
        value=""
        checked={property === ""}
        onChange={() => onChange({ property: "", address: { street: "", city: "", state: "", zip: "" } })}
      >
        <span className="block font-semibold">Another address</span>
      </CardRadio>
    </fieldset>
  );
}
