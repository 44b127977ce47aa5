import { extraField } from "~/features/booking/checkout/extras";
import { DEFAULTS, HALF_BATH_OPTIONS } from "~/features/booking/limits";
import type { CallerAddress, ServiceAsks } from "~/features/booking/phone/view";
import { formatSize } from "~/features/catalog/rules";
import { ErrorText } from "~/ui/form/error-text";
import { SelectField } from "~/ui/form/select-field";

type Props = {
  service: ServiceAsks;
  home: CallerAddress | undefined;
  values: Record<string, string>;
  errors: Record<string, string>;
};

/** What a service by the home asks beside bedrooms and bathrooms, and the extras of any. */
export function HomeFields({ service, home, values, errors }: Props) {
  const { sizes, extras } = service;
  const footage = Number(values.square_feet ?? home?.square_footage ?? 0);
  const size = sizes.find((one) => footage > 0 && footage <= one);
  const most = HALF_BATH_OPTIONS.at(-1) ?? 0;
  return (
    <>
      {(service.half_baths || sizes.length > 0) && (
        <div className="grid grid-cols-2 gap-4">
          {service.half_baths && (
            <SelectField
              label="Half baths"
              name="half_baths"
              defaultValue={
                values.half_baths ?? String(Math.min(home?.half_baths ?? DEFAULTS.half_baths, most))
              }
              error={errors.half_baths}
            >
              {HALF_BATH_OPTIONS.map((count) => (
                <option key={count} value={count}>
                  {count === most ? `${count}+` : count}
                </option>
              ))}
            </SelectField>
          )}
          {sizes.length > 0 && (
            <SelectField
              label="Size of the home"
              name="square_feet"
              defaultValue={size ?? ""}
              error={errors.square_feet}
            >
              <option value="">Choose a size</option>
              {sizes.map((one) => (
                <option key={one} value={one}>
                  {formatSize(one)}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      )}
      {extras.length > 0 && (
        <fieldset aria-describedby={errors.extras ? "extras-error" : undefined}>
          <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Extras</legend>
          {errors.extras && (
            <ErrorText id="extras-error" className="mb-2">
              {errors.extras}
            </ErrorText>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            {extras.map((extra) => (
              <SelectField
                key={extra.id}
                label={extra.title}
                name={extraField(extra.id)}
                defaultValue={values[extraField(extra.id)] ?? "0"}
              >
                <option value="0">None</option>
                {Array.from({ length: extra.most }, (_, index) => (
                  <option key={extra.id + String(index + 1)} value={index + 1}>
                    {index + 1}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
