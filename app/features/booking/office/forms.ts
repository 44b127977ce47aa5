import { z } from "zod";
import {
  address,
  bookingFormSchema,
  type CreatePayment,
  fieldErrors,
  toCreatePayment,
} from "~/features/booking/checkout/forms";
import { LIMITS } from "~/features/booking/limits";
import { PHONE_PAYS } from "~/features/booking/phone/view";
import type { Service } from "~/features/catalog/service";
import { isUuid } from "~/lib/ids";
import { cleanBlock, cleanLine } from "~/lib/text";

const PHONE_LIMIT = 40;
const NOTE_LIMIT = 4000;

const customer = {
  customer_name: optionalLine("Name", LIMITS.name).pipe(z.string().min(1, "Name is required.")),
  customer_email: optionalLine("Email", LIMITS.email).refine(
    (text) => text === "" || z.email().safeParse(text).success,
    "Please enter a valid email address",
  ),
  customer_phone: optionalLine("Phone", PHONE_LIMIT),
};

const NO_CONTACT = "Enter an email address or a phone number.";

type Contact = { customer_email: string; customer_phone: string };

function isReachable({ customer_email, customer_phone }: Contact): boolean {
  return customer_email !== "" || customer_phone !== "";
}

/** Why staff set aside when or where visits can be; empty: they don't. */
export const overrideReason = optionalLine("Reason", LIMITS.override);

/** What staff can change about a booking beside its time, crew and status. */
export const detailsSchema = z
  .object({
    ...customer,
    ...address,
    apartment: optionalLine("Apartment", LIMITS.street),
    bedrooms: rooms(),
    bathrooms: rooms(),
    notes: optionalBlock("Notes", LIMITS.notes),
    override_reason: overrideReason,
  })
  .refine(isReachable, { error: NO_CONTACT, path: ["customer_phone"] });

export type DetailsForm = z.output<typeof detailsSchema>;

/** The customer and crew of a phone booking. The visit is checked as on the booking page. */
const phoneSchema = z
  .object({
    ...customer,
    customer_id: z.string().refine(isUuid).optional().catch(undefined),
    crew_id: z.string().refine(isUuid).optional().catch(undefined),
    override_reason: overrideReason,
    apartment: optionalLine("Apartment", LIMITS.street),
    pay: z.enum(PHONE_PAYS, "Choose when it is paid.").default("day"),
  })
  .refine(isReachable, { error: NO_CONTACT, path: ["customer_phone"] })
  .refine(({ pay, customer_email }) => pay === "day" || customer_email !== "", {
    error: "Enter an email address: the link to pay goes there.",
    path: ["customer_email"],
  });

export type PhoneForm = z.output<typeof phoneSchema>;

export const noteSchema = z.object({
  note_id: z.string().refine(isUuid),
  body: optionalBlock("Note", NOTE_LIMIT).pipe(z.string().min(1, "Write a note first.")),
});

function optionalLine(label: string, max: number) {
  return z
    .string()
    .overwrite(cleanLine)
    .refine((text) => text.length <= max, `${label} can have at most ${max} characters.`)
    .default("");
}

function optionalBlock(label: string, max: number) {
  return z
    .string()
    .overwrite(cleanBlock)
    .refine((text) => text.length <= max, `${label} can have at most ${max} characters.`)
    .default("");
}

/** Empty, or a small number. */
function rooms() {
  return z
    .string()
    .trim()
    .regex(/^\d{0,2}$/, "Enter a number.")
    .transform((digits) => (digits === "" ? null : Number(digits)))
    .default(null);
}

type Checked =
  | { ok: true; request: CreatePayment; customer: PhoneForm }
  | { ok: false; errors: Record<string, string> };

/** The whole form of a booking by telephone: who called, and the visit, as on the booking page. Every wrong field once. */
export function checkPhoneForm(fields: Record<string, string>, service: Service | null): Checked {
  const customer = phoneSchema.safeParse(fields);
  const visit = bookingFormSchema.safeParse({ ...fields, type: service?.service_type ?? "residential" });
  const wrong = [customer, visit].flatMap(({ error }) => (error ? fieldErrors(error) : []));
  if (!service) wrong.push({ field: "service", message: "Choose a service." });
  if (!customer.success || !visit.success || !service) {
    return { ok: false, errors: Object.fromEntries(wrong.map(({ field, message }) => [field, message])) };
  }
  const { draft_id: _draft, property: _property, ...form } = visit.data;
  return { ok: true, request: toCreatePayment(form, service), customer: customer.data };
}
