import { type CreatePayment, createPaymentSchema, fieldErrors, formField } from "../forms";
import type { Slot } from "../slots";

export type Submitted =
  | { ok: true; url: string }
  | { ok: false; message: string; errors: Record<string, string>; slots?: Slot[] };

type Answer = {
  url?: unknown;
  error?: { message?: string; field?: string; fields?: { field: string; message: string }[]; slots?: Slot[] };
};

const FAILED = "Failed to create payment session";

/** Asks for a checkout of this request (spec section 7). Never throws: what went wrong is in the answer. */
export async function requestCheckout(request: CreatePayment, draftId: string): Promise<Submitted> {
  const checked = createPaymentSchema.safeParse(request);
  if (!checked.success) return refusal({ fields: fieldErrors(checked.error) });
  try {
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

function refusal({ message, field, fields = [], slots }: NonNullable<Answer["error"]>): Submitted {
  const all = field && message && fields.length === 0 ? [{ field, message }] : fields;
  const errors = Object.fromEntries(all.map((error) => [formField(error.field), error.message]));
  return { ok: false, message: message ?? all[0]?.message ?? FAILED, errors, slots };
}
