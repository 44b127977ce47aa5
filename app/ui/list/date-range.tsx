/**
 * The days that a list is narrowed to, as links, and two fields for other days. Its state is in the address, so it works
 * without script.
 *
 *   <DateRangeBar label="Received" query={query} hrefOf={(range) => …} keep={[["status", "new"]]} action="/admin/messages" />
 */
import { useRef } from "react";
import { Form } from "react-router";
import {
  CUSTOM,
  type CustomRange,
  type DateRange,
  formatRange,
  NAMED_RANGES,
  type NamedRange,
  RANGE_LABELS,
} from "~/lib/date-range";
import { Button } from "~/ui/action/button";
import { QuickLink } from "~/ui/action/quick-link";
import { cx } from "~/ui/cx";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";

type Props = {
  /** What the days are about: "Received". */
  label: string;
  /** The ranges to choose from. */
  names?: readonly NamedRange[];
  range: DateRange | null;
  custom: CustomRange | null;
  /** The list with another range, from its first page. */
  hrefOf: (range: DateRange | null) => string;
  /** The list with its fields for two days. */
  customHref: string;
  action: string;
  /** The rest of the list's address, for the form. */
  keep: [name: string, value: string][];
};

export function DateRangeBar({
  label,
  names = NAMED_RANGES,
  range,
  custom,
  hrefOf,
  customHref,
  action,
  keep,
}: Props) {
  const isCustom = custom !== null;
  return (
    <div className="grid gap-3">
      <nav aria-label={`${label}, by day`} className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span aria-hidden className="text-[0.9375rem] text-moss">
          {label}
        </span>
        <ul className="flex flex-wrap gap-2">
          <Chip href={hrefOf(null)} current={range === null && !isCustom}>
            Any time
          </Chip>
          {names.map((one) => (
            <Chip key={one} href={hrefOf(one)} current={range === one}>
              {RANGE_LABELS[one]}
            </Chip>
          ))}
          <Chip href={customHref} current={isCustom}>
            {isCustom && range !== null ? formatRange(range) : "Custom"}
          </Chip>
        </ul>
      </nav>
      {custom && <Days key={`${custom.from} ${custom.to}`} {...{ custom, action, keep }} />}
    </div>
  );
}

function Chip({ href, current, children }: { href: string; current: boolean; children: string }) {
  return (
    <li>
      <QuickLink
        href={href}
        inPlace
        aria-current={current ? "true" : undefined}
        className={cx(
          "inline-flex min-h-10 items-center rounded-full border border-line bg-snow px-3.5 font-semibold text-[0.9375rem]/5 text-moss pointer-coarse:min-h-11",
          "transition-colors hover:border-evergreen-700/60 hover:text-ink",
          "aria-[current]:border-evergreen-700 aria-[current]:bg-evergreen-50 aria-[current]:text-evergreen-800",
        )}
      >
        {children}
      </QuickLink>
    </li>
  );
}

/** The first and the last day, both of them included; one may stay empty. */
function Days({
  custom: { from, to, error },
  action,
  keep,
}: { custom: CustomRange } & Pick<Props, "action" | "keep">) {
  const form = useRef<HTMLFormElement>(null);
  const errors = error ? { [error.field]: error.message } : undefined;
  useFocusError(form, errors);
  return (
    <Form
      ref={form}
      action={action}
      noValidate
      preventScrollReset
      className="flex flex-wrap items-start gap-3"
    >
      {keep.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="range" value={CUSTOM} />
      <TextField
        type="date"
        label="From"
        name="from"
        defaultValue={from}
        error={errors?.from}
        className="grow basis-32 sm:w-44 sm:grow-0 sm:basis-auto"
      />
      <TextField
        type="date"
        label="To"
        name="to"
        defaultValue={to}
        error={errors?.to}
        className="grow basis-32 sm:w-44 sm:grow-0 sm:basis-auto"
      />
      <Button type="submit" variant="secondary" className="mt-6.5 min-h-12">
        Show
      </Button>
    </Form>
  );
}
