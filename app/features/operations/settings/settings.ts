import { z } from "zod";
import { isCurrency, isTimeZone } from "./choices";

const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const number = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number);
const optionalEmail = z.union([z.literal(""), z.email()]);

/** What happens to bookings where cards can't be taken: they are paid for on the day, or not taken online. */
export const WITHOUT_PROVIDER = ["on_the_day", "no_bookings"] as const;

/** Every setting that the program reads, with its default. Stored as text, one row each (spec section 3). */
const settingsSchema = z.object({
  "general.company_name": z.string().min(1).default("White Birch Cleaning"),
  "general.contact_email": z.email().default("hello@whitebirchcleaning.example"),
  "general.company_description": z
    .string()
    .default("Professional cleaning services for homes and businesses in central New Hampshire."),
  "general.phone": z.string().default("(603) 555-0142"),
  "general.timezone": z.string().refine(isTimeZone).default("America/New_York"),
  "notifications.new_booking_notifications": flag.default(true),
  "notifications.payment_notifications": flag.default(true),
  "notifications.contact_form_notifications": flag.default(true),
  "notifications.daily_summary": flag.default(false),
  "payments.stripe_public_key": z.string().default(""),
  "payments.default_currency": z.string().refine(isCurrency).default("USD"),
  "payments.tax_rate": number.pipe(z.number().max(100)).default(8.5),
  "payments.collect_tax": flag.default(false),
  "payments.without_provider": z.enum(WITHOUT_PROVIDER).default("on_the_day"),
  "users.allow_user_registration": flag.default(true),
  "users.require_email_verification": flag.default(false),
  "users.enable_two_factor_auth": flag.default(false),
  "email.smtp_host": z.string().default(""),
  "email.smtp_port": number.pipe(z.int().min(1).max(65_535)).default(587),
  "email.smtp_user": z.string().default(""),
  "email.from_email": optionalEmail.default(""),
  "booking.travel_buffer_minutes": number.pipe(z.int().max(240)).default(30),
});

export type Settings = z.output<typeof settingsSchema>;

/** Settings that are stored sealed and never shown again. They are none of `Settings`: few may open them. */
export const SECRETS = [
  "payments.stripe_secret_key",
  "payments.stripe_webhook_secret",
  "email.smtp_pass",
] as const;

export type SecretName = (typeof SECRETS)[number];

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
