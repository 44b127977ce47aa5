import Sparkles from "lucide-react/icons/sparkles";
import { type ChosenExtra, extraField, withExtra } from "~/features/booking/checkout/extras";
import { formatLength } from "~/features/booking/length";
import { type Extra, formatSize } from "~/features/catalog/rules";
import { formatCents } from "~/lib/money";
import { Picture } from "~/ui/art/picture";
import { isPicture } from "~/ui/art/pictures";
import { ChipRadio } from "~/ui/form/chip-radio";
import { ErrorText } from "~/ui/form/error-text";
import { Stepper } from "~/ui/page/stepper";

type SizesProps = {
  sizes: readonly number[];
  /** In square feet; 0 until one is chosen. */
  value: number;
  error: string | undefined;
  onValueChange: (square_feet: number) => void;
};

const LARGER = "font-medium text-evergreen-700 underline underline-offset-2";

/** How large the home is: the size up to which it is priced. */
export function Sizes({ sizes, value, error, onValueChange }: SizesProps) {
  const chosen = sizes.find((size) => value > 0 && value <= size);
  const last = sizes.at(-1) ?? 0;
  return (
    <fieldset
      id="square_feet"
      tabIndex={-1}
      className="sm:col-span-2"
      aria-describedby={error ? "square_feet-error" : undefined}
    >
      <legend className="font-semibold text-[0.9375rem]/5">Size of the home</legend>
      {error && (
        <ErrorText id="square_feet-error" className="mt-1">
          {error}
        </ErrorText>
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        {sizes.map((size) => (
          <ChipRadio
            key={size}
            name="square_feet"
            value={size === chosen ? value : size}
            checked={size === chosen}
            onChange={() => onValueChange(size)}
          >
            {formatSize(size)}
          </ChipRadio>
        ))}
      </div>
      <p className="mt-2 text-moss text-sm">
        {value > last
          ? `Your saved home has ${value.toLocaleString("en-US")} sq ft and needs a look first. `
          : `Larger than ${last.toLocaleString("en-US")} sq ft? `}
        <a href="/contact" className={LARGER}>
          Get Estimate
        </a>
      </p>
    </fieldset>
  );
}

type ExtrasProps = {
  offered: readonly Extra[];
  chosen: readonly ChosenExtra[];
  currency: string;
  error: string | undefined;
  onChange: (extras: ChosenExtra[]) => void;
};

/** What can be added to the visit, each with its price, time and quantity. */
export function Extras({ offered, chosen, currency, error, onChange }: ExtrasProps) {
  const pictured = offered.some(({ picture }) => isPicture(picture));
  return (
    <fieldset
      id="extras"
      tabIndex={-1}
      className="sm:col-span-2"
      aria-describedby={error ? "extras-error" : undefined}
    >
      <legend className="font-semibold text-[0.9375rem]/5">Extras</legend>
      {error && (
        <ErrorText id="extras-error" className="mt-1">
          {error}
        </ErrorText>
      )}
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {offered.map((extra) => (
          <li key={extra.id} className="grid items-center gap-3 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
            <span className="flex min-w-0 items-center gap-3">
              {pictured && <ExtraPicture name={extra.picture} />}
              <span className="min-w-0">
                <span className="block font-semibold [overflow-wrap:anywhere]">{extra.title}</span>
                <span className="block text-[0.9375rem]/6 text-moss tabular-nums">
                  {addedText(extra, currency)}
                </span>
              </span>
            </span>
            <Stepper
              label={`How many: ${extra.title}`}
              labelHidden
              name={extraField(extra.id)}
              fewer={`Fewer: ${extra.title}`}
              more={`More: ${extra.title}`}
              options={Array.from({ length: extra.most + 1 }, (_, value) => ({
                value,
                label: value === 0 ? "None" : String(value),
              }))}
              value={Math.min(chosen.find(({ id }) => id === extra.id)?.quantity ?? 0, extra.most)}
              onValueChange={(quantity) => onChange(withExtra(chosen, extra.id, quantity))}
              className="w-48"
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function ExtraPicture({ name }: { name: string | null }) {
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-control bg-sage-soft text-moss">
      {isPicture(name) ? (
        <Picture of={name} sizes="3.5rem" alt="" className="size-full object-cover" />
      ) : (
        <Sparkles aria-hidden strokeWidth={1.75} className="size-5" />
      )}
    </span>
  );
}

/** "$35 each, 30 min". */
function addedText({ cents, minutes, most }: Extra, currency: string): string {
  const price = `${formatCents(cents, currency, { dropZeroCents: true })}${most > 1 ? " each" : ""}`;
  return [price, minutes > 0 && `${minutes} min`].filter(Boolean).join(", ");
}

export function Length({ minutes, tooLong }: { minutes: number; tooLong: boolean }) {
  const length = <span className="font-semibold">{formatLength(minutes)}</span>;
  return (
    <div aria-live="polite" className="sm:col-span-2">
      {tooLong ? (
        <ErrorText>
          Your visit would take {length}, too long to book online.{" "}
          <a href="/contact" className={LARGER}>
            Get Estimate
          </a>
        </ErrorText>
      ) : (
        <p>Your visit takes {length}.</p>
      )}
    </div>
  );
}
