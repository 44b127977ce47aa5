import { type PhonePlan, type PhonePlanVisit, SEEN_BREAK } from "~/features/booking/phone/view";
import { cx } from "~/ui/cx";
import { ErrorText } from "~/ui/form/error-text";
import { Badge } from "~/ui/list/badge";
import { Part } from "./part";

type Props = {
  plan: PhonePlan | null;
  /** The preview that was refused, as text, to mark what differs; empty otherwise. */
  before: string;
  asking: boolean;
  error: string | undefined;
};

/** The visits that a plan would begin with, to agree on with the caller. They are saved exactly as they stand here. */
export function PlanVisits({ plan, before, asking, error }: Props) {
  const known = new Set(before.split(SEEN_BREAK));
  const isNews = (line: string) => before !== "" && !known.has(line);
  const clashes = plan?.visits.filter(({ was }) => was !== null) ?? [];
  const placed = plan?.visits.filter(({ now }) => now !== null) ?? [];
  return (
    <Part title="Next visits">
      <input type="hidden" name="seen" value={plan?.seen ?? ""} />
      {error && <ErrorText id="seen-error">{error}</ErrorText>}
      {!plan && <p className="text-moss">Choose a time to see the next 12 visits.</p>}
      {plan?.why && <p className="font-medium text-berry">{plan.why}</p>}
      {plan && !plan.why && (
        <div aria-live="polite" className={cx("grid gap-3", asking && "opacity-60")}>
          <p className="text-[0.9375rem]/6 text-moss">{wordsOf(clashes.length)}</p>
          {isNews(plan.price) && (
            <p>
              <Badge tone="amber">The price has changed since</Badge>
            </p>
          )}
          {clashes.length > 0 && (
            <ul className="divide-y divide-line rounded-control bg-paper px-3.5">
              {clashes.map((visit) => (
                <Clash key={visit.line} visit={visit} isNews={isNews(visit.line)} />
              ))}
            </ul>
          )}
          <ol className="gap-x-8 text-[0.9375rem]/6 tabular-nums sm:columns-2">
            {placed.map(({ line, was, now }) => (
              <li
                key={line}
                className="flex break-inside-avoid justify-between gap-3 border-line border-b py-1.5"
              >
                <span className="whitespace-nowrap">{now}</span>
                {was ? (
                  <span className="text-moss">Moved</span>
                ) : (
                  isNews(line) && <Badge tone="amber">Changed since</Badge>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Part>
  );
}

function wordsOf(clashes: number): string {
  if (clashes === 0) return "All of these times are free.";
  return `${clashes === 1 ? "One visit" : `${clashes} visits`} can’t be at the plan’s own time. Ask the caller about what is marked.`;
}

function Clash({ visit: { was, now, why }, isNews }: { visit: PhonePlanVisit; isNews: boolean }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2 text-[0.9375rem]/6 tabular-nums">
      <s className="text-moss decoration-moss/60">{was}</s>
      {now ? (
        <span className="font-semibold">
          <span className="sr-only">now </span>
          {now}
        </span>
      ) : (
        <Badge tone="berry">No time</Badge>
      )}
      {isNews && <Badge tone="amber">Changed since</Badge>}
      <span className="text-moss">
        {now ? why : `${why} No time near it is free: it will need attention.`}
      </span>
    </li>
  );
}
