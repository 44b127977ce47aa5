import type { ComponentType } from "react";

type Fact = {
  label: string;
  value: string | null;
  Icon: ComponentType<{ "aria-hidden": true; strokeWidth: number; className: string }>;
};

/**
 * A list of facts, one line each with an icon. Facts without a value are omitted.
 *
 *   <FactList facts={[{ label: "Where", value: visit.address, Icon: MapPin }, …]} />
 */
export function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className="divide-y divide-line rounded-card bg-snow px-5 shadow-rest ring-1 ring-line sm:px-6">
      {facts.map(
        ({ label, value, Icon }) =>
          value && (
            <div key={label} className="grid grid-cols-[1.25rem_1fr] gap-x-4 py-4">
              <Icon aria-hidden strokeWidth={1.75} className="row-span-2 mt-0.5 size-5 text-evergreen-600" />
              <dt className="text-moss text-sm/5">{label}</dt>
              <dd className="wrap-anywhere mt-0.5 whitespace-pre-line font-medium">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
