import { z } from "zod";
import { zipOf } from "~/features/scheduling/roads/area";
import { isDialable, NO_PHONE } from "~/lib/phone";
import { cleanBlock, cleanLine } from "~/lib/text";
import { isCurrency, isTimeZone, type SecretName, type Settings, WITHOUT_PROVIDER } from "./settings";

/** Tabs with a form, in the order of the specification. */
export const SETTINGS_TABS = ["general", "notifications", "payments", "users", "email"] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** Tab named by the URL, or the first one. */
export function settingsTab(asked: string | null): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === asked) ?? "general";
}

export const LIMITS = {
  name: 80,
  email: 254,
  phone: 40,
  description: 300,
  address: 200,
  street: 120,
  city: 60,
  state: 40,
  zip: 10,
  host: 253,
  secret: 255,
  travel: 240,
} as const;

/** For how many days sign-ins may be kept. */
const KEPT_DAYS = { least: 7, most: 730 } as const;

/** Miles per hour. */
const SPEED = { least: 5, most: 80 };

const INVALID_EMAIL = "Please enter a valid email address";

/** The address of a page elsewhere, which may be missing. */
const address = (label: string) =>
  optionalLine(LIMITS.address).refine(
    (text) => text === "" || z.url({ protocol: /^https$/ }).safeParse(text).success,
    `${label} must be an address that begins with https://`,
  );

/** A checkbox, stored as "true" or "false". */
const flag = z
  .literal("on")
  .optional()
  .transform((value) => (value === "on" ? "true" : "false"));

const email = line("Email", LIMITS.email).refine((text) => z.regexes.email.test(text), INVALID_EMAIL);

/** An empty field keeps the stored secret. */
const secret = z
  .string()
  .overwrite((text) => text.trim())
  .max(LIMITS.secret, `This can have at most ${LIMITS.secret} characters`)
  .optional();

