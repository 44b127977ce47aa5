import { useEffect, useState } from "react";
import type { Clash, PreviewVisit } from "~/features/booking/checkout/clash";
import { withClashes } from "~/features/booking/checkout/plan-visits";

type Query = Record<"service" | "date" | "time" | "frequency" | "city" | "draft", string>;

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
