import Check from "lucide-react/icons/check";
import { cx } from "~/ui/cx";

/** What a service includes, each point with a tick. */
export function FeatureList({ features, className }: { features: string[]; className?: string }) {
  return (
    <ul className={cx("space-y-2", className)}>
      {features.map((feature) => (
        <li key={feature} className="flex gap-2.5 text-[0.9375rem]/6">
          <Check strokeWidth={2} className="mt-1 size-4 shrink-0 text-evergreen-500" />
          {feature}
        </li>
      ))}
    </ul>
  );
}
