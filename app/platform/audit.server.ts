import { type SQL, sql } from "drizzle-orm";
import { CUSTOMER_OF } from "~/db/entity-customer";
import { audit_log } from "~/db/schema/audit";
import { isUuid } from "~/lib/ids";
import type { Actor, Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

export type AuditEntry = {
  action: string;
  entity: string;
  entity_id: string;
  /** Whom it is about, where the row is gone already. Left out, it is looked up. */
  customer_id?: string | null;
  details?: Record<string, unknown>;
};

/**
 * Writes audit rows in the transaction of the change, each with the customer that it is about now. Details contain no personal data.
 */
export async function recordAudit(tx: Database, ctx: Pick<Ctx, "actor" | "now">, ...entries: AuditEntry[]) {
  await tx
    .insert(audit_log)
    .values(entries.map((entry) => ({ ...auditRow(ctx, entry), customer_id: customerOf(entry) })));
}

/** The customer of an entity, by its own table; null for what is about nobody. */
function customerOf({ entity, entity_id, customer_id }: AuditEntry): SQL | string | null {
  if (customer_id !== undefined) return customer_id;
  if (!isUuid(entity_id)) return null;
  if (entity === "customer") return entity_id;
  const find = CUSTOMER_OF[entity];
  return find ? sql`(select found.customer_id from (${find(sql`${entity_id}::uuid`)}) found)` : null;
}

/** The row without its customer, for a caller that inserts it with its own statement. */
export function auditRow({ actor, now }: Pick<Ctx, "actor" | "now">, { details = {}, ...entry }: AuditEntry) {
  return { ...entry, details, at: now, actor: actorName(actor) };
}

/** Ids only: audit rows are kept after a person's data is erased. All staff are `admin`, whatever their role is then. */
function actorName(actor: Actor): string {
  if (actor.kind === "plan link") return "link";
  if (actor.kind === "crew") return `crew:${actor.member_id}`;
  if (actor.kind !== "user") return actor.kind;
  return `${actor.role === "user" ? "user" : "admin"}:${actor.id}`;
}
