import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useState } from "react";
import type { Errors } from "~/features/catalog/office/prices/forms";
import {
  countRows,
  PRICE_LIMITS,
  type PriceValues,
  type RowKind,
} from "~/features/catalog/office/prices/values";
import { PICTURE_CHOICES } from "~/features/catalog/office/ui/picture-choices";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { fieldProps } from "~/ui/form/field-props";
import { SelectField } from "~/ui/form/select-field";
import { TextField } from "~/ui/form/text-field";

type Props = { kind: RowKind; values: PriceValues; errors: Errors; onChange: () => void };

const NOUNS = { bands: "size", extras: "extra" } as const;

/**
 * Rows of sizes or extras to add and remove. Without script, the buttons post the form, which comes back with what was
 * typed. `from`: the row of the values that a row was filled with; null for a new one.
 */
export function PriceRows({ kind, values, errors, onChange }: Props) {
  const [rows, setRows] = useState(() =>
    Array.from({ length: countRows(values, kind) }, (_, index) => ({
      key: index,
      from: index as number | null,
    })),
  );
  const change = (next: typeof rows) => {
    setRows(next);
    onChange();
  };
  const noun = NOUNS[kind];
  return (
    <>
      {rows.length > 0 && (
        <ol className="grid gap-4">
          {rows.map(({ key, from }, index) => {
            const typed = from === null ? {} : prefixed(values, `${kind}.${from}.`);
            const wrong = from === null ? {} : prefixed(errors, `${kind}.${from}.`);
            const field = (name: string) => ({
              ...fieldProps<string>(typed, wrong)(name),
              name: `${kind}.${index}.${name}`,
            });
            return (
              <li key={key} className="relative rounded-control p-4 pr-14 ring-1 ring-line">
                {kind === "bands" ? <BandFields field={field} /> : <ExtraFields field={field} />}
                <button
                  type="submit"
                  name="intent"
                  value={`remove-${kind}-${index}`}
                  aria-label={`Remove ${noun} ${index + 1}`}
                  onClick={(event) => {
                    event.preventDefault();
                    change(rows.toSpliced(index, 1));
                  }}
                  className="absolute top-2 right-1.5 grid size-11 cursor-pointer place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink"
                >
                  <X aria-hidden strokeWidth={1.75} className="size-5" />
                </button>
              </li>
            );
          })}
        </ol>
      )}
      {errors[kind] && (
        <p role="alert" className="font-medium text-[0.9375rem]/5 text-berry">
          {errors[kind]}
        </p>
      )}
      {rows.length < PRICE_LIMITS[kind] && (
        <Button
          type="submit"
          name="intent"
          value={`add-${kind}`}
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={(event) => {
            event.preventDefault();
            const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
            change([...rows, { key, from: null }]);
          }}
        >
          <Plus aria-hidden strokeWidth={1.75} className="size-5" />
          Add {noun}
        </Button>
      )}
    </>
  );
}

/** The entries whose names begin with a prefix, without it. */
function prefixed(entries: Record<string, string>, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, text]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), text]] : [],
    ),
  );
}

type Fields = {
  field: (name: string) => { name: string; defaultValue: string | undefined; error: string | undefined };
};

function BandFields({ field }: Fields) {
  return (
    <div className="grid items-start gap-3 max-sm:grid-cols-2 sm:grid-cols-3">
      <TextField
        label="Up to sq ft"
        {...field("up_to")}
        inputMode="numeric"
        autoComplete="off"
        className="max-sm:col-span-2"
      />
      <TextField label="Price" {...field("price")} inputMode="decimal" autoComplete="off" />
      <TextField label="Minutes" {...field("minutes")} inputMode="numeric" autoComplete="off" />
    </div>
  );
}

function ExtraFields({ field }: Fields) {
  const { name, defaultValue } = field("id");
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-6">
      <input type="hidden" name={name} defaultValue={defaultValue} />
      <TextField
        label="Name"
        {...field("title")}
        maxLength={PRICE_LIMITS.title}
        autoComplete="off"
        className="col-span-2 sm:col-span-4"
      />
      <SelectField label="Picture" {...field("picture")} className="col-span-2">
        <option value="">None</option>
        {PICTURE_CHOICES.map((choice) => (
          <option key={choice.key} value={choice.key}>
            {choice.name}
          </option>
        ))}
      </SelectField>
      {[
        { label: "Price", part: "price", mode: "decimal" as const },
        { label: "Minutes", part: "minutes", mode: "numeric" as const },
        { label: "At most", part: "most", mode: "numeric" as const },
      ].map(({ label, part, mode }) => (
        <TextField
          key={part}
          label={label}
          {...field(part)}
          inputMode={mode}
          autoComplete="off"
          className={cx("sm:col-span-2", part === "most" && "col-span-2")}
        />
      ))}
    </div>
  );
}
