import { useEffect, useRef, useState } from "react";
import type { Day, Slot } from "~/features/scheduling/availability/slots";

type Query = { service: string; hours: number | null; month: string; draft: string };

function addressOf({ service, hours, month, draft }: Query): string {
  const params = new URLSearchParams({
    service,
    month,
    draft,
    ...(hours === null ? {} : { hours: String(hours) }),
  });
  return `/api/availability?${params}`;
}

/**
 * The days of a month for a service and its hours. What is known shows at once and is asked for again behind it;
 * `correct` puts in what the server said of one day when a slot was taken.
 */
export function useAvailability(query: Query, initial: Day[] | null) {
  const address = query.service ? addressOf(query) : null;
  const [known, setKnown] = useState(
    () => new Map<string | null, Day[]>(initial ? [[address, initial]] : []),
  );
  const [failed, setFailed] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef({ address: initial && address, attempt });
  const days = known.get(address) ?? null;

  useEffect(() => {
    if (!address || (asked.current.address === address && asked.current.attempt === attempt)) return;
    asked.current = { address, attempt };
    const abort = new AbortController();
    fetch(address, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`${response.status}`))))
      .then((answer: { days: Day[] }) => {
        setFailed(null);
        setKnown((old) => new Map(old).set(address, answer.days));
      })
      .catch(() => abort.signal.aborted || setFailed(address));
    return () => {
      abort.abort();
      asked.current = { address: null, attempt };
    };
  }, [address, attempt]);

  return {
    days,
    failed: address !== null && failed === address && days === null,
    retry: () => {
      setFailed(null);
      setAttempt((count) => count + 1);
    },
    correct: (date: string, slots: Slot[]) =>
      setKnown((old) => {
        const corrected = (old.get(address) ?? []).map((day) =>
          day.date === date ? dayOf(date, slots) : day,
        );
        return new Map(old).set(address, corrected);
      }),
  };
}

function dayOf(date: string, slots: Slot[]): Day {
  return { date, slots, state: slots.some(({ state }) => state === "free") ? "free" : "full" };
}
