import { z } from "zod";
import { isDialable, NO_PHONE } from "~/lib/phone";
import { cleanBlock, cleanLine } from "~/lib/text";
import { isCurrency, isTimeZone, type SecretName, type Settings, WITHOUT_PROVIDER } from "./settings";

/** The tabs that have a form; the order is that of the specification. */
export const SETTINGS_TABS = ["general", "notifications", "payments", "users", "email"] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** The tab that the address asks for; else the first. */
export function settingsTab(asked: string | null): SettingsTab {
  return SETTINGS_TABS.find((tab) => tab === asked) ?? "general";
}

export const LIMITS = {
  name: 80,
  email: 254,
  phone: 40,
  description: 300,
  host: 253,
  secret: 255,
  travel: 240,
} as const;

const INVALID_EMAIL = "Please enter a valid email address";

/** A box to tick, as it is stored. */
const flag = z
  .literal("on")
  .optional()
  .transform((value) => (value === "on" ? "true" : "false"));

const email = line("Email", LIMITS.email).refine((text) => z.regexes.email.test(text), INVALID_EMAIL);

/** Left empty, a secret stays as it is. */
const secret = z
  .string()
  .overwrite((text) => text.trim())
  .max(LIMITS.secret, `This can have at most ${LIMITS.secret} characters`)
  .optional();

/** What each tab's form has, and how it is stored: every setting is text. */
export const FORMS = {
  general: z.object({
    company_name: line("Company name", LIMITS.name),
    contact_email: email,
    phone: line("Phone", LIMITS.phone).refine(isDialable, NO_PHONE),
    company_description: z
      .string("Description is required")
      .overwrite((text) => cleanBlock(text).replace(/\s+/g, " "))
      .min(1, { error: "Description is required", abort: true })
      .max(LIMITS.description, `Description can have at most ${LIMITS.description} characters`),
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
  }),
  notifications: z.object({
    new_booking_notifications: flag,
    payment_notifications: flag,
    contact_form_notifications: flag,
    daily_summary: flag,
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
    without_provider: z.enum(WITHOUT_PROVIDER, "Please choose one").default("on_the_day"),
  }),
  users: z.object({
    allow_user_registration: flag,
    require_email_verification: flag,
    enable_two_factor_auth: flag,
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

/** A checked form of any tab. */
export type SettingsValues = Record<string, string | undefined>;

/** Each secret's place in the forms. */
export const SECRET_FIELDS: Record<string, SecretName> = {
  stripe_secret_key: "payments.stripe_secret_key",
  stripe_webhook_secret: "payments.stripe_webhook_secret",
  smtp_pass: "email.smtp_pass",
};

/** The category under which a field of a tab's form is stored. */
export function categoryOf(tab: SettingsTab, field: string): string {
  return field === "travel_buffer_minutes" ? "booking" : tab;
}

/** What a form says that it began with; null when it doesn't, or can't be read. */
export function readSeen(json: string | undefined): SettingsValues | null {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(json ?? ""));
  } catch {
    return null;
  }
}

/** What the form of a tab begins with. */
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
