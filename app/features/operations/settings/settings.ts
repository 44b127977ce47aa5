import { z } from "zod";
import { AREA_MODES, MILES } from "~/features/scheduling/roads/area";
import { SITE_LABELS, siteShape } from "./site/site";

const flag = z.enum(["true", "false"]).transform((value) => value === "true");
const number = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number);
const optionalDay = z.union([z.literal(""), z.iso.date()]);
/** Cents; empty: no limit. */
const limit = z.union([z.literal("").transform(() => null), number.pipe(z.int().max(100_000_000))]);
const optionalEmail = z.union([z.literal(""), z.email()]);

const wallClock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const optionalAddress = z.union([z.literal(""), z.url({ protocol: /^https$/ })]);
const openingHours = z
  .object({ opens: wallClock, last_finish: wallClock })
  .refine(({ opens, last_finish }) => opens < last_finish);
const week = z.array(openingHours.nullable()).length(7).readonly();

/** A day's opening hours, company time: a visit starts at `opens` ("08:00") or later and is over by `last_finish`. */
export type OpeningHours = z.output<typeof openingHours>;
/** Sunday first; null is a day on which the company is closed. */
export type Week = z.output<typeof week>;

/** How bookings work without a card provider: paid on the day, or not taken online. */
export const WITHOUT_PROVIDER = ["on_the_day", "no_bookings"] as const;

/** Every setting with its default. Stored as text, one row each (spec section 3). */
const settingsSchema = z.object({
  "general.company_name": z.string().min(1).default("White Birch Cleaning"),
  "general.contact_email": z.email().default("hello@whitebirchcleaning.example"),
  "general.company_description": z
    .string()
    .default("Professional cleaning services for homes and businesses."),
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
  "payments.card_allowance": number.pipe(z.int().max(100)).default(20),
  "payments.without_provider": z.enum(WITHOUT_PROVIDER).default("on_the_day"),
  "users.allow_user_registration": flag.default(true),
  "users.require_email_verification": flag.default(false),
  "users.enable_two_factor_auth": flag.default(false),
  /** The day from which the office opens only to staff with a second factor (UTC); empty: it opens to all. */
  "users.second_factor_from": optionalDay.default(""),
  /** For how many days sign-ins and refusals are kept. */
  "users.sign_in_days": number.pipe(z.int().min(7).max(730)).default(90),
  /** What one person of the role may give back of an order alone within 24 hours. Owners have no limit. */
  "users.refund_limit_manager": limit.default(50_000),
  "users.refund_limit_bookkeeper": limit.default(10_000),
  "email.smtp_host": z.string().default(""),
  "email.smtp_port": number.pipe(z.int().min(1).max(65_535)).default(587),
  "email.smtp_user": z.string().default(""),
  "email.from_email": optionalEmail.default(""),
  "booking.travel_buffer_minutes": number.pipe(z.int().max(240)).default(30),
  "booking.floor_per_crew_hour": number.pipe(z.int().max(100_000)).default(0),
  "booking.free_cancellation_hours": number.pipe(z.int().max(720)).default(24),
  "booking.late_fee_percent": number.pipe(z.int().max(100)).default(50),
  "booking.no_show_percent": number.pipe(z.int().max(100)).default(100),
  /** How many days before a plan's new price its customer hears of it. The terms say so. */
  "booking.price_notice_days": number.pipe(z.int().min(1).max(365)).default(30),
  /** Cents of credit for who recommends us, and for who comes by it; 0: none. */
  "referrals.referrer_amount": number.pipe(z.int().max(100_000)).default(0),
  "referrals.friend_amount": number.pipe(z.int().max(100_000)).default(0),
  /** Crews call and text customers through this number; empty: the customer's own. */
  "crews.relay_phone": z.string().default(""),
  /** Whether customers get an email when their crew is on the way. */
  "crews.on_the_way_emails": flag.default(true),
  /** Whether customers see the photos that crews take before and after their visit. */
  "crews.customer_photos": flag.default(false),
  "roads.drive_times": flag.default(false),
  "roads.miles_per_hour": number.pipe(z.int().min(5).max(80)).default(30),
  "hours.week": json(week.nullable()).default(null),
  "hours.lead_hours": number.pipe(z.int().max(336)).default(0),
  "hours.holidays": json(z.array(z.string()).readonly()).default([]),
  "hours.days_ahead": number.pipe(z.int().min(1).max(730)).default(365),
  /** For how many hours after a visit its customer may claim that something isn't right; 0: no claims. */
  "claims.hours": number.pipe(z.int().max(168)).default(24),
  /** Within how many hours the office answers a claim. */
  "claims.answer_hours": number.pipe(z.int().min(1).max(168)).default(24),
  /** Where customers review the company on Google; empty: nowhere. */
  "reviews.google_url": optionalAddress.default(""),
  "area.mode": z.enum(AREA_MODES).default("anywhere"),
  "area.zips": z.string().default(""),
  "area.base_zip": z.string().default(""),
  "area.radius_miles": number.pipe(z.int().min(MILES.least).max(MILES.most)).default(25),
  ...siteShape,
});

