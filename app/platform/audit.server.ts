import { audit_log } from "~/db/schema/audit";
import type { Actor, Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

export type AuditEntry = {
  action: string;
  entity: string;
  entity_id: string;
  details?: Record<string, unknown>;
};

/** Writes audit rows in the transaction of the change that they tell of. Details hold no personal data. */
export async function recordAudit(tx: Database, ctx: Pick<Ctx, "actor" | "now">, ...entries: AuditEntry[]) {
  await tx.insert(audit_log).values(entries.map((entry) => auditRow(ctx, entry)));
}

/** The row, for a statement that writes more than that. */
export function auditRow({ actor, now }: Pick<Ctx, "actor" | "now">, { details = {}, ...entry }: AuditEntry) {
  return { ...entry, details, at: now, actor: actorName(actor) };
}

/** Ids only: what is written here stays, and must say nothing of a person who has gone. */
function actorName(actor: Actor): string {
  if (actor.kind === "plan link") return "link";
  return actor.kind === "user" ? `${actor.role}:${actor.id}` : actor.kind;
}
