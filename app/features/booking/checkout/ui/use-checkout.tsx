import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Draft, draftCookies, draftWithForm, formOfDraft } from "~/features/booking/checkout/draft";
import type { CreatePayment } from "~/features/booking/checkout/forms";
import { type Choice, formField, requestOf } from "~/features/booking/checkout/page";
import type { Clash } from "~/features/booking/checkout/plan-visits";
import type { MissingField } from "~/features/booking/checkout/steps";
import type { Slot } from "~/features/scheduling/availability/slots";
import { REDIRECT_TO_CHECKOUT_MS } from "~/lib/timings";
import { useToast } from "~/ui/page/toast";
import { requestErrors } from "./form-errors";

type Submitted =
  | { ok: true; url: string }
  | {
      ok: false;
      message: string;
      errors: Record<string, string>;
      slots?: Slot[];
      clashes?: Clash[];
      /** The page of the booking that is paid already. */
      url?: string;
    };

type Answer = {
  url?: unknown;
  error?: {
    message?: string;
    field?: string;
    fields?: { field: string; message: string }[];
    slots?: Slot[];
    clashes?: Clash[];
    url?: string;
  };
};

type Refused = Extract<Submitted, { ok: false }>;

type Handlers = {
  onMissing: (field: MissingField) => void;
  onRefused: (refusal: Refused) => void;
  /** Leads to the checkout, or to the booking that is paid already. */
  onOpened: (url: string, draft: Draft) => void;
};

/** Sends the draft off to checkout: 'Processing...', the toast, and after a second the provider's page (spec section 4). */
export function useCheckout({ onMissing, onRefused, onOpened }: Handlers) {
  const [processing, setProcessing] = useState(false);
  const running = useRef(false);
  const toast = useToast();

  /** Coming back with the browser's button finds the page as it was left. */
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && finish();
    addEventListener("pageshow", wake);
    return () => removeEventListener("pageshow", wake);
  });

  function finish() {
    running.current = false;
    setProcessing(false);
  }

  async function submit(draft: Draft, choice: Choice | undefined, [missing]: MissingField[]) {
    if (running.current) return;
    if (missing || !choice) {
      toast({
        title: "Missing Information",
        description: "Please fill in all required fields",
        destructive: true,
      });
      if (missing) onMissing(missing);
      return;
    }
    running.current = true;
    setProcessing(true);
    const submitted = await requestCheckout(requestOf(draft, choice), draft.id);
    if (submitted.ok) {
      toast({ title: "Redirecting to Payment" });
      setTimeout(() => onOpened(submitted.url, draft), REDIRECT_TO_CHECKOUT_MS);
      return;
    }
    const { url, message } = submitted;
    if (url) {
      toast({ title: "You weren’t charged again", description: message });
      setTimeout(() => onOpened(url, draft), REDIRECT_TO_CHECKOUT_MS);
      return;
    }
    finish();
    toast({ title: "Payment Error", description: message, destructive: true });
    onRefused(submitted);
  }

  return { processing, submit };
}

const FAILED = "Failed to create payment session";

/** Asks for a checkout of this request (spec section 7). Never throws: what went wrong is in the answer. */
async function requestCheckout(request: CreatePayment, draftId: string): Promise<Submitted> {
  try {
    const wrong = await requestErrors(request);
    if (wrong.length > 0) return refusal({ fields: wrong });
    const response = await fetch("/api/create-payment", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": draftId },
      body: JSON.stringify(request),
    });
    const { url, error }: Answer = await response.json();
    if (!response.ok) return refusal(error ?? {});
    if (typeof url !== "string" || !url) return refusal({ message: "No checkout URL received" });
    return { ok: true, url };
  } catch {
    return refusal({ message: `${FAILED}. Please check your connection and try again.` });
  }
}

function refusal({
  message,
  field,
  fields = [],
  slots,
  clashes,
  url,
}: NonNullable<Answer["error"]>): Submitted {
  const all = field && message && fields.length === 0 ? [{ field, message }] : fields;
  const errors = Object.fromEntries(all.map((error) => [formField(error.field), error.message]));
  return { ok: false, message: message ?? all[0]?.message ?? FAILED, errors, slots, clashes, url };
}

/**
 * Sends the draft to /book in the whole window, where it is the same request again: it finds the checkout that was opened,
 * and the draft is kept there for whoever comes back from it.
 */
export function bookAtTop(draft: Draft) {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "/book", target: "_top", hidden: true });
  for (const [name, value] of Object.entries({ ...formOfDraft(draft), intent: "pay" })) {
    const field = document.createElement("textarea"); // an input would lose the lines of the notes
    Object.assign(field, { name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

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
