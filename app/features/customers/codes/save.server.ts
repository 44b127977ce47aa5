import { and, asc, eq } from "drizzle-orm";
import { entry_codes } from "~/db/schema/entry-codes";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Renewed, Vault } from "~/platform/auth/vault.server";
import type { UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { AddCodeForm } from "./forms";
import { type By, lockHome } from "./home.server";
import { CODE_LIMIT } from "./rules";

type NotFound = { ok: false; reason: "not found" };
export type AddCodeOutcome = { ok: true } | NotFound | { ok: false; reason: "too many"; message: string };

type OfHome = { home: string; by: By };

/** Where a code is sealed: it opens in no other row and for no other home. */
const placeOf = ({ id, property_id }: { id: string; property_id: string }) =>
  `entry_codes.${property_id}.${id}`;

/** The code itself; null if it was sealed under an unknown secret, or moved to another row. */
export function openCode(
  vault: Vault,
  code: { id: string; property_id: string; sealed: string },
): string | null {
  return vault.of("entry codes").open(code.sealed, placeOf(code));
}

/** What is stored of a code that opens the home of its row. */
export function sealCode(vault: Vault, row: { id: string; property_id: string }, value: string): string {
  return vault.of("entry codes").seal(value, placeOf(row));
}

/** Seals a code of a home. A form sent twice adds it once. Nobody reads it in the trail. */
export function addCode(ctx: UserCtx, { home, by, ...form }: AddCodeForm & OfHome): Promise<AddCodeOutcome> {
  return ctx.db.transaction(async (tx): Promise<AddCodeOutcome> => {
    if (!isUuid(home) || !(await lockHome(tx, ctx, { home, by }))) return { ok: false, reason: "not found" };
    return storeCode(tx, ctx, { home, ...form });
  });
}

/** As addCode, in the transaction of a caller who has locked the home. */
export async function storeCode(
  tx: Database,
  ctx: UserCtx,
  { home, code_id, kind, label, value }: AddCodeForm & { home: string },
): Promise<Exclude<AddCodeOutcome, NotFound>> {
  const had = await tx
    .select({ id: entry_codes.id })
    .from(entry_codes)
    .where(eq(entry_codes.property_id, home));
  if (had.some(({ id }) => id === code_id)) return { ok: true };
  if (had.length >= CODE_LIMIT) {
    const message = `A home can have at most ${CODE_LIMIT} codes. Remove one that is not needed.`;
    return { ok: false, reason: "too many", message };
  }
  const row = { id: code_id, property_id: home };
  const added = await tx
    .insert(entry_codes)
    .values({
      ...row,
      ...{ kind, label, author_id: ctx.actor.id, created_at: ctx.now, updated_at: ctx.now },
      sealed: sealCode(ctx.vault, row, value),
    })
    .onConflictDoNothing()
    .returning({ id: entry_codes.id });
  // An id that another home has was made up.
  if (added.length === 0)
    return { ok: false, reason: "too many", message: "This form is too old. Reload the page." };
  await recordAudit(tx, ctx, {
    action: "property.code_added",
    entity: "property",
    entity_id: home,
    details: { kind },
  });
  return { ok: true };
}

/** Seals another value for the same code. */
export function replaceCode(
  ctx: UserCtx,
  { home, by, code_id, value }: OfHome & { code_id: string; value: string },
): Promise<{ ok: true } | NotFound> {
  return changeCode(
    ctx,
    { home, by, code_id },
    async (tx, ofCode) => {
      const sealed = sealCode(ctx.vault, { id: code_id, property_id: home }, value);
      const set = { sealed, author_id: ctx.actor.id, updated_at: ctx.now };
      return tx.update(entry_codes).set(set).where(ofCode).returning({ kind: entry_codes.kind });
    },
    "property.code_replaced",
  );
}

/** Removes a code. Who saw it stays in the home's log. */
export function removeCode(
  ctx: UserCtx,
  { home, by, code_id }: OfHome & { code_id: string },
): Promise<{ ok: true } | NotFound> {
  const remove = (tx: Database, ofCode: ReturnType<typeof and>) =>
    tx.delete(entry_codes).where(ofCode).returning({ kind: entry_codes.kind });
  return changeCode(ctx, { home, by, code_id }, remove, "property.code_removed");
}

function changeCode(
  ctx: UserCtx,
  { home, by, code_id }: OfHome & { code_id: string },
  change: (tx: Database, ofCode: ReturnType<typeof and>) => Promise<{ kind: string }[]>,
  action: "property.code_replaced" | "property.code_removed",
): Promise<{ ok: true } | NotFound> {
  return ctx.db.transaction(async (tx) => {
    const isThere = isUuid(home) && isUuid(code_id) && (await lockHome(tx, ctx, { home, by }));
    const ofCode = and(eq(entry_codes.id, code_id), eq(entry_codes.property_id, home));
    const [changed] = isThere ? await change(tx, ofCode) : [];
    if (!changed) return { ok: false, reason: "not found" };
    const details = { kind: changed.kind };
    await recordAudit(tx, ctx, { action, entity: "property", entity_id: home, details });
    return { ok: true };
  });
}

/** Seals the codes of all homes anew under the newest APP_SECRET. */
export async function renewCodes(tx: Database, vault: Vault): Promise<Renewed> {
  const total = { renewed: 0, unreadable: 0 };
  const codes = vault.of("entry codes");
  for (const row of await tx.select().from(entry_codes).orderBy(asc(entry_codes.id)).for("no key update")) {
    const sealed = codes.renew(row.sealed, placeOf(row));
    if (sealed === null) total.unreadable += 1;
    if (sealed === null || sealed === row.sealed) continue;
    await tx.update(entry_codes).set({ sealed }).where(eq(entry_codes.id, row.id));
    total.renewed += 1;
  }
  return total;
}
