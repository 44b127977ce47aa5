import { useEffect, useState } from "react";
import type { RequestOffer } from "~/features/booking/checkout/page";
import { zipOf } from "~/features/scheduling/roads/area";

/**
 * The ZIP code of an address that is being typed, once it is known to lie outside the service area. While that can't be
 * asked, nothing is said: the server checks the booking again.
 */
export function useOutside(area: RequestOffer | null, first: string, typed: string): string | null {
  const [known, setKnown] = useState<Record<string, boolean>>(() => {
    const zip = zipOf(first);
    return area && zip ? { [zip]: area.outside !== zip } : {};
  });
  const zip = area && zipOf(typed);
  const isKnown = zip ? zip in known : true;
  useEffect(() => {
    if (!zip || isKnown) return;
    const asking = new AbortController();
    fetch(`/book/area?zip=${zip}`, { signal: asking.signal })
      .then((response) => (response.ok ? response.json() : null))
      .then((answer: { inside: boolean } | null) => {
        if (answer) setKnown((old) => ({ ...old, [zip]: answer.inside }));
      })
      .catch(() => {});
    return () => asking.abort();
  }, [zip, isKnown]);
  return zip && known[zip] === false ? zip : null;
}
