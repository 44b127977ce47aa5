import { TextField } from "~/ui/text-field";
import type { Draft } from "../draft";
import { LIMITS } from "../forms";
import type { DraftChange } from "./use-booking-draft";

type Line = keyof Draft["address"];

type Props = {
  address: Draft["address"];
  errors: Record<string, string>;
  onChange: (change: DraftChange) => void;
  /** Told when a line is left, so that it can be checked. */
  onLeave: (line: Line, value: string) => void;
};

export function LocationTab({ address, errors, onChange, onLeave }: Props) {
  const line = (name: Line) => ({
    name,
    id: name,
    value: address[name],
    error: errors[name],
    maxLength: LIMITS[name],
    required: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange({ address: { [name]: event.currentTarget.value } }),
    onBlur: (event: React.FocusEvent<HTMLInputElement>) => onLeave(name, event.currentTarget.value),
  });
  return (
    <fieldset className="grid max-w-2xl gap-5 sm:grid-cols-6">
      <legend className="sr-only">Address of the visit</legend>
      <TextField {...line("street")} label="Street" autoComplete="address-line1" className="sm:col-span-6" />
      <TextField {...line("city")} label="City" autoComplete="address-level2" className="sm:col-span-2" />
      <TextField
        {...line("state")}
        label="State"
        autoComplete="address-level1"
        placeholder="NH"
        className="sm:col-span-2"
      />
      <TextField
        {...line("zip")}
        label="ZIP code"
        autoComplete="postal-code"
        inputMode="numeric"
        placeholder="03263"
        className="sm:col-span-2"
      />
    </fieldset>
  );
}
