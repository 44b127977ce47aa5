import type { ReactNode } from "react";
import type { Slot } from "~/features/scheduling/availability/slots";

/** What a refused form is told: errors by field, and what was typed. */
export type Refused = {
  intent: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  slots?: Slot[];
};

/** A part of the panel, with a hairline above it. */
export function OfficeSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-line border-t py-5 first:border-t-0 first:pt-0">
      <h3 className="mb-3 font-sans font-semibold text-[0.9375rem]/5">{title}</h3>
      {children}
    </section>
  );
}

/** A term with what it stands for; nothing when there is nothing. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 text-[0.9375rem]/6">
      <dt className="text-moss">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
