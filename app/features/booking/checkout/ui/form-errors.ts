import type { Draft } from "~/features/booking/checkout/draft";
import type { CreatePayment } from "~/features/booking/checkout/forms";
import type { BookingTab, MissingField } from "~/features/booking/checkout/steps";

/** What is wrong with a booking's form, by the name of the field. */
export type Errors = Record<string, string>;

/** A new visitor begins at the beginning; a returning one, or one with an error, where something is left to do. */
export function firstTab(draft: Draft, missing: readonly MissingField[], errors: Errors = {}): BookingTab {
  const wrong = firstWrong(errors);
  if (wrong) return wrong.tab;
  if (!draft.date && !draft.address.street) return "service";
  return missing[0]?.tab ?? "location";
}

const TAB_OF_FIELD: Record<string, BookingTab> = {
  service: "service",
  type: "service",
  date: "when",
  time: "when",
  frequency: "when",
  moves: "when",
  hours: "details",
  bedrooms: "details",
  bathrooms: "details",
  half_baths: "details",
  square_feet: "details",
  extras: "details",
  notes: "details",
  street: "location",
  city: "location",
  state: "location",
  zip: "location",
  property: "location",
};

/** The first field with an error, and its tab; what is wrong with the request as a whole is no field's. */
export function firstWrong(errors: Errors): { field: string; tab: BookingTab } | undefined {
  for (const field of Object.keys(errors)) {
    const tab = TAB_OF_FIELD[field];
    if (tab) return { field, tab };
  }
}

export function without(errors: Errors, fields: string[]): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)));
}

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

/** 'Continue' hides itself with its tab; the focus must not get lost with it. */
export function focusOpenTab(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
}

/** Brings the focus to a field: of several, to the one that is chosen. */
export function focusField(form: HTMLFormElement | null, field: string) {
  const inputs =
    form?.querySelectorAll<HTMLElement>(
      `[name="${CSS.escape(field)}"]:not(:disabled):not([type="hidden"])`,
    ) ?? [];
  const target =
    [...inputs].find((input) => input.matches(":checked")) ??
    inputs[0] ??
    form?.ownerDocument.getElementById(field);
  target?.focus();
}
