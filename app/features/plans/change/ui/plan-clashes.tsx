import { Card } from "~/ui/card";

/** A visit that can't be at its own time, in words; `to` is null when staff must find another. */
export type ClashLine = { visit: number; from: string; to: string | null; why: string };

/** The visits that get another time with a change. */
export function ClashList({ clashes }: { clashes: ClashLine[] }) {
  if (clashes.length === 0) return null;
  return (
    <Card className="mt-6 p-5 sm:p-6">
      <p className="font-semibold">
        {clashes.length === 1 ? "One visit needs a new time" : `${clashes.length} visits need new times`}
      </p>
      <ul className="mt-1 divide-y divide-line">
        {clashes.map(({ visit, from, to, why }) => (
          <li key={visit} className="py-3">
            <s className="text-moss decoration-moss/60">{from}</s>{" "}
            <span className="font-semibold">{to ?? "We’ll call you about this one"}</span>
            <span className="block text-[0.9375rem]/6 text-moss">{why}</span>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-[0.9375rem]/6 text-moss">You can reschedule each of them afterward.</p>
    </Card>
  );
}
