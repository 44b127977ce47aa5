import { audit_log } from "~/db/schema/audit";
import type { Actor, Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";

export type AuditEntry = {
  action: string;
  entity: string;
  entity_id: string;
  details?: Record<string, unknown>;
};

/** Writes audit rows in the transaction of the change. Details contain no personal data. */
export async function recordAudit(tx: Database, ctx: Pick<Ctx, "actor" | "now">, ...entries: AuditEntry[]) {
  await tx.insert(audit_log).values(entries.map((entry) => auditRow(ctx, entry)));
}

/** The row, for a caller that inserts it with its own statement. */
export function auditRow({ actor, now }: Pick<Ctx, "actor" | "now">, { details = {}, ...entry }: AuditEntry) {
  return { ...entry, details, at: now, actor: actorName(actor) };
}

/** Ids only: audit rows are kept after a person's data is erased. All staff are `admin`, whatever their role is then. */
function actorName(actor: Actor): string {
  if (actor.kind === "plan link") return "link";
  if (actor.kind !== "user") return actor.kind;
  return `${actor.role === "user" ? "user" : "admin"}:${actor.id}`;
}
