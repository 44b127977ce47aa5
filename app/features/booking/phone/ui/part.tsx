import type { ReactNode } from "react";
import { Card } from "~/ui/page/card";

/** A part of the form with its heading. */
export function Part({ title, error, children }: { title: string; error?: string; children: ReactNode }) {
  return (
    <Card className="p-5">
      <h2 className="mb-4 text-heading">{title}</h2>
      {error && <p className="mb-3 font-medium text-berry">{error}</p>}
      <div className="grid gap-4">{children}</div>
    </Card>
  );
}
