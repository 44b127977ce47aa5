import { sql } from "drizzle-orm";
import { admin_settings } from "~/db/schema/settings";
import { subselect } from "~/db/subselect";
import type { Ctx } from "~/platform/context.server";
import { type Database, executePrepared } from "~/platform/database.server";
import { parseSettings, type Settings } from "./settings";

/** What the public pages say of the company. */
export type Company = {
  company_name: string;
  contact_email: string;
  company_description: string;
  phone: string;
  timezone: string;
  default_currency: string;
  tax: { collect: boolean; rate: number };
};

/** Read once for a request that only reads; a transaction has its own look. */
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

/** All settings, as a part of another statement; `settingsOf` reads them. */
export const storedSettings = subselect(sql<string>`(
  select coalesce(json_agg(json_build_object(
    'category', ${admin_settings.category}, 'key', ${admin_settings.key}, 'value', ${admin_settings.value})), '[]')::text
  from ${admin_settings})`);

let last: { stored: string; settings: Settings } | undefined;

/** They are read for each page, and change a few times a year: what they say is worked out when it is new. */
export function settingsOf(stored: string): Settings {
  if (last?.stored !== stored) last = { stored, settings: Object.freeze(parseSettings(JSON.parse(stored))) };
  return last.settings;
}

export async function readCompany(ctx: Pick<Ctx, "db" | "once">): Promise<Company> {
  return companyOf(await readSettings(ctx));
}

export function companyOf(settings: Settings): Company {
  return {
    company_name: settings["general.company_name"],
    contact_email: settings["general.contact_email"],
    company_description: settings["general.company_description"],
    phone: settings["general.phone"],
    timezone: settings["general.timezone"],
    default_currency: settings["payments.default_currency"],
    tax: {
      collect: settings["payments.collect_tax"],
      rate: settings["payments.tax_rate"],
    },
  };
}
