/**
 * One of several choices that need more than a word, as a card: the browser's own radio button beneath.
 *
 *   <CardRadio name="service" value={service.id} checked={…} onChange={…}>… any phrasing content …</CardRadio>
 *
 * Give `aria-labelledby`/`aria-describedby` when the whole content would be too much to read out.
 */
import type { ComponentProps, ReactNode } from "react";
import { cx } from "~/ui/cx";

type Props = Omit<ComponentProps<"input">, "type" | "children"> & { children: ReactNode };

export function CardRadio({ className, children, ...input }: Props) {
  return (
    <label className={cx(look, className)}>
      <input type="radio" {...input} className={dot} />
      <span className="block min-w-0 flex-1">{children}</span>
    </label>
  );
}

type HintedProps = Omit<ComponentProps<"input">, "type" | "children"> & { label: string; hint: string };

/** A word and what it means, in a small card. */
export function HintedRadio({ label, hint, ...input }: HintedProps) {
  return (
    <CardRadio {...input}>
      <span className="block font-medium">{label}</span>
      <span className="block text-[0.9375rem]/5 text-moss">{hint}</span>
    </CardRadio>
  );
}

const look = cx(
  "relative flex cursor-pointer gap-3.5 rounded-card bg-snow p-5 shadow-rest ring-1 ring-line",
  "transition-[box-shadow,background-color] duration-150 hover:ring-evergreen-400",
  "has-checked:bg-evergreen-50 has-checked:ring-2 has-checked:ring-evergreen-700",
  "has-disabled:cursor-not-allowed has-disabled:bg-paper has-disabled:text-moss",
  "has-focus-visible:outline-2 has-focus-visible:outline-evergreen-700 has-focus-visible:outline-offset-3",
);

const dot = cx(
  "mt-0.5 size-5 shrink-0 cursor-[inherit] appearance-none rounded-full border border-line-strong bg-snow outline-none",
  "checked:border-6 checked:border-evergreen-700 forced-colors:appearance-auto",
);
