import type { Draft } from "~/features/booking/checkout/draft";
import type { Choice } from "~/features/booking/checkout/page";
import type { Quote } from "~/features/booking/checkout/price";
import { tooLongText } from "~/features/booking/length";
import {
  BATHROOM_OPTIONS,
  BEDROOM_OPTIONS,
  HALF_BATH_OPTIONS,
  HOUR_OPTIONS,
  LIMITS,
} from "~/features/booking/limits";
import { TextareaField } from "~/ui/form/textarea-field";
import { Stepper } from "~/ui/page/stepper";
import { Extras, Length, Sizes } from "./home-choices";
import type { DraftChange } from "./use-checkout";

type Props = {
  draft: Draft;
  choice: Choice | undefined;
  errors: Record<string, string>;
  quote: Quote | null;
  currency: string;
  onChange: (change: DraftChange) => void;
};

const bedroomOptions = BEDROOM_OPTIONS.map((value) => ({ value, label: value === 5 ? "5+" : String(value) }));
const bathroomOptions = BATHROOM_OPTIONS.map((value) => ({
  value,
  label: value === 4 ? "4+" : String(value),
}));
const halfBathOptions = HALF_BATH_OPTIONS.map((value) => ({
  value,
  label: value === 3 ? "3+" : String(value),
}));
const hourOptions = HOUR_OPTIONS.map((value) => ({ value, label: formatHours(value) }));

export function DetailsTab({ draft, choice, errors: known, quote, currency, onChange }: Props) {
  const { minutes = null, tooLong = null } = quote ?? {};
  const errors = minutes && tooLong ? { ...known, [tooLong]: tooLongText(minutes, tooLong) } : known;
  return (
    <div className="grid max-w-2xl gap-6 sm:grid-cols-2">
      {choice?.rooms && (
        <>
          <Stepper
            label="Bedrooms"
            name="bedrooms"
            id="bedrooms"
            options={bedroomOptions}
            value={draft.bedrooms}
            onValueChange={(bedrooms) => onChange({ bedrooms })}
            error={errors.bedrooms}
          />
          <Stepper
            label="Bathrooms"
            name="bathrooms"
            id="bathrooms"
            options={bathroomOptions}
            value={draft.bathrooms}
            onValueChange={(bathrooms) => onChange({ bathrooms })}
            error={errors.bathrooms}
          />
        </>
      )}
      {choice?.halfBaths && (
        <Stepper
          label="Half baths"
          name="half_baths"
          id="half_baths"
          options={halfBathOptions}
          value={draft.half_baths}
          onValueChange={(half_baths) => onChange({ half_baths })}
          error={errors.half_baths}
          hint="A toilet and a sink, without a shower."
        />
      )}
      {choice && choice.sizes.length > 0 && (
        <Sizes
          sizes={choice.sizes}
          value={draft.square_feet}
          error={errors.square_feet}
          onValueChange={(square_feet) => onChange({ square_feet })}
        />
      )}
      {choice && choice.extras.length > 0 && (
        <Extras
          offered={choice.extras}
          chosen={draft.extras}
          currency={currency}
          error={errors.extras}
          onChange={(extras) => onChange({ extras })}
        />
      )}
      {minutes && <Length minutes={minutes} tooLong={tooLong !== null} />}
      {choice?.hours && (
        <Stepper
          label="Hours"
          name="hours"
          id="hours"
          options={hourOptions}
          value={draft.hours}
          onValueChange={(hours) => onChange({ hours })}
          error={errors.hours}
          hint={choice.rooms ? "Most two-bedroom homes take three hours." : undefined}
        />
      )}
      <TextareaField
        label="Notes"
        name="notes"
        id="notes"
        optional
        hint="Where to park, how to get in, pets, what matters most to you."
        maxLength={LIMITS.notes}
        value={draft.notes}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
        error={errors.notes}
        className="sm:col-span-2"
      />
    </div>
  );
}

/** "3 hours"; eight are a 'Full Day' (spec section 9). */
export function formatHours(hours: number): string {
  if (hours === 8) return "Full Day";
  return hours === 1 ? "1 hour" : `${hours} hours`;
}
