import { useEffect, useRef, useState } from "react";
import { REDIRECT_TO_CHECKOUT_MS } from "~/lib/timings";
import { useToast } from "~/ui/toast";
import type { Choice } from "../choice";
import { type Draft, missingFields } from "../draft";
import { requestOf } from "../request";
import { requestCheckout, type Submitted } from "./submit";

type Refused = Extract<Submitted, { ok: false }>;

type Handlers = {
  onMissing: (field: ReturnType<typeof missingFields>[number]) => void;
  onRefused: (refusal: Refused) => void;
};

/** Sends the draft off to checkout: 'Processing...', the toast, and after a second the provider's page (spec section 4). */
export function useCheckout({ onMissing, onRefused }: Handlers) {
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

  async function submit(draft: Draft, choice: Choice | undefined) {
    if (running.current) return;
    const [missing] = missingFields(draft);
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
      setTimeout(() => location.assign(submitted.url), REDIRECT_TO_CHECKOUT_MS);
      return;
    }
    finish();
    toast({ title: "Payment Error", description: submitted.message, destructive: true });
    onRefused(submitted);
  }

  return { processing, submit };
}
