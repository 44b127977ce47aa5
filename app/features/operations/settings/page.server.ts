import type { AdminCtx } from "~/platform/context.server";
import type { PaymentWay } from "~/platform/payment-gateway";
import { type Choices, currencyChoices, zoneChoices } from "./choices";
import { FORMS, formValues, SECRET_FIELDS, type SettingsTab } from "./forms";
import { readSettings } from "./reads.server";
import { readSecretState, type SecretState } from "./secrets.server";

/** One tab of the settings: what its form begins with, and of its secrets only whether and when they were set. */
export type SettingsPage = {
  tab: SettingsTab;
  values: Record<string, string>;
  secrets: Record<string, SecretState>;
  zones: Choices | null;
  currencies: Choices | null;
  contact_email: string;
  /** How the site takes payment, and where Stripe is to send its events. */
  payments: { way: PaymentWay; webhook_url: string } | null;
};

export async function readSettingsPage(ctx: AdminCtx, tab: SettingsTab): Promise<SettingsPage> {
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

async function readPayments({ payments, origin }: AdminCtx): Promise<SettingsPage["payments"]> {
  return { way: await payments.way(), webhook_url: `${origin}/api/webhooks/stripe` };
}
