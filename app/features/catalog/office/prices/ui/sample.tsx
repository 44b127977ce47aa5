import { lowestRate, WAY_LABELS, type Way, waysOf } from "~/features/catalog/floor";
import { FREQUENCIES } from "~/features/catalog/frequency";
import { readRules } from "~/features/catalog/office/prices/forms";
import type { Bounds } from "~/features/catalog/office/prices/rules";
import type { PriceValues } from "~/features/catalog/office/prices/values";
import { LONGEST_VISIT, type Price, priceBooking } from "~/features/catalog/pricing";
import { bandOf, type PriceRules } from "~/features/catalog/rules";
import { isMonthly, type Service } from "~/features/catalog/service";
import { formatCents } from "~/lib/money";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";

type Props = { service: Service; values: PriceValues; bounds: Bounds };

/** What the draft as it is typed makes of a sample home, and the lowest price of a crew-hour in each way that it sells. */
export function SamplePrice({ service, values, bounds: { currency, floor } }: Props) {
  const read = readRules(values);
  const rules = read.ok ? read.rules : null;
  const priced = rules && { ...service, prices: rules };
  const ways = priced ? waysOf(priced) : [];
  const way = ways.find((one) => one === values["sample.way"]) ?? ways[0];
  return (
    <section
      aria-labelledby="sample-title"
      className="grid min-w-0 grid-cols-1 gap-4 rounded-card bg-glass p-5 xl:sticky xl:top-20"
    >
      <h2 id="sample-title" className="text-heading">
        A sample home
      </h2>
      <div className="grid grid-cols-2 gap-3">
        <Chosen label="Sold" name="sample.way" values={values} className="col-span-2">
          {soldWays(service, values).map((one) => [one, WAY_LABELS[one]])}
        </Chosen>
        <Chosen
          label="Hours"
          name="sample.hours"
          values={values}
          standard="3"
          className="hidden group-has-[[value=hour]:checked]/prices:block"
        >
          {numbers(1, 8)}
        </Chosen>
        {(["bedrooms", "bathrooms", "half_baths"] as const).map((name) => (
          <Chosen
            key={name}
            label={ROOM_LABELS[name]}
            name={`sample.${name}`}
            values={values}
            standard={STANDARD[name]}
            className="hidden group-has-[[value=home]:checked]/prices:block"
          >
            {name === "half_baths" ? numbers(0, 3) : numbers(1, name === "bedrooms" ? 5 : 4)}
          </Chosen>
        ))}
        <TextField
          label="Square feet"
          name="sample.square_feet"
          defaultValue={values["sample.square_feet"] ?? "1500"}
          inputMode="numeric"
          autoComplete="off"
          className="hidden group-has-[[value=home]:checked]/prices:block"
        />
      </div>
      {rules && rules.extras.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-1 font-semibold text-[0.9375rem]/5">Extras</legend>
          {rules.extras.map(({ title }, index) => (
            <CheckboxField
              key={title}
              name={`sample.extra.${index}`}
              defaultChecked={values[`sample.extra.${index}`] === "on"}
              label={title}
            />
          ))}
        </fieldset>
      )}
      <CheckboxField
        name="sample.first_visit"
        defaultChecked={values["sample.first_visit"] === "on"}
        label="First visit"
      />
      <div className="hidden noscript:block">
        <Button type="submit" name="intent" value="preview" variant="secondary" size="small">
          Update
        </Button>
      </div>
      <div aria-live="polite" className="grid gap-3 border-line border-t pt-4">
        {priced && way ? (
          <Result price={priceOf(priced, values, way)} rules={priced.prices} currency={currency} />
        ) : (
          <p className="text-moss">
            {read.ok ? "Offer at least one frequency." : "Not priced yet: a field is missing or wrong."}
          </p>
        )}
      </div>
      {priced && (
        <dl className="grid gap-1 border-line border-t pt-4 text-[0.9375rem]/6">
          <dt className="font-semibold">
            Lowest price of a crew-hour
            {floor > 0 && (
              <span className="font-normal text-moss"> (floor {formatCents(floor, currency)})</span>
            )}
          </dt>
          {ways.map((one) => {
            const rate = lowestRate(priced, one);
            const isLow = rate !== null && rate.cents < floor;
            return (
              <dd
                key={one}
                className={cx("flex justify-between gap-3 tabular-nums", isLow && "font-medium text-berry")}
              >
                <span>{WAY_LABELS[one]}</span>
                <span>{rate ? formatCents(rate.cents, currency) : "can't be booked"}</span>
              </dd>
            );
          })}
        </dl>
      )}
    </section>
  );
}

