import { useEffect, useRef, useState } from "react";
import type { Choice } from "~/features/booking/checkout/choice";
import type { Clash } from "~/features/booking/checkout/clash";
import type { Draft, MissingField } from "~/features/booking/checkout/draft";
import type { CreatePayment } from "~/features/booking/checkout/forms";
import { formField, requestOf } from "~/features/booking/checkout/request";
import type { Slot } from "~/features/scheduling/availability/slots";
import { REDIRECT_TO_CHECKOUT_MS } from "~/lib/timings";
import { useToast } from "~/ui/toast";
import { requestErrors } from "./checks";

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
