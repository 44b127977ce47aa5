import { type ConformField, controlOf } from "~/ui/conform-control";
import { TextField } from "~/ui/text-field";

type Fields = Record<"bedrooms" | "bathrooms" | "square_footage", ConformField>;

/** Of homes only: hidden while the form around them (`group/property`) says 'Commercial', with and without script. */
export function RoomFields({ fields: { bedrooms, bathrooms, square_footage } }: { fields: Fields }) {
  return (
    <fieldset className="grid grid-cols-2 gap-5 group-has-[[value=commercial]:checked]/property:hidden sm:grid-cols-3">
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
        key={square_footage.key}
        {...controlOf(square_footage)}
        label="Square footage"
        inputMode="numeric"
        maxLength={9}
        className="col-span-2 sm:col-span-1"
      />
    </fieldset>
  );
}
