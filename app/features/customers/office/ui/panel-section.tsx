import { type ReactNode, useId } from "react";
import { Link } from "react-router";

type Props = {
  heading: string;
  /** How many there are, of which `shown` are shown. */
  count?: number;
  shown?: number;
  /** Where all of them are. */
  allHref?: string;
  empty?: string;
  children: ReactNode;
};

/** One part of the panel; says so in words when there is nothing. */
export function PanelSection({ heading, count, shown = count, allHref, empty, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t pt-5">
      <h3 id={id} className="mb-2.5 font-semibold">
        {heading}
        {count !== undefined && count > 0 && (
          <span className="ml-2 font-normal text-moss tabular-nums">{count.toLocaleString("en-US")}</span>
        )}
      </h3>
      {count === 0 ? <p className="text-[0.9375rem] text-moss">{empty}</p> : children}
      {count !== undefined && shown !== undefined && shown < count && allHref && (
        <Link
          to={allHref}
          preventScrollReset
          className="mt-2 inline-flex min-h-11 items-center font-medium text-[0.9375rem] text-evergreen-700 hover:underline"
        >
          All {count.toLocaleString("en-US")} {heading.toLowerCase()}
        </Link>
      )}
    </section>
  );
}
