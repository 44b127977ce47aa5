import { z } from "zod";
import { address } from "~/features/booking/checkout/forms";
import { LIMITS as ADDRESS_LIMITS } from "~/features/booking/limits";
import { SERVICE_TYPES } from "~/features/catalog/service";
import { cleanBlock, cleanLine } from "~/lib/text";

/** Maximum lengths in characters. Those of the address are the booking form's. */
export const LIMITS = {
  name: 80,
  address_line1: ADDRESS_LIMITS.street,
  address_line2: 80,
  city: ADDRESS_LIMITS.city,
  state: ADDRESS_LIMITS.state,
  zip_code: ADDRESS_LIMITS.zip,
  special_instructions: 1000,
  pets: 300,
  parking: 300,
} as const;

const REQUIRED = { address_line1: "Street", city: "City", state: "State", zip_code: "ZIP code" } as const;

/** What crews should know of a home. */
const notes = {
  special_instructions: optionalText("Special instructions", LIMITS.special_instructions, cleanBlock),
  pets: optionalText("Pets", LIMITS.pets, cleanBlock),
  parking: optionalText("Parking", LIMITS.parking, cleanBlock),
};

/** `version` of the property that the form shows. Detects changes made in another window. */
const version = z.string().max(60).optional();

/** The same for the office, which leaves address and rooms to the customer. */
export const homeNotesSchema = z.object({ ...notes, version });
export type HomeNotesForm = z.output<typeof homeNotesSchema>;

const ROOMS = ["bedrooms", "bathrooms", "half_baths", "square_footage"];

/** Property form. Empty optional fields become null. Rooms apply to homes only (spec section 5). */
export const propertySchema = z.preprocess(
  withoutRoomsUnlessHome,
  z.object({
    name: optionalText("Name", LIMITS.name, cleanLine),
    property_type: z.enum(SERVICE_TYPES, "Type must be residential or commercial."),
    address_line1: address.street,
    address_line2: optionalText("Apartment", LIMITS.address_line2, cleanLine),
    city: address.city,
    state: address.state,
    zip_code: address.zip,
    bedrooms: wholeNumber("Bedrooms", 50),
    bathrooms: wholeNumber("Bathrooms", 50),
    half_baths: wholeNumber("Half baths", 50),
    square_footage: wholeNumber("Square footage", 1_000_000),
    ...notes,
    version,
  }),
);

export type PropertyForm = z.output<typeof propertySchema>;
/** Field values as text. */
export type PropertyFields = Partial<Record<keyof PropertyForm, string>>;

/** Labels of the required lines that are empty (spec section 5). */
export function missingLines(textOf: (name: keyof typeof REQUIRED) => string | undefined): string[] {
  const names = Object.keys(REQUIRED) as (keyof typeof REQUIRED)[];
  return names.filter((name) => !textOf(name)?.trim()).map((name) => REQUIRED[name]);
}

/** A commercial property submits its hidden room fields. They are dropped. */
function withoutRoomsUnlessHome(fields: unknown): unknown {
  const { property_type } = (fields ?? {}) as { property_type?: unknown };
  if (property_type !== "commercial") return fields;
  return Object.fromEntries(Object.entries(fields as object).filter(([name]) => !ROOMS.includes(name)));
}

function optionalText(label: string, max: number, clean: (text: string) => string) {
  return z
    .string()
    .overwrite(clean)
    .max(max, `${label} can have at most ${max} characters.`)
    .optional()
    .transform((text) => text || null);
}

function wholeNumber(label: string, max: number) {
  const message = `${label} must be a whole number up to ${max.toLocaleString("en-US")}.`;
  return z
    .string()
    .overwrite((text) => cleanLine(text).replaceAll(",", ""))
    .regex(/^\d*$/, { error: message, abort: true })
    .refine((digits) => Number(digits) <= max, message)
    .optional()
    .transform((digits) => (digits ? Number(digits) : null));
}
