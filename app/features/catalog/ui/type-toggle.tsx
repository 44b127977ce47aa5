import { LenticelShimmer } from "~/ui/art/lenticel-shimmer";
import { cx } from "~/ui/cx";
import type { ServiceType } from "../service";

const labels: Record<ServiceType, string> = { residential: "Residential", commercial: "Commercial" };

/** Links for residential and commercial. Script announces a slow answer (pending-links.ts). */
export function TypeToggle({ type, types }: { type: ServiceType; types: ServiceType[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <nav aria-label="Kind of service" data-pending-links>
        <ul className="inline-flex rounded-full bg-sage-soft p-1">
          {types.map((each) => (
            <li key={each}>
              <a
                href={`/services?type=${each}`}
                aria-current={each === type ? "page" : undefined}
                className={toggleLook}
              >
                {labels[each]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-h-6" role="status">
        <p data-pending-note hidden className="flex items-center gap-3 text-moss">
          <LenticelShimmer className="text-evergreen-700" />
          Loading services...
        </p>
      </div>
    </div>
  );
}

const toggleLook = cx(
  "flex min-h-11 items-center rounded-full px-6 font-semibold text-moss transition-colors duration-150",
  "hover:text-ink active:text-evergreen-900",
  "aria-[current=page]:bg-snow aria-[current=page]:text-evergreen-700 aria-[current=page]:shadow-rest",
  "forced-colors:aria-[current=page]:border",
);