/** JSON in a setting's text. */
function json<Value extends z.ZodType>(value: Value) {
  return z
    .string()
    .transform((text, { addIssue }) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        addIssue("This is not JSON");
        return z.NEVER;
      }
    })
    .pipe(value);
}

export type Settings = z.output<typeof settingsSchema>;

/** Settings that are stored encrypted and never shown. Not part of `Settings`, because few functions may read them. */
export const SECRETS = [
  "payments.stripe_secret_key",
  "payments.stripe_webhook_secret",
  "email.smtp_pass",
] as const;

export type SecretName = (typeof SECRETS)[number];

/** Parses stored rows. An invalid value falls back to its default. */
export function parseSettings(rows: { category: string; key: string; value: string }[]): Settings {
  const stored: Record<string, string> = {};
  for (const { category, key, value } of rows) {
    const name = `${category}.${key}`;
    const field = (settingsSchema.shape as Record<string, z.ZodType>)[name];
    if (field?.safeParse(value).success) stored[name] = value;
  }
  return settingsSchema.parse(stored);
}

/** Whether the text is an IANA time zone name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return name !== "" && !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Whether prices can be in this currency. It must have hundredths, because amounts are stored in cents. */
export function isCurrency(code: string): boolean {
  if (!currencies.has(code)) return false;
  const { maximumFractionDigits } = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits === 2;
}

type Choice = { value: string; label: string };
export type Choices = { near: Choice[]; others: Choice[] };

/** Currencies to choose from, the region's first. */
export function currencyChoices(): Choices {
  const names = new Intl.DisplayNames("en-US", { type: "currency" });
  const toChoice = (value: string) => ({ value, label: `${value} – ${names.of(value)}` });
  const near = ["USD", "CAD"];
  const others = Intl.supportedValuesOf("currency").filter(
    (code) => !near.includes(code) && isCurrency(code) && names.of(code) !== code,
  );
  return { near: near.map(toChoice), others: others.map(toChoice) };
}

const US_ZONES: Choice[] = [
  { value: "America/New_York", label: "Eastern – New York" },
  { value: "America/Chicago", label: "Central – Chicago" },
  { value: "America/Denver", label: "Mountain – Denver" },
  { value: "America/Phoenix", label: "Mountain – Phoenix" },
  { value: "America/Los_Angeles", label: "Pacific – Los Angeles" },
  { value: "America/Anchorage", label: "Alaska – Anchorage" },
  { value: "Pacific/Honolulu", label: "Hawaii – Honolulu" },
];

/** Time zones to choose from, those of the United States first. Always includes `current`. */
export function zoneChoices(current: string): Choices {
  const near = new Set(US_ZONES.map(({ value }) => value));
  const others = new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]);
  if (!near.has(current)) others.add(current);
  return {
    near: US_ZONES,
    others: [...others]
      .filter((zone) => !near.has(zone))
      .sort()
      .map((value) => ({ value, label: value.replaceAll("_", " ") })),
  };
}

