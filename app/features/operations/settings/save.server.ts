import { isIP } from "node:net";
import { admin_settings } from "~/db/schema/settings";
import { recordAudit } from "~/platform/audit.server";
import type { AdminCtx } from "~/platform/context.server";
import {
  type Database,
  EXCLUSION_VIOLATION,
  lockUntilCommit,
  postgresCode,
} from "~/platform/database.server";
import { isPublicAddress } from "~/platform/public-address.server";
import { categoryOf, formValues, SECRET_FIELDS, type SettingsTab, type SettingsValues } from "./forms";
import { readSettings } from "./queries.server";
import { reAnchorVisits } from "./re-anchor.server";
import { readStoredKey, whereIs } from "./secrets.server";
import { type SecretName, whyRefused } from "./settings";

/** May be somebody's own address or name. */
const ADDRESSES = new Set(["contact_email", "smtp_user", "from_email"]);

export type SaveOutcome = { ok: true } | { ok: false; reason: "wrong"; field: string; message: string };

/**
 * Stores what the checked form of a tab says; a secret that was left empty stays. What has changed is written down with
 * before and after, of secrets only that they were set, of addresses that they have changed: the trail is never cleared.
 * `seen` is what the form began with: what it left as it was stays as somebody else may have set it meanwhile.
 */
export function saveSettings(
  ctx: AdminCtx,
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
  ctx: AdminCtx,
  tab: SettingsTab,
  { form, seen }: { form: SettingsValues; seen: SettingsValues | null },
): Promise<SaveOutcome> {
  await lockUntilCommit(tx, "settings");
  const before = formValues(await readSettings({ db: tx }), tab);
  const values = seen ? { ...form, ...untouched(form, seen, before) } : form;
  const host = values.smtp_host ?? "";
  if (host !== (before.smtp_host ?? "") && isRefusedHost(host, ctx.smtpRelays)) {
    const message = `${host} is on a private network. Use a public mail server, or ask whoever runs the server to add it to SMTP_RELAYS.`;
    return { ok: false, reason: "wrong", field: "smtp_host", message };
  }
  const keys =
    tab === "payments" ? whyRefused(values, await readStoredKey({ db: tx, vault: ctx.vault })) : null;
  if (keys) return { ok: false, reason: "wrong", ...keys };
  const strays = tab === "email" && (await wouldStray(tx, before, values));
  if (strays && values.smtp_host && values.smtp_user) {
    const message = "Please enter the password again, since you changed the server";
    return { ok: false, reason: "wrong", field: "smtp_pass", message };
  }
  if (strays) await remove(tx, ctx, "email.smtp_pass");
  const plain = Object.entries(values).filter(([key]) => !(key in SECRET_FIELDS));
  const changed = plain.filter(([key, value = ""]) => value !== storedText(before, key, value));
  const secrets = Object.entries(values).filter(([key, value]) => key in SECRET_FIELDS && value);
  if (changed.length + secrets.length === 0) return { ok: true };
  for (const [key, value = ""] of changed) await store(tx, ctx, categoryOf(tab, key), key, value);
  for (const [key, value = ""] of secrets) {
    await store(tx, ctx, tab, key, ctx.vault.seal(value, `${tab}.${key}`));
  }
  const zone = changed.find(([key]) => key === "timezone")?.[1];
  const visits = zone ? await reAnchorVisits(tx, ctx, zone) : 0;
  const told = changed.filter(([key]) => !ADDRESSES.has(key));
  await recordAudit(tx, ctx, {
    action: "settings.updated",
    entity: "settings",
    entity_id: tab,
    details: {
      before: Object.fromEntries(told.map(([key, value = ""]) => [key, storedText(before, key, value)])),
      after: Object.fromEntries([
        ...changed.map(([key, value = ""]) => [key, ADDRESSES.has(key) ? "changed" : value]),
        ...secrets.map(([key]) => [key, "set"]),
      ]),
      ...(visits > 0 && { visits_at_their_hour: visits }),
    },
  });
  return { ok: true };
}

/** Removes a secret; a second time is as good as the first. The publishable key goes with Stripe's secret key: it is of no use alone. */
export async function removeSecret(ctx: AdminCtx, name: SecretName): Promise<{ ok: true }> {
  await ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "settings");
    await remove(tx, ctx, name);
    if (name === "payments.stripe_secret_key") await remove(tx, ctx, "payments.stripe_public_key");
  });
  return { ok: true };
}

async function remove(
  tx: Database,
  ctx: AdminCtx,
  name: SecretName | "payments.stripe_public_key",
): Promise<void> {
  const gone = await tx.delete(admin_settings).where(whereIs(name)).returning({ id: admin_settings.id });
  if (gone.length === 0) return;
  const [category = "", key = ""] = name.split(".");
  await recordAudit(tx, ctx, {
    action: "settings.updated",
    entity: "settings",
    entity_id: category,
    details: { before: { [key]: "set" }, after: { [key]: null } },
  });
}

/** Whether mails would never go there: a private address that the operator doesn't allow. Names are looked up when a mail goes. */
function isRefusedHost(host: string, relays: readonly string[]): boolean {
  const isPrivate = host === "localhost" || (isIP(host) !== 0 && !isPublicAddress(host));
  return isPrivate && !relays.includes(host);
}

/** Whether a stored password would end up with a server that it wasn't meant for, which could be anybody's. */
async function wouldStray(tx: Database, before: SettingsValues, values: SettingsValues): Promise<boolean> {
  if (values.smtp_pass || (values.smtp_host ?? "") === (before.smtp_host ?? "")) return false;
  return hasSecret(tx, "email.smtp_pass");
}

async function hasSecret(tx: Database, name: SecretName): Promise<boolean> {
  return (await tx.$count(admin_settings, whereIs(name))) > 0;
}

/** Of what the form left as it was, how it is now. */
function untouched(form: SettingsValues, seen: SettingsValues, before: SettingsValues): SettingsValues {
  const left = Object.entries(form).filter(
    ([key, value = ""]) => !(key in SECRET_FIELDS) && value === storedText(seen, key, value),
  );
  return Object.fromEntries(left.map(([key, value = ""]) => [key, storedText(before, key, value)]));
}

/** How the setting reads now; `formValues` leaves out a box that is not ticked, and writes a ticked one as "on". */
function storedText(before: SettingsValues, key: string, next: string): string {
  const text = before[key];
  if (next !== "true" && next !== "false") return text ?? "";
  return text === "on" ? "true" : "false";
}

async function store(tx: Database, ctx: AdminCtx, category: string, key: string, value: string) {
  await tx
    .insert(admin_settings)
    .values({ category, key, value, created_at: ctx.now, updated_at: ctx.now })
    .onConflictDoUpdate({
      target: [admin_settings.category, admin_settings.key],
      set: { value, updated_at: ctx.now },
    });
}
