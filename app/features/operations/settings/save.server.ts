import { isIP } from "node:net";
import { admin_settings } from "~/db/schema/settings";
import type { StaffCtx } from "~/platform/context.server";
import {
  type Database,
  EXCLUSION_VIOLATION,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database/database.server";
import { isPublicAddress } from "~/platform/outside/public-address.server";
import { categoryOf, formValues, SECRET_FIELDS, type SettingsTab, type SettingsValues } from "./forms";
import { readSettings } from "./queries.server";
import { readStoredKey, whereIs } from "./secrets.server";
import { keysError, type SecretName } from "./settings";
import { reAnchorVisits } from "./shift-visits.server";
import { recordSettings, storeSetting } from "./store.server";
import { keepUndo, readPart } from "./undo.server";

/** Possibly personal data, so the audit trail records only that they changed. */
const ADDRESSES = new Set(["contact_email", "smtp_user", "from_email"]);

export type SaveOutcome = { ok: true } | { ok: false; reason: "wrong"; field: string; message: string };

/**
 * Saves a tab's validated form. An empty secret field keeps the stored secret. The audit trail records old and new values,
 * except for secrets and email addresses, because it is never cleared. `seen` holds the values that the form started with:
 * fields that the form did not change keep what another administrator saved meanwhile.
 */
export function saveSettings(
  ctx: StaffCtx,
  tab: SettingsTab,
  form: SettingsValues,
  seen: SettingsValues | null = null,
): Promise<SaveOutcome> {
  return ctx.db
    .transaction((tx) => save(tx, ctx, tab, { form, seen }))
    .catch((error): SaveOutcome => {
      if (postgresCode(error) !== EXCLUSION_VIOLATION) throw error;
      const message = "This would give a crew overlapping visits. Please try again later.";
      return { ok: false, reason: "wrong", field: "timezone", message };
    });
}

async function save(
  tx: Database,
  ctx: StaffCtx,
  tab: SettingsTab,
  { form, seen }: { form: SettingsValues; seen: SettingsValues | null },
): Promise<SaveOutcome> {
  await lockUntilCommit(tx, "settings");
  const part = tab === "email" ? "mail server" : tab === "general" ? "contact address" : null;
  const kept = part && (await readPart(tx, part));
  const before = formValues(await readSettings({ db: tx }), tab);
  const values = seen ? { ...form, ...untouched(form, seen, before) } : form;
  const host = values.smtp_host ?? "";
  if (host !== (before.smtp_host ?? "") && isRefusedHost(host, ctx.smtpRelays)) {
    const message = `${host} is on a private network. Use a public mail server, or ask whoever runs the server to add it to SMTP_RELAYS.`;
    return { ok: false, reason: "wrong", field: "smtp_host", message };
  }
  const keys =
    tab === "payments" ? keysError(values, await readStoredKey({ db: tx, vault: ctx.vault })) : null;
  if (keys) return { ok: false, reason: "wrong", ...keys };
  const sentElsewhere = tab === "email" && (await wouldSendPasswordElsewhere(tx, before, values));
  if (sentElsewhere && values.smtp_host && values.smtp_user) {
    const message = "Please enter the password again, since you changed the server";
    return { ok: false, reason: "wrong", field: "smtp_pass", message };
  }
  if (sentElsewhere) await remove(tx, ctx, "email.smtp_pass");
  const plain = Object.entries(values).filter(([key]) => !(key in SECRET_FIELDS));
  const changed = plain.filter(([key, value = ""]) => value !== storedText(before, key, value));
  const secrets = Object.entries(values).filter(([key, value]) => key in SECRET_FIELDS && value);
  if (changed.length + secrets.length === 0) return { ok: true };
  for (const [key, value = ""] of changed)
    await storeSetting(tx, ctx, { category: categoryOf(tab, key), key, value });
  for (const [key, value = ""] of secrets) {
    await storeSetting(tx, ctx, { category: tab, key, value: ctx.vault.seal(value, `${tab}.${key}`) });
  }
  const zone = changed.find(([key]) => key === "timezone")?.[1];
  const visits = zone ? await reAnchorVisits(tx, ctx, zone) : 0;
  const recorded = changed.filter(([key]) => !ADDRESSES.has(key));
  await recordSettings(tx, ctx, tab, {
    before: Object.fromEntries(recorded.map(([key, value = ""]) => [key, storedText(before, key, value)])),
    after: Object.fromEntries([
      ...changed.map(([key, value = ""]) => [key, ADDRESSES.has(key) ? "changed" : value]),
      ...secrets.map(([key]) => [key, "set"]),
    ]),
    ...(visits > 0 && { visits_at_their_hour: visits }),
  });
  if (part && kept) await keepUndo(tx, ctx, part, kept);
  return { ok: true };
}

/** Removes a secret. Removing twice has no further effect. Stripe's publishable key is removed with its secret key. */
export async function removeSecret(ctx: StaffCtx, name: SecretName): Promise<{ ok: true }> {
  await ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "settings");
    const kept = await readPart(tx, "mail server");
    await remove(tx, ctx, name);
    await keepUndo(tx, ctx, "mail server", kept);
    if (name === "payments.stripe_secret_key") await remove(tx, ctx, "payments.stripe_public_key");
  });
  return { ok: true };
}

async function remove(
  tx: Database,
  ctx: StaffCtx,
  name: SecretName | "payments.stripe_public_key",
): Promise<void> {
  const gone = await tx.delete(admin_settings).where(whereIs(name)).returning({ id: admin_settings.id });
  if (gone.length === 0) return;
  const [category = "", key = ""] = name.split(".");
  await recordSettings(tx, ctx, category, { before: { [key]: "set" }, after: { [key]: null } });
}

/** Whether the SMTP host is a private address that the operator doesn't allow. Host names are resolved when an email is sent. */
function isRefusedHost(host: string, relays: readonly string[]): boolean {
  const isPrivate = host === "localhost" || (isIP(host) !== 0 && !isPublicAddress(host));
  return isPrivate && !relays.includes(host);
}

/** Whether the stored password would be sent to a different server, which could belong to anybody. */
async function wouldSendPasswordElsewhere(
  tx: Database,
  before: SettingsValues,
  values: SettingsValues,
): Promise<boolean> {
  if (values.smtp_pass || (values.smtp_host ?? "") === (before.smtp_host ?? "")) return false;
  return hasSecret(tx, "email.smtp_pass");
}

async function hasSecret(tx: Database, name: SecretName): Promise<boolean> {
  return (await tx.$count(admin_settings, whereIs(name))) > 0;
}

/** Present values of the fields that the form did not change. */
function untouched(form: SettingsValues, seen: SettingsValues, before: SettingsValues): SettingsValues {
  const unchanged = Object.entries(form).filter(
    ([key, value = ""]) => !(key in SECRET_FIELDS) && value === storedText(seen, key, value),
  );
  return Object.fromEntries(unchanged.map(([key, value = ""]) => [key, storedText(before, key, value)]));
}

/** Present value as stored text; `formValues` omits an unticked checkbox and writes a ticked one as "on". */
function storedText(before: SettingsValues, key: string, next: string): string {
  const text = before[key];
  if (next !== "true" && next !== "false") return text ?? "";
  return text === "on" ? "true" : "false";
}
