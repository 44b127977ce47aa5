import { eq, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bounced_addresses } from "~/db/schema/background";
import { mails } from "~/db/schema/mail";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { formatBounced } from "./bounce";
import { serverMessage } from "./office/list";

/** Characters of the server's message that are stored. */
const MAX_REASON = 400;

/** Stores a bounced address. The first message is kept. */
export async function rememberBounce(
  tx: Database,
  { address, error, now }: { address: string; error: unknown; now: Temporal.Instant },
): Promise<void> {
  const reason = (serverMessage(String(error)) ?? "").slice(0, MAX_REASON);
  await tx
    .insert(bounced_addresses)
    .values({ address: address.toLowerCase(), reason, created_at: now })
    .onConflictDoNothing();
}

/** Formats the bounce of an address: "This address bounced on Jun 01, 2026: 550 No such user". Null if there is none. */
export async function bounceOf({ db }: Pick<Ctx, "db">, address: string): Promise<string | null> {
  const [found] = await db
    .select({ reason: bounced_addresses.reason, at: bounced_addresses.created_at })
    .from(bounced_addresses)
    .where(eq(bounced_addresses.address, address.toLowerCase()));
  if (!found) return null;
  const { timezone } = await readCompany({ db });
  const day = found.at.toZonedDateTimeISO(timezone).toPlainDate().toString();
  return formatBounced(formatDate(day), found.reason);
}

/** Email or account whose panel shows the bounce. */
type Place = { entity: "mail" | "user"; id: string };

/** Lifts the bounce of an email's recipient or an account. Lifting twice has no further effect. */
export async function liftBounce(ctx: StaffCtx, { entity, id }: Place): Promise<{ ok: boolean }> {
  if (!isUuid(id)) return { ok: false };
  return ctx.db.transaction(async (tx) => {
    const [found] =
      entity === "mail"
        ? await tx.select({ address: mails.recipient }).from(mails).where(eq(mails.id, id))
        : await tx.select({ address: users.email }).from(users).where(eq(users.id, id));
    if (!found) return { ok: false };
    const lifted = await forgetBounces(tx, [found.address]);
    if (lifted > 0) {
      await recordAudit(tx, ctx, {
        action: "mail.address_lifted",
        entity,
        entity_id: id,
        details: { before: { bounced: true }, after: { bounced: false } },
      });
    }
    return { ok: true };
  });
}

/** Deletes the bounces of these addresses. Returns how many there were. */
export async function forgetBounces(tx: Database, addresses: readonly string[]): Promise<number> {
  const lower = addresses.map((address) => address.toLowerCase());
  if (lower.length === 0) return 0;
  const gone = await tx
    .delete(bounced_addresses)
    .where(sql`${bounced_addresses.address} in ${lower}`)
    .returning({ address: bounced_addresses.address });
  return gone.length;
}
