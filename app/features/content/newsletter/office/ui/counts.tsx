import { SUBSCRIBER_LABELS, SUBSCRIBER_STATUSES } from "~/features/content/newsletter/office/list";
import type { SubscriberStatus } from "~/features/content/newsletter/subscription";

/** How many there are of each kind, whatever is searched for. */
export function SubscriberCounts({ counts }: { counts: Record<SubscriberStatus, number> }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {SUBSCRIBER_STATUSES.map((status) => (
        <div key={status} className="flex items-baseline gap-2">
          <dt className="order-2 text-[0.9375rem] text-moss">{SUBSCRIBER_LABELS[status].toLowerCase()}</dt>
          <dd className="font-semibold text-[1.25rem]/6 tabular-nums">
            {counts[status].toLocaleString("en-US")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
