import { type ReactNode, useId } from "react";

type Props = { heading: string; count?: number; empty?: string; children: ReactNode };

/** One part of the panel; says so in words when there is nothing. */
export function PanelSection({ heading, count, empty, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t pt-5">
      <h3 id={id} className="mb-2.5 font-semibold">
        {heading}
        {count !== undefined && count > 0 && <span className="ml-2 font-normal text-moss">{count}</span>}
      </h3>
      {count === 0 ? <p className="text-[0.9375rem] text-moss">{empty}</p> : children}
    </section>
  );
}
