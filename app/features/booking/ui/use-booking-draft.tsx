import { useEffect, useRef, useState } from "react";
import type { Draft } from "../draft";
import { draftCookies } from "../draft-cookies";

export type DraftChange = Partial<Omit<Draft, "address">> & { address?: Partial<Draft["address"]> };

/** The draft that is being filled in; every change is kept in the browser, so a reload brings it back. */
export function useBookingDraft(initial: Draft) {
  const [draft, setDraft] = useState(initial);
  const changed = useRef(false);
  const change = ({ address, ...rest }: DraftChange) => {
    changed.current = true;
    setDraft((old) => ({ ...old, ...rest, address: { ...old.address, ...address } }));
  };
  useEffect(() => {
    if (!changed.current) return;
    const secure = location.protocol === "https:";
    // biome-ignore lint/suspicious/noDocumentCookie: written at once, so that nothing is lost when the page goes away
    for (const cookie of draftCookies(draft, { secure })) document.cookie = cookie;
    forgetWish();
  }, [draft]);
  return [draft, change] as const;
}

/** From the first change on the draft rules: a service that the address asked for must not come back on a reload. */
function forgetWish() {
  const url = new URL(location.href);
  if (!url.searchParams.has("service")) return;
  url.searchParams.delete("service");
  history.replaceState(history.state, "", url);
}
