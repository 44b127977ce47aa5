import CalendarDays from "lucide-react/icons/calendar-days";
import Mail from "lucide-react/icons/mail";
import ReceiptText from "lucide-react/icons/receipt-text";
import Repeat from "lucide-react/icons/repeat";
import Users from "lucide-react/icons/users";
import type { ComponentType } from "react";
import { Link } from "react-router";
import type { Hit, HitGroup, HitKind } from "~/features/office/search/rules";
import { Badge } from "~/ui/list/badge";

const HIT_ICONS: Record<HitKind, ComponentType<{ strokeWidth?: number; className?: string }>> = {
  customer: Users,
  booking: CalendarDays,
  order: ReceiptText,
  plan: Repeat,
  message: Mail,
};

/** A line about something that was found. */
export function HitLine({ kind, title, number, detail, status }: Hit) {
  const Icon = HIT_ICONS[kind];
  return (
    <>
      <Icon aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-moss" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="truncate font-semibold">{title}</span>
          {number && <span className="shrink-0 text-moss text-sm tabular-nums">{number}</span>}
        </span>
        {detail && (
          <span className="wrap-anywhere line-clamp-2 text-moss text-sm sm:line-clamp-1">{detail}</span>
        )}
      </span>
      {status && (
        <Badge tone={status.tone} className="shrink-0">
          {status.label}
        </Badge>
      )}
    </>
  );
}

/** All that a search found, as lists of links. */
export function HitLists({ groups }: { groups: HitGroup[] }) {
  return groups.map(({ kind, label, hits, more }) => (
    <section key={kind} aria-labelledby={`found-${kind}`}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`found-${kind}`} className="text-heading">
          {label}
        </h2>
        {more && (
          <Link
            to={more}
            className="inline-flex min-h-11 items-center font-medium text-evergreen-700 hover:underline"
          >
            All {label.toLowerCase()}
          </Link>
        )}
      </div>
      <ul className="divide-y divide-line overflow-hidden rounded-card bg-snow shadow-rest ring-1 ring-line">
        {hits.map((hit) => (
          <li key={hit.href}>
            <Link
              to={hit.href}
              className="flex min-h-14 items-center gap-3 px-4 py-2 -outline-offset-2 transition-colors hover:bg-sage-soft sm:px-5"
            >
              <HitLine {...hit} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
