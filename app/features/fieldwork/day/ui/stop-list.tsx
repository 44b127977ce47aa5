import ChevronRight from "lucide-react/icons/chevron-right";
import { Link } from "react-router";
import type { Stop } from "~/features/fieldwork/day/day";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { cx } from "~/ui/cx";
import { StateBadge } from "./state-badge";
import type { ShownStop } from "./use-day";
import { useWords } from "./words";

type Props = { stops: ShownStop[]; empty: string };

/** The stops of a day in order, each with its drive before it. */
export function StopList({ stops, empty }: Props) {
  const { say } = useWords();
  if (stops.length === 0) return <p className="py-10 text-center text-lg text-moss">{empty}</p>;
  const next = stops.find(({ progress }) => progress.state !== "done");
  return (
    <ol className="grid gap-3">
      {stops.map((stop) => (
        <li key={stop.id}>
          {stop.drive !== null && stop.drive > 0 && (
            <p className="mb-3 ml-5 border-line border-l-2 py-1 pl-4 text-moss">
              {say(m.drive_minutes, { count: stop.drive })}
            </p>
          )}
          <Link
            discover="none"
            to={stopHref(stop)}
            className={cx(
              "flex min-h-24 items-center gap-3 rounded-card bg-snow p-4 ring-1 ring-line active:bg-sage-soft",
              stop === next && "shadow-lift ring-2 ring-evergreen-700",
              stop.progress.state === "done" && "bg-paper text-moss",
            )}
          >
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="font-semibold text-xl tabular-nums">
                  {stop.starts} – {stop.ends}
                </span>
                <StateBadge progress={stop.progress} />
              </span>
              <span className="mt-1 block text-lg/6 wrap-anywhere">{stop.address}</span>
              <span className="mt-1 block text-moss">
                {[stop.service, stop.customer].filter(Boolean).join(" · ")}
              </span>
            </span>
            <ChevronRight className="size-6 shrink-0 text-moss" />
          </Link>
        </li>
      ))}
    </ol>
  );
}

function stopHref({ id }: Pick<Stop, "id">): string {
  return `/crew?stop=${id}`;
}
