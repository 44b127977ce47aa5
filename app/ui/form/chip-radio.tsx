/**
 * One of several short choices, as a big chip: the browser's own radio button beneath.
 *
 *   <fieldset><legend>Time</legend>
 *     <ChipRadio name="time" value="8:00 AM" checked={…} onChange={…}>8:00 AM</ChipRadio>
 *     <ChipRadio name="time" value="10:00 AM" disabled note="Full">10:00 AM</ChipRadio>
 *   </fieldset>
 *
 * note    says in a word why the choice is disabled; the chip is then struck calmly
 */
import type { ComponentProps, ReactNode } from "react";
import { cx } from "~/ui/cx";

type Props = Omit<ComponentProps<"input">, "type" | "children"> & { note?: string; children: ReactNode };

export function ChipRadio({ note, className, children, ...input }: Props) {
  return (
    <label className={cx(look, className)}>
      <input
        type="radio"
        {...input}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
      />
      <span className={cx(input.disabled && "line-through decoration-moss/50")}>{children}</span>
      {note && <span className="font-normal text-sm">{note}</span>}
    </label>
  );
}

const look = cx(
  "relative inline-flex min-h-12 min-w-24 cursor-pointer select-none items-center justify-center gap-2 rounded-full px-5",
  "border border-line-strong/70 bg-snow font-semibold tabular-nums transition-colors duration-150",
  "hover:border-evergreen-700 hover:bg-evergreen-50",
  "has-checked:border-evergreen-700 has-checked:bg-evergreen-700 has-checked:text-snow",
  "has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-paper has-disabled:text-moss",
  "has-focus-visible:outline-2 has-focus-visible:outline-evergreen-700 has-focus-visible:outline-offset-3",
  "forced-colors:has-checked:border-4",
);