/** Name of each setting for staff; follows "changed the" in a sentence. */
export const SETTING_LABELS: Record<keyof Settings | SecretName, string> = {
  "general.company_name": "company name",
  "general.contact_email": "contact email",
  "general.company_description": "company description",
  "general.phone": "phone",
  "general.timezone": "time zone",
  "notifications.new_booking_notifications": "new booking notices",
  "notifications.payment_notifications": "payment notices",
  "notifications.contact_form_notifications": "contact form notices",
  "notifications.daily_summary": "daily summary",
  "payments.stripe_public_key": "Stripe publishable key",
  "payments.stripe_secret_key": "Stripe secret key",
  "payments.stripe_webhook_secret": "Stripe webhook signing secret",
  "payments.default_currency": "currency",
  "payments.tax_rate": "tax rate",
  "payments.collect_tax": "tax on new bookings",
  "payments.card_allowance": "allowance of saved cards",
  "payments.without_provider": "booking without a card provider",
  "users.allow_user_registration": "sign-up of new accounts",
  "users.require_email_verification": "email verification",
  "users.enable_two_factor_auth": "two-factor authentication for customers",
  "users.second_factor_from": "second factor of staff",
  "users.sign_in_days": "days for which sign-ins are kept",
  "users.refund_limit_manager": "refund limit of managers",
  "users.refund_limit_bookkeeper": "refund limit of bookkeepers",
  "email.smtp_host": "SMTP host",
  "email.smtp_port": "SMTP port",
  "email.smtp_user": "SMTP user name",
  "email.smtp_pass": "SMTP password",
  "email.from_email": "From email",
  "booking.travel_buffer_minutes": "travel time between visits",
  "booking.floor_per_crew_hour": "lowest price of a crew-hour",
  "booking.free_cancellation_hours": "hours until which cancelling is free",
  "booking.late_fee_percent": "fee for a late cancellation",
  "booking.no_show_percent": "fee for a no-show",
  "booking.price_notice_days": "notice before a plan's price rises, in days",
  "referrals.referrer_amount": "credit for recommending us",
  "referrals.friend_amount": "credit for coming by a referral",
  "crews.relay_phone": "number for crews' calls to customers",
  "claims.hours": "hours to claim after a visit",
  "claims.answer_hours": "hours to answer a claim",
  "reviews.google_url": "Google review link",
  "crews.on_the_way_emails": "emails when a crew is on the way",
  "crews.customer_photos": "crews' photos for customers",
  "roads.drive_times": "driving times between ZIP codes",
  "roads.miles_per_hour": "driving speed",
  "hours.week": "opening hours",
  "hours.lead_hours": "hours between booking and visit",
  "hours.holidays": "holidays",
  "hours.days_ahead": "days that can be booked ahead",
  "area.mode": "service area",
  "area.zips": "ZIP codes of the service area",
  "area.base_zip": "base of the service area",
  "area.radius_miles": "miles around the base",
  ...SITE_LABELS,
};

/** Labels by key without category, as in the audit trail. */
export const LABELS_BY_KEY: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SETTING_LABELS).map(([name, label]) => [name.split(".")[1], label]),
);

type Keys = { stripe_public_key?: string; stripe_secret_key?: string };

/** Stored secret key; `key` is null if it was encrypted with another APP_SECRET. */
export type StoredKey = { key: string | null } | null;

/** Error for a pair of Stripe keys that can't be saved; null if they match or neither is set. */
export function keysError(form: Keys, stored: StoredKey): { field: keyof Keys; message: string } | null {
  const hasSecret = Boolean(form.stripe_secret_key) || stored !== null;
  const secret = form.stripe_secret_key || stored?.key;
  if (form.stripe_public_key && secret) {
    const wrong = keyPairError(form.stripe_public_key, secret);
    const message = `${wrong} Please enter two test keys or two live keys.`;
    return wrong
      ? { field: form.stripe_secret_key ? "stripe_secret_key" : "stripe_public_key", message }
      : null;
  }
  if (Boolean(form.stripe_public_key) === hasSecret) return null;
  if (!hasSecret) {
    const message = "Please enter the secret key too: Stripe needs both keys";
    return { field: "stripe_secret_key", message };
  }
  const message = form.stripe_secret_key
    ? "Please enter the publishable key too: Stripe needs both keys"
    : "Please enter the publishable key: the secret key is set, and Stripe needs both. To stop using Stripe, remove the secret key.";
  return { field: "stripe_public_key", message };
}

/** Error for two keys that can't belong together; null if they can. The form schema checks their prefixes. */
export function keyPairError(publicKey: string, secretKey: string): string | null {
  if (!publicKey || !secretKey) return "Save both keys first.";
  return isTestKey(publicKey) === isTestKey(secretKey)
    ? null
    : "One of the keys is a test key and the other is a live key.";
}

/** Whether the key is a test key, which moves no money. */
export function isTestKey(key: string): boolean {
  return /^[a-z]+_test_/.test(key);
}
