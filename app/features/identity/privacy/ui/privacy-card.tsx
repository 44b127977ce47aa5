import type { ReactNode } from "react";
import { Card } from "~/ui/card";

/** One part of 'Your data'. */
export function PrivacyCard({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5 p-5 sm:p-7">
        <h2 id={id} className="text-heading">
          {heading}
        </h2>
        {children}
      </Card>
    </section>
  );
}
