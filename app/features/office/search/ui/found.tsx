import { useEffect, useState } from "react";
import type { Found } from "~/features/office/search/rules";

const PAUSE_MS = 120;
/** A later answer counts as none. */
const ANSWER_MS = 10_000;

type Trouble = "failed" | "signed out";
type State = { q: string; found: Found | null; trouble: Trouble | null };

/**
 * What a text finds, shortly after it was typed. Until then `found` is what was found before, and `settled` is false. A
 * later text aborts the request of an earlier one, so that their answers can't overtake each other.
 */
export function useFound(text: string) {
  const q = text.trim();
  const [state, setState] = useState<State>({ q: "", found: null, trouble: null });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    if (!q) return setState({ q, found: null, trouble: null });
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await ask(q, abort.signal);
      if (!abort.signal.aborted) setState({ q, found: null, trouble: null, ...answer });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q, tries]);
  return { ...state, settled: state.q === q, retry: () => setTries(tries + 1) };
}

async function ask(q: string, signal: AbortSignal): Promise<{ found: Found } | { trouble: Trouble }> {
  try {
    const response = await fetch(`/admin/search.json?${new URLSearchParams({ q })}`, {
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    if (response.type === "opaqueredirect") return { trouble: "signed out" }; // to the login
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    return response.ok && isJson ? { found: await response.json() } : { trouble: "failed" };
  } catch {
    return { trouble: "failed" };
  }
}
