import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { admin_settings } from "~/db/schema/settings";
import { subselect } from "~/db/subselect";
import { type Area, areaOf } from "~/features/scheduling/roads/area";
import type { CompanyAddress } from "~/lib/postal-address";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { type Database, executePrepared } from "~/platform/database/database.server";
import type { EmailSetup } from "~/platform/outside/mail.server";
import type { PaymentWay } from "~/platform/outside/payment-gateway";
import { type Brand, lettersOf, parseLogo } from "./brand/brand";
import { type FeePolicy, feePolicyOf } from "./fee-policy";
import { FORMS, formValues, SECRET_FIELDS, type SettingsTab } from "./forms";
import { readSecret, readSecretState, type SecretState } from "./secrets.server";
import {
  type Choices,
  currencyChoices,
  parseSettings,
  type Settings,
  type Week,
  zoneChoices,
} from "./settings";
import { phoneWords } from "./site/site";

/** Public company details and the settings that prices depend on. */
export type Company = {
  company_name: string;
  contact_email: string;
  company_description: string;
  phone: string;
  address: CompanyAddress;
  /** Where it cleans, for search engines; a long list of ZIP codes counts as anywhere. */
  area: Area;
  /** Addresses of its pages at social networks; empty without one. */
  socials: { facebook: string; instagram: string; x: string };
  timezone: string;
  default_currency: string;
  tax: { collect: boolean; rate: number };
  /** The opening hours; null: visits at any time. */
  week: Week | null;
  /** What a late cancellation and a no-show of a new booking cost. */
  policy: FeePolicy;
  /** How many days before a plan's price rises its customer hears of it. */
  price_notice_days: number;
  /** What it says of itself on its pages: that it is insured, and that it checks who joins a crew. */
  says: { insured: boolean; checked: boolean };
  brand: Brand;
  /** Whether this is the demo company. */
  is_demo: boolean;
};

/** Reads the settings, once per read-only request. Transactions read them again. */
export function readSettings({ db, once }: Pick<Ctx, "db" | "once">): Promise<Settings> {
  const known = once?.get(db) as Promise<Settings> | undefined;
  if (known) return known;
  const settings = readStored(db);
  once?.set(db, settings);
  return settings;
}

async function readStored(db: Database): Promise<Settings> {
  const { rows } = await executePrepared<{ stored: string }>(db, sql`select ${storedSettings} as stored`);
  return settingsOf(rows[0]?.stored ?? "[]");
}

/** All settings as a subquery for other statements. Parse the result with `settingsOf`. */
export const storedSettings = subselect(sql<string>`(
  select coalesce(json_agg(json_build_object(
    'category', ${admin_settings.category}, 'key', ${admin_settings.key}, 'value', ${admin_settings.value})), '[]')::text
  from ${admin_settings})`);

let last: { stored: string; settings: Settings } | undefined;

/** Parses stored settings. Caches the last result, because every page reads them and they rarely change. */
export function settingsOf(stored: string): Settings {
  if (last?.stored !== stored) last = { stored, settings: Object.freeze(parseSettings(JSON.parse(stored))) };
  return last.settings;
}

/** The company as it was last read by this process, for when the database doesn't answer; else by the defaults. */
export function knownCompany(): Company {
  return companyOf(last?.settings ?? parseSettings([]));
}

export async function readCompany(ctx: Pick<Ctx, "db" | "once">): Promise<Company> {
  return companyOf(await readSettings(ctx));
}

export function companyOf(settings: Settings): Company {
  return {
    company_name: settings["general.company_name"],
    contact_email: settings["general.contact_email"],
    company_description: settings["general.company_description"],
    phone: phoneWords(settings["general.phone"]),
    address: {
      street: settings["general.street"],
      city: settings["general.city"],
      state: settings["general.state"],
      zip: settings["general.zip"],
    },
    area: shortArea(settings),
    socials: {
      facebook: settings["general.social_facebook"],
      instagram: settings["general.social_instagram"],
      x: settings["general.social_x"],
    },
    timezone: settings["general.timezone"],
    default_currency: settings["payments.default_currency"],
    tax: {
      collect: settings["payments.collect_tax"],
      rate: settings["payments.tax_rate"],
    },
    week: settings["hours.week"],
    policy: feePolicyOf(settings),
    price_notice_days: settings["booking.price_notice_days"],
    says: { insured: settings["general.insured"], checked: settings["general.background_checks"] },
    brand: brandOf(settings),
    is_demo: settings["site.kind"] === "demo",
  };
}

function brandOf(settings: Settings): Brand {
  const name = settings["general.company_name"];
  const [initials, accent] = [lettersOf(name), settings["brand.accent"] || null];
  const isOwn = settings["site.kind"] === "own";
  const parts = [name, settings["brand.mark"], accent, settings["brand.logo"]];
  const key = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 20);
  return {
    logo: parseLogo(settings["brand.logo"]),
    letters: settings["brand.mark"] === "letters" ? initials : null,
    initials,
    accent,
    share: isOwn ? `/brand/share-${key}.jpg` : null,
  };
}

/** With every page, so that a list is short. */
const MOST_ZIPS = 30;

function shortArea(settings: Settings): Area {
  const area = areaOf(settings);
  return area.mode === "zips" && area.zips.length > MOST_ZIPS ? { mode: "anywhere" } : area;
}

/** Data of a settings tab: the form's values, and for secrets only whether and when they were set. */
export type SettingsPage = {
  tab: SettingsTab;
  values: Record<string, string>;
  secrets: Record<string, SecretState>;
  zones: Choices | null;
  currencies: Choices | null;
  contact_email: string;
  /** Current payment method and the webhook URL to enter at Stripe. */
  payments: { way: PaymentWay; webhook_url: string } | null;
};

export async function readSettingsPage(ctx: StaffCtx, tab: SettingsTab): Promise<SettingsPage> {
  const settings = await readSettings(ctx);
  const timezone = settings["general.timezone"];
  const fields = Object.keys(FORMS[tab].shape);
  const secrets = Object.entries(SECRET_FIELDS).filter(([field]) => fields.includes(field));
  return {
    tab,
    values: formValues(settings, tab),
    secrets: Object.fromEntries(
      await Promise.all(
        secrets.map(async ([field, name]) => [field, await readSecretState(ctx, name, timezone)] as const),
      ),
    ),
    zones: tab === "general" ? zoneChoices(timezone) : null,
    currencies: tab === "payments" ? currencyChoices() : null,
    contact_email: settings["general.contact_email"],
    payments: tab === "payments" ? await readPayments(ctx) : null,
  };
}

async function readPayments({ payments, origin }: StaffCtx): Promise<SettingsPage["payments"]> {
  return { way: await payments.way(), webhook_url: `${origin}/api/webhooks/stripe` };
}

/** SMTP server and sender address from the settings; null where not set. */
export async function readEmailSetup(ctx: Pick<Ctx, "db" | "vault">): Promise<EmailSetup> {
  const settings = await readSettings(ctx);
  const isNeeded = settings["email.smtp_host"] && settings["email.smtp_user"];
  return emailSetupOf(settings, isNeeded ? await readSecret(ctx, "email.smtp_pass") : null);
}

/** The same of any settings, with the mail password in clear. */
export function emailSetupOf(settings: Settings, password: string | null): EmailSetup {
  const host = settings["email.smtp_host"];
  const user = settings["email.smtp_user"];
  const from = settings["email.from_email"] || null;
  if (!host) return { server: null, from };
  return {
    server: { host, port: settings["email.smtp_port"], user, pass: user ? (password ?? "") : "" },
    from,
  };
}
