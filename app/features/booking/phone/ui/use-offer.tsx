import { type RefObject, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { withExtras } from "~/features/booking/checkout/extras";
import { ASKED, type PhoneOffer } from "~/features/booking/phone/view";

const WAIT_MS = 200;

/**
 * The offer for what the form says: the page's, then what `ask` brings, or what comes with a refusal. `ask` may be called as
 * often as somebody types.
 */
export function useOffer(
  form: RefObject<HTMLFormElement | null>,
  first: PhoneOffer,
  refused: PhoneOffer | undefined,
) {
  const { data, load, state } = useFetcher<PhoneOffer>();
  const [seen, setSeen] = useState({ refused, data });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (seen.refused !== refused) setSeen({ refused, data });
  const latest = data !== seen.data ? data : undefined;

  const ask = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!form.current) return;
      const fields = withExtras(Object.fromEntries(new FormData(form.current)));
      const asked = ASKED.map((name) => [name, String(fields[name] ?? "")]).filter(([, value]) => value);
      load(`/admin/bookings/new?${new URLSearchParams(asked)}`);
    }, WAIT_MS);
  };
  return { offer: latest ?? refused ?? first, ask, asking: state !== "idle" };
}
