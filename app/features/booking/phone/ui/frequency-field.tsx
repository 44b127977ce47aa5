import type { PhoneService } from "~/features/booking/phone/view";
import { FREQUENCY_LABELS } from "~/features/catalog/frequency";
import { SelectField } from "~/ui/form/select-field";

type Props = {
  service: Pick<PhoneService, "frequencies" | "once">;
  value: string;
  error: string | undefined;
  onValueChange: (value: string) => void;
};

/** How often the visit comes: once, or as a plan. */
export function FrequencyField({ service: { frequencies, once }, value, error, onValueChange }: Props) {
  return (
    <SelectField
      label="How often"
      name="frequency"
      value={value}
      error={error}
      onChange={({ currentTarget }) => onValueChange(currentTarget.value)}
    >
      {once && <option value="">Just once</option>}
      {frequencies.map((frequency) => (
        <option key={frequency} value={frequency}>
          {FREQUENCY_LABELS[frequency]}
        </option>
      ))}
    </SelectField>
  );
}
