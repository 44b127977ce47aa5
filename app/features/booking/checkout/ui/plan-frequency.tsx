import { useEffect, useState } from "react";
import type { Choice } from "~/features/booking/checkout/page";
import {
  type Clash,
  type PreviewVisit,
  VISITS_A_MONTH,
  withClashes,
} from "~/features/booking/checkout/plan-visits";
import { cx } from "~/ui/cx";
import { CardRadio } from "~/ui/form/card-radio";

type Frequency = Choice["frequencies"][number]["value"];

type Props = {
  frequencies: Choice["frequencies"];
  /** What each costs, and "once"; empty where all cost the same. */
  notes: Record<string, string>;
  /** Whether a single visit can be booked too. */
  once: boolean;
  value: Frequency | null;
  /** Formatted, per month; null for a single visit. */
  price: string | null;
  error?: string;
  onValueChange: (value: Frequency | "") => void;
};

/** How often a monthly service comes: the first thing to know before its first day is chosen; a fact where there is no choice. */
export function PlanFrequency({ frequencies, notes, once, value, price, error, onValueChange }: Props) {
  const only = frequencies.length === 1 && !once ? frequencies[0] : null;
  const options = once ? [{ value: "" as const, label: "Just once" }, ...frequencies] : frequencies;
  return (
    <fieldset className="mb-9" aria-describedby={error ? "frequency-error" : undefined}>
      <legend className="font-display text-heading [font-weight:560]">How often</legend>
      <p className="mt-1 text-moss">
        {only && <span className="font-semibold text-ink">{only.label}: </span>}
        {only && `${VISITS_A_MONTH[only.value]}. `}
        {price && `${price} a month. `}
        {once ? "A plan comes with the same crew. " : ""}
        Skip, reschedule, pause or end {once ? "it " : ""}online at any time.
      </p>
      {error && (
        <p id="frequency-error" className="mt-3 font-medium text-berry">
          {error}
        </p>
      )}
      {only ? (
        <input type="hidden" name="frequency" value={only.value} />
      ) : (
        <div className={cx("mt-4 grid gap-3", once ? "sm:grid-cols-2" : "sm:grid-cols-3")}>
          {options.map((option) => (
            <CardRadio
              key={option.value}
              name="frequency"
              value={option.value}
              checked={option.value === (value ?? "")}
              onChange={() => onValueChange(option.value)}
              className="p-4"
            >
              <span className="block font-semibold">{option.label}</span>
              <span className="block text-[0.9375rem]/6 text-moss tabular-nums">
                {notes[option.value || "once"] ?? (option.value ? VISITS_A_MONTH[option.value] : "One visit")}
              </span>
            </CardRadio>
          ))}
        </div>
      )}
    </fieldset>
  );
}

type Query = Record<"service" | "date" | "time" | "frequency" | "city" | "zip" | "draft", string>;

/** Whoever types a town asks once, when it is there. */
const TYPING_MS = 250;

/** The visits that a plan would have; null until they are known. `correct` puts in what the server said of some. */
export function usePlanPreview(query: Query | null) {
  const address = query && `/api/plan-preview?${new URLSearchParams(query)}`;
  const [known, setKnown] = useState(() => new Map<string, PreviewVisit[]>());
  const [failed, setFailed] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const visits = (address && known.get(address)) ?? null;
  const asked = address && `${address}#${attempt}`; // what follows the # stays here: another attempt asks again

  useEffect(() => {
    if (!address || !asked) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      fetch(asked, { signal: abort.signal })
        .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`${response.status}`))))
        .then((answer: { visits: PreviewVisit[] }) => {
          setFailed(null);
          setKnown((old) => new Map(old).set(address, answer.visits));
        })
        .catch(() => abort.signal.aborted || setFailed(address));
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [address, asked]);

  return {
    visits,
    failed: address !== null && failed === address && visits === null,
    retry: () => {
      setFailed(null);
      setAttempt((count) => count + 1);
    },
    correct: (clashes: readonly Clash[]) => {
      if (address) setKnown((old) => new Map(old).set(address, withClashes(old.get(address) ?? [], clashes)));
    },
  };
}
