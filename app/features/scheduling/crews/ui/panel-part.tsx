import type { ReactNode } from "react";

type Props = { id: string; title: string; action?: ReactNode; children: ReactNode };

/** One part of the panel of a crew. */
export function PanelPart({ id, title, action, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-line not-first:border-t not-first:pt-5 not-last:pb-6"
    >
      <div className="mb-3 flex min-h-11 items-center justify-between gap-3">
        <h3 id={`${id}-title`} className="font-sans font-semibold text-[1.0625rem]/6">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
