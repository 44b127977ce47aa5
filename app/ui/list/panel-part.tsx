/**
 * A part of a side panel under a heading, which is a region by that name.
 *
 *   <PanelPart title="Refunds">…</PanelPart>
 */
import { type ReactNode, useId } from "react";

type Props = { title: string; children: ReactNode };

export function PanelPart({ title, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t py-5 first:border-t-0 first:pt-0">
      <h3 id={id} className="mb-3 font-sans font-semibold text-[0.9375rem]/5">
        {title}
      </h3>
      {children}
    </section>
  );
}
