import { admin_settings } from "~/db/schema/settings";
import { whereIs } from "~/features/operations/settings/secrets.server";
import { recordSettings, storeSetting } from "~/features/operations/settings/store.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { SELECTOR } from "./email";

const SELECTOR_NAME = "email.dkim_selector";

/** The DKIM selector that staff entered; "" without one. */
export async function readSelector(db: Database): Promise<string> {
  const [row] = await db.select().from(admin_settings).where(whereIs(SELECTOR_NAME));
  return row?.value ?? "";
}

/** Stores the DKIM selector of the mail provider; an empty one lets the usual ones be tried again. */
export async function saveSelector(
  ctx: StaffCtx,
  typed: string,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const value = typed
    .trim()
    .toLowerCase()
    .replace(/\._domainkey.*$/, "");
  if (value && !SELECTOR.test(value))
    return {
      ok: false,
      message: "Enter the selector alone, such as google or s1: letters, digits and hyphens",
    };
  await ctx.db.transaction(async (tx) => {
    const before = await readSelector(tx);
    if (value === before) return;
    const [category = "", key = ""] = SELECTOR_NAME.split(".");
    if (value === "") await tx.delete(admin_settings).where(whereIs(SELECTOR_NAME));
    else await storeSetting(tx, ctx, { category, key, value });
    const details = { before: { dkim_selector: before }, after: { dkim_selector: value } };
    await recordSettings(tx, ctx, "email", details);
  });
  return { ok: true };
}
