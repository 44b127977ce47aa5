import type { ReactNode } from "react";
import { Card } from "~/ui/card";

type Props = { label: string; note: string; icon: ReactNode; children: ReactNode };

/** One figure with its name and what it counts. */
export function StatCard({ label, note, icon, children }: Props) {
  return (
    <Card as="li" className="grid content-start gap-2 p-4 sm:gap-3 sm:p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-sans font-semibold text-[0.9375rem]/5">{label}</h2>
        <span className="text-moss">{icon}</span>
      </div>
      <p className="font-[560] font-display text-[clamp(1.375rem,1.1rem+1vw,2rem)] tabular-nums leading-tight wrap-anywhere">
        {children}
      </p>
      <p className="text-[0.9375rem]/5 text-moss">{note}</p>
    </Card>
  );
}
