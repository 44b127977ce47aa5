import { useEffect, useState } from "react";
import type { Day, Slot } from "../slots";

type Query = { service: string; hours: number | null; month: string };
type State = { days: Day[] | null; loading: boolean; failed: boolean };

const keyOf = ({ service, hours, month }: Query) => `${service} ${hours ?? ""} ${month}`;

/**
 * The days of a month for a service and its hours. What is known shows at once and is asked for again behind it;
 * `correct` puts in what the server said of one day when a slot was taken.
 */
export function useAvailability(query: Query, initial: Day[]) {
  const key = keyOf(query);
  const [known, setKnown] = useState(() => new Map([[key, initial]]));
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const days = known.get(key) ?? null;
  const { service, hours, month } = query;

  useEffect(() => {
    if (!service || (attempt === 0 && known.get(key) === initial)) return;
    const abort = new AbortController();
    const params = new URLSearchParams({
      service,
      month,
      ...(hours === null ? {} : { hours: String(hours) }),
    });
    fetch(`/api/availability?${params}`, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`${response.status}`))))
      .then((answer: { days: Day[] }) => {
        setFailedKey(null);
        setKnown((old) => new Map(old).set(key, answer.days));
      })
      .catch(() => abort.signal.aborted || setFailedKey(key));
    return () => abort.abort();
  }, [key, attempt]);

  const state: State = { days, loading: days === null && failedKey !== key, failed: failedKey === key };
  return {
    ...state,
    retry: () => setAttempt((count) => count + 1),
    correct: (date: string, slots: Slot[]) =>
      setKnown((old) => {
        const corrected = (old.get(key) ?? []).map((day) => (day.date === date ? dayOf(date, slots) : day));
        return new Map(old).set(key, corrected);
      }),
  };
}

function dayOf(date: string, slots: Slot[]): Day {
  return { date, slots, state: slots.some(({ state }) => state === "free") ? "free" : "full" };
}