/** The ways that the form offers, whether their prices are right or not. */
function soldWays(service: Service, values: PriceValues): Way[] {
  const offered = FREQUENCIES.filter((one) => values.by !== "hour" && values[`${one}.per`]);
  return [...(isMonthly(service) ? [] : (["once"] as const)), ...offered];
}

const ROOM_LABELS = { bedrooms: "Bedrooms", bathrooms: "Bathrooms", half_baths: "Half baths" };
const STANDARD = { bedrooms: "2", bathrooms: "1", half_baths: "0" };

function numbers(from: number, to: number): [string, string][] {
  return Array.from({ length: to - from + 1 }, (_, index) => [String(from + index), String(from + index)]);
}

type ChosenProps = {
  label: string;
  name: string;
  values: PriceValues;
  standard?: string;
  className?: string;
  children: [string, string][];
};

function Chosen({ label, name, values, standard, className, children }: ChosenProps) {
  return (
    <SelectField label={label} name={name} defaultValue={values[name] ?? standard} className={className}>
      {children.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** The price of the sample; null if it can't be booked without an estimate. */
function priceOf(service: Service & { prices: PriceRules }, values: PriceValues, way: Way): Price | null {
  const number = (name: string, standard: string) => Number(values[`sample.${name}`] ?? standard) || 0;
  const square_feet = number("square_feet", "1500");
  if (service.prices.by === "home" && bandOf(service.prices, square_feet) === null) return null;
  const extras = service.prices.extras
    .filter((_, index) => values[`sample.extra.${index}`] === "on")
    .map(({ id }) => ({ id, quantity: 1 }));
  return priceBooking(
    service,
    {
      ...{ square_feet, extras, frequency: way === "once" ? null : way },
      hours: service.prices.by === "hour" ? Math.max(1, number("hours", "3")) : null,
      bedrooms: number("bedrooms", STANDARD.bedrooms),
      bathrooms: number("bathrooms", STANDARD.bathrooms),
      half_baths: number("half_baths", STANDARD.half_baths),
      first_visit: values["sample.first_visit"] === "on",
    },
    { collect: false, rate: 0 },
  );
}

function Result({ price, rules, currency }: { price: Price | null; rules: PriceRules; currency: string }) {
  if (!price) {
    const largest = rules.bands.at(-1)?.up_to ?? 0;
    return <p>Needs an estimate: it is larger than {largest.toLocaleString("en-US")} sq ft.</p>;
  }
  const hours = Math.floor(price.minutes / 60);
  const length = [hours > 0 ? `${hours} h` : "", price.minutes % 60 > 0 ? `${price.minutes % 60} min` : ""];
  const lines = [...(price.visit?.lines ?? []), ...price.lines];
  return (
    <>
      <ul className="grid gap-1 text-[0.9375rem]/6">
        {lines.map(({ label, amount }) => (
          <li key={`${label} ${amount}`} className="flex justify-between gap-3 tabular-nums">
            <span className="wrap-anywhere">{label}</span>
            <span>{formatCents(amount, currency)}</span>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-3 font-semibold tabular-nums">
        <span>Before tax</span>
        <span>{formatCents(price.total_amount, currency)}</span>
      </p>
      <p className="text-[0.9375rem]/6 text-moss">
        {length.filter(Boolean).join(" ")} on site
        {price.minutes > LONGEST_VISIT && ": longer than can be booked without an estimate"}
      </p>
    </>
  );
}
