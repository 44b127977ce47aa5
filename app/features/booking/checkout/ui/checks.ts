import type { CreatePayment } from "~/features/booking/checkout/forms";

/**
 * The schemas are fetched once there is something to check: they weigh more than the page's own script. When they can't
 * be had, it is the server that says what is wrong.
 */
const loadSchemas = () => import("~/features/booking/checkout/forms").catch(() => null);

type Line = "street" | "city" | "state" | "zip";

/** What is wrong with a line of the address that was left; an empty one is only missing. */
export async function lineError(line: Line, value: string): Promise<Partial<Record<Line, string>>> {
  if (!value.trim()) return {};
  const forms = await loadSchemas();
  const message = forms?.bookingFormSchema.shape[line].safeParse(value).error?.issues[0]?.message;
  return message ? { [line]: message } : {};
}

/** The wrong fields of a request, as the server would name them. */
export async function requestErrors(request: CreatePayment): Promise<{ field: string; message: string }[]> {
  const forms = await loadSchemas();
  const error = forms?.createPaymentSchema.safeParse(request).error;
  return forms && error ? forms.fieldErrors(error) : [];
}