/** Form schema of each tab. Settings are stored as text. */
export const FORMS = {
  general: z.object({
    company_name: line("Company name", LIMITS.name),
    contact_email: email,
    phone: line("Phone", LIMITS.phone).refine(isDialable, NO_PHONE),
    relay_phone: optionalLine(LIMITS.phone).refine((text) => text === "" || isDialable(text), NO_PHONE),
    company_description: z
      .string("Description is required")
      .overwrite((text) => cleanBlock(text).replace(/\s+/g, " "))
      .min(1, { error: "Description is required", abort: true })
      .max(LIMITS.description, `Description can have at most ${LIMITS.description} characters`),
    street: optionalLine(LIMITS.street),
    city: optionalLine(LIMITS.city),
    state: optionalLine(LIMITS.state),
    zip: optionalLine(LIMITS.zip).refine(
      (text) => text === "" || zipOf(text) !== null,
      "ZIP code must have 5 digits, like 03263, or 9, like 03263-1234",
    ),
    insured: flag,
    background_checks: flag,
    social_facebook: address("Facebook page"),
    social_instagram: address("Instagram page"),
    social_x: address("X page"),
    timezone: z.string("Please choose a time zone").refine(isTimeZone, "Please choose a time zone"),
    travel_buffer_minutes: z
      .string("Travel time is required")
      .overwrite(cleanLine)
      .min(1, { error: "Travel time is required", abort: true })
      .refine(
        (text) => /^\d{1,3}$/.test(text) && Number(text) <= LIMITS.travel,
        `Travel time must be a whole number from 0 to ${LIMITS.travel}`,
      )
      .overwrite((text) => (/^\d+$/.test(text) ? String(Number(text)) : text)),
    drive_times: flag,
    miles_per_hour: z
      .string()
      .default("30")
      .overwrite(cleanLine)
      .refine(
        (text) => /^\d{1,2}$/.test(text) && Number(text) >= SPEED.least && Number(text) <= SPEED.most,
        `Speed must be a whole number from ${SPEED.least} to ${SPEED.most}`,
      )
      .overwrite((text) => (/^\d+$/.test(text) ? String(Number(text)) : text)),
  }),
  notifications: z.object({
    new_booking_notifications: flag,
    payment_notifications: flag,
    contact_form_notifications: flag,
    daily_summary: flag,
    on_the_way_emails: flag,
  }),
  payments: z.object({
    stripe_public_key: optionalLine(LIMITS.secret).refine(
      (text) => text === "" || /^pk_(test|live)_\w+$/.test(text),
      "A publishable key starts with pk_test_ or pk_live_",
    ),
    stripe_secret_key: secret.refine(
      (text) => !text || /^(sk|rk)_(test|live)_\w+$/.test(text),
      "A secret key starts with sk_test_ or sk_live_",
    ),
    stripe_webhook_secret: secret.refine(
      (text) => !text || /^whsec_[\w+/=]+$/.test(text),
      "A signing secret starts with whsec_",
    ),
    default_currency: z.string("Please choose a currency").refine(isCurrency, "Please choose a currency"),
    tax_rate: z
      .string("Tax rate is required")
      .overwrite((text) => cleanLine(text).replace(/\s*%$/, ""))
      .min(1, { error: "Tax rate is required", abort: true })
      .refine(
        (text) => /^\d{1,3}(\.\d{1,3})?$/.test(text) && Number(text) <= 100,
        "Tax rate must be a number from 0 to 100",
      )
      .overwrite((text) => (Number.isNaN(Number(text)) ? text : String(Number(text)))),
    collect_tax: flag,
    card_allowance: z
      .string()
      .default("20")
      .overwrite((text) => cleanLine(text).replace(/\s*%$/, ""))
      .refine(
        (text) => /^\d{1,3}$/.test(text) && Number(text) <= 100,
        "Allowance must be a whole number from 0 to 100",
      )
      .overwrite((text) => (/^\d+$/.test(text) ? String(Number(text)) : text)),
    without_provider: z.enum(WITHOUT_PROVIDER, "Please choose one").default("on_the_day"),
  }),
  users: z.object({
    allow_user_registration: flag,
    require_email_verification: flag,
    enable_two_factor_auth: flag,
    second_factor_from: optionalLine(10).refine(
      (text) => text === "" || z.iso.date().safeParse(text).success,
      "Please enter a date",
    ),
    sign_in_days: z
      .string()
      .default("90")
      .overwrite(cleanLine)
      .refine(
        (text) => /^\d{1,3}$/.test(text) && Number(text) >= KEPT_DAYS.least && Number(text) <= KEPT_DAYS.most,
        `Days must be a whole number from ${KEPT_DAYS.least} to ${KEPT_DAYS.most}`,
      )
      .overwrite((text) => (/^\d+$/.test(text) ? String(Number(text)) : text)),
  }),
  email: z.object({
    smtp_host: optionalLine(LIMITS.host)
      .overwrite((text) => text.toLowerCase())
      .refine(
        (text) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[0-9a-f:]+$|^$/.test(text),
        "Please enter a host name, like smtp.example.com",
      ),
    smtp_port: z
      .string("Port is required")
      .overwrite(cleanLine)
      .min(1, { error: "Port is required", abort: true })
      .refine(
        (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535,
        "Port must be a whole number from 1 to 65535",
      )
      .overwrite((text) => (/^\d+$/.test(text) ? String(Number(text)) : text)),
    smtp_user: optionalLine(LIMITS.email),
    smtp_pass: secret,
    from_email: optionalLine(LIMITS.email).refine(
      (text) => text === "" || z.regexes.email.test(text),
      INVALID_EMAIL,
    ),
  }),
} as const;

/** Validated form values of any tab. */
export type SettingsValues = Record<string, string | undefined>;

/** Setting name of each secret field. */
export const SECRET_FIELDS: Record<string, SecretName> = {
  stripe_secret_key: "payments.stripe_secret_key",
  stripe_webhook_secret: "payments.stripe_webhook_secret",
  smtp_pass: "email.smtp_pass",
};

/** Fields that are stored under another category than their tab's. */
const CATEGORIES: Record<string, string> = {
  travel_buffer_minutes: "booking",
  drive_times: "roads",
  miles_per_hour: "roads",
  relay_phone: "crews",
  on_the_way_emails: "crews",
};

/** Category that a form field is stored under. */
export function categoryOf(tab: SettingsTab, field: string): string {
  return CATEGORIES[field] ?? tab;
}

/** Parses the values that a form started with; null if missing or invalid. */
export function parseInitialValues(json: string | undefined): Record<string, string> | null {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(json ?? ""));
  } catch {
    return null;
  }
}

/** Initial values of a tab's form. */
export function formValues(settings: Settings, tab: SettingsTab): Record<string, string> {
  return Object.fromEntries(
    Object.keys(FORMS[tab].shape).flatMap((key) => {
      const value = (settings as Record<string, unknown>)[`${categoryOf(tab, key)}.${key}`];
      if (value === undefined || value === false) return [];
      return [[key, value === true ? "on" : String(value)]];
    }),
  );
}

function line(label: string, max: number) {
  return z
    .string(`${label} is required`)
    .overwrite(cleanLine)
    .min(1, { error: `${label} is required`, abort: true })
    .max(max, { error: `${label} can have at most ${max} characters`, abort: true });
}

function optionalLine(max: number) {
  return z
    .string()
    .overwrite(cleanLine)
    .max(max, { error: `This can have at most ${max} characters`, abort: true })
    .default("");
}
