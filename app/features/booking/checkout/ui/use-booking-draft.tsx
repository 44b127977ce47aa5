import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Draft } from "~/features/booking/checkout/draft";
import { draftCookies } from "~/features/booking/checkout/draft-cookies";
import { draftWithForm } from "~/features/booking/checkout/draft-form";

export type DraftChange = Partial<Omit<Draft, "address">> & { address?: Partial<Draft["address"]> };

/**
 * The draft that is being filled in; every change is kept in the browser, so a reload brings it back. In a frame of another
 * page nothing is kept: its cookies may be blocked, and the draft of /book is another one.
 */
export function useBookingDraft(
  initial: Draft,
  form: RefObject<HTMLFormElement | null>,
  { kept }: { kept: boolean },
) {
  const [draft, setDraft] = useState(initial);
  const changed = useRef(false);
  const change = ({ address, ...rest }: DraftChange) => {
    changed.current = true;
    setDraft((old) => ({ ...old, ...rest, address: { ...old.address, ...address } }));
  };
  /** What was chosen and typed before script took over is in the form, and nowhere else yet. */
  const adopted = useRef(false);
  useLayoutEffect(() => {
    if (adopted.current || !form.current) return;
    adopted.current = true;
    const early = earlyDraft(initial, form.current);
    if (early) change(early);
  });
  useEffect(() => {
    if (!changed.current || !kept) return;
    const secure = location.protocol === "https:";
    // biome-ignore lint/suspicious/noDocumentCookie: written at once, so that nothing is lost when the page goes away
    for (const cookie of draftCookies(draft, { secure })) document.cookie = cookie;
    forgetWish();
  }, [draft, kept]);
  return [draft, change] as const;
}

/** From the first change on the draft rules: a service that the address asked for must not come back on a reload. */
function forgetWish() {
  const url = new URL(location.href);
  if (!url.searchParams.has("service")) return;
  url.searchParams.delete("service");
  history.replaceState(history.state, "", url);
}

/** Whoever comes back finds what the server kept, not what the browser fills in from another time. */
function earlyDraft(initial: Draft, form: HTMLFormElement): Draft | null {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "back_forward") return null;
  const early = draftWithForm(initial, Object.fromEntries(new FormData(form)));
  return JSON.stringify(early) === JSON.stringify(draftWithForm(initial, {})) ? null : early;
}
