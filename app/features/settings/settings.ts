import { z } from "zod";

const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const number = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number);

/** Every setting that the program reads, with its default. Stored as text, one row each (spec section 3). */
const settingsSchema = z.object({
  "general.company_name": z.string().min(1).default("White Birch Cleaning"),
  "general.contact_email": z.email().default("hello@whitebirchcleaning.example"),
  "general.company_description": z
    .string()
    .default("Professional cleaning for homes and businesses in central New Hampshire."),
  "general.phone": z.string().default("(603) 555-0142"),
  "general.timezone": z.string().refine(isTimeZone).default("America/New_York"),
  "notifications.contact_form_notifications": flag.default(true),
  "payments.default_currency": z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default("USD"),
  "payments.tax_rate": number.pipe(z.number().max(100)).default(8.5),
  "payments.collect_tax": flag.default(false),
  "users.allow_user_registration": flag.default(true),
  "users.require_email_verification": flag.default(false),
  "users.enable_two_factor_auth": flag.default(false),
  "booking.travel_buffer_minutes": number.pipe(z.int().max(240)).default(30),
});

export type Settings = z.output<typeof settingsSchema>;

/** Reads settings from their stored rows; a value that is not valid falls back to its default. */
export function parseSettings(rows: { category: string; key: string; value: string }[]): Settings {
  const stored: Record<string, string> = {};
  for (const { category, key, value } of rows) {
    const name = `${category}.${key}`;
    const field = (settingsSchema.shape as Record<string, z.ZodType>)[name];
    if (field?.safeParse(value).success) stored[name] = value;
  }
  return settingsSchema.parse(stored);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return name !== "";
  } catch {
    return false;
  }
}
