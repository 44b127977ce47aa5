import { admin_settings } from "~/db/schema/settings";
import { recipientError } from "~/features/operations/backup/file/encrypt.server";
import { whereIs } from "~/features/operations/settings/secrets.server";
import { recordSettings, storeSetting } from "~/features/operations/settings/store.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

const NAME = "backups.recipient";

/** The age recipient that backups are encrypted for; null while they are not. */
export async function readRecipient({ db }: Pick<Ctx, "db">): Promise<string | null> {
  const [row] = await db.select().from(admin_settings).where(whereIs(NAME));
  return row?.value ?? null;
}

/** Encrypts backups for a recipient from now on; with an empty text, no longer. */
export async function saveRecipient(
  ctx: StaffCtx,
  text: string,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const recipient = text.trim();
  const message = recipient === "" ? null : recipientError(recipient);
  if (message) return { ok: false, message };
  await ctx.db.transaction(async (tx) => {
    const before = await readRecipient({ db: tx });
    if (recipient === (before ?? "")) return;
    if (recipient === "") await tx.delete(admin_settings).where(whereIs(NAME));
    else await putRecipient(tx, ctx, recipient);
    await recordSettings(tx, ctx, "backups", {
      before: { recipient: before ?? "" },
      after: { recipient },
    });
  });
  return { ok: true };
}

/** Puts a recipient back that a restore or a reset has replaced. */
export async function putRecipient(
  tx: Database,
  ctx: Pick<Ctx, "now">,
  recipient: string | null,
): Promise<void> {
  if (recipient === null) return;
  const [category = "", key = ""] = NAME.split(".");
  await storeSetting(tx, ctx, { category, key, value: recipient });
}
